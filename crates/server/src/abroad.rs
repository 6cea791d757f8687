//! Messages to servers elsewhere, whose addresses players have typed.
//!
//! A name is resolved, every address is checked, and the connection goes to an address that was checked: nobody can make this
//! server speak to its own network. What is answered is neither followed nor read, and everything has a time limit.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use axum::{
    body::Body,
    http::{HeaderMap, Method, Request, Uri, header},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::outside::Network;

/// How long a server elsewhere may take, all in all.
const PATIENCE: Duration = Duration::from_secs(10);
/// No address is longer.
const LONGEST: usize = 800;
/// Ports of other services are not spoken to.
const LOW_PORTS: [u16; 2] = [80, 443];

/// Where a message goes: `https://example.org/hook`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    secure: bool,
    /// Without the brackets of an address.
    host: String,
    port: u16,
    uri: Uri,
}

/// Why a message has not arrived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotSent {
    /// Trying again is of no use.
    Never(String),
    /// It may go better later: not before so many seconds, if the other side says so.
    Later(String, Option<u64>),
}

/// How messages leave.
#[derive(Clone, Debug, Default)]
pub struct Abroad {
    /// Networks of the host's own that may be written to, also without encryption.
    pub allowed: Vec<Network>,
    /// A file of certificates to trust, in the place of those that the system trusts.
    pub roots: Option<PathBuf>,
}

/// The same for a name that is not known and one that leads inside: neither is told.
const NOBODY: &str = "There is no server at this address that may be written to.";

impl FromStr for Target {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Target, &'static str> {
        if text.len() > LONGEST || !text.is_ascii() {
            return Err("An address has 800 letters at most, and plain ones.");
        }
        let uri: Uri = text.parse().map_err(|_| "This is no address: write https://NAME/PATH.")?;
        let secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err("An address begins with https://."),
        };
        let authority = uri.authority().ok_or("An address names a server.")?.as_str();
        if authority.contains('@') {
            return Err("An address holds no name and password.");
        }
        let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() {
            return Err("An address names a server.");
        }
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        if port < 1024 && !LOW_PORTS.contains(&port) {
            return Err("This port is another service's.");
        }
        Ok(Target { secure, host, port, uri })
    }
}

impl Target {
    /// The server: `https://example.org`.
    pub fn origin(&self) -> String {
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        format!("{}://{authority}", if self.secure { "https" } else { "http" })
    }
}

/// Whether an address is on the open internet.
pub fn is_open(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_open_v4(address),
        IpAddr::V6(address) => {
            let parts = address.segments();
            // Of the new addresses only those that are given out, without those for tunnels, tests and books.
            let given_out = parts[0] & 0xe000 == 0x2000;
            let tunnel = parts[0] == 0x2002 || parts[0] == 0x2001 && parts[1] < 0x0200;
            let for_books = parts[0] == 0x2001 && parts[1] == 0x0db8 || parts[0] == 0x3fff;
            given_out && !tunnel && !for_books
        }
    }
}

fn is_open_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && b & 0xc0 == 64;
    let protocols = a == 192 && b == 0 && c == 0 || a == 192 && b == 88 && c == 99;
    let measured = a == 198 && b & 0xfe == 18;
    !(a == 0
        || a >= 224
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || shared
        || protocols
        || measured)
}

impl Abroad {
    /// Sends a message, which has arrived when the other side says so.
    pub async fn post(&self, target: &Target, headers: HeaderMap, body: Vec<u8>) -> Result<(), NotSent> {
        let silent = || NotSent::Later("It did not answer in time.".to_owned(), None);
        timeout(PATIENCE, self.deliver(target, headers, body)).await.map_err(|_| silent())?
    }

    async fn deliver(&self, target: &Target, headers: HeaderMap, body: Vec<u8>) -> Result<(), NotSent> {
        let unreachable = |_| NotSent::Later("It cannot be reached.".to_owned(), None);
        let address = self.address(target).await?;
        let stream = TcpStream::connect(address).await.map_err(unreachable)?;
        if !target.secure {
            return exchange(stream, target, headers, body).await;
        }
        let tls = TlsConnector::from(Arc::new(self.trust()?));
        let name =
            ServerName::try_from(target.host.clone()).map_err(|_| NotSent::Never(NOBODY.to_owned()))?;
        let stream = tls.connect(name, stream).await.map_err(|error| {
            tracing::debug!(%error, host = target.host, "no encrypted way");
            NotSent::Later("Its certificate is not trusted, or it does not speak https.".to_owned(), None)
        })?;
        exchange(stream, target, headers, body).await
    }

    /// An address of the target that may be written to.
    async fn address(&self, target: &Target) -> Result<SocketAddr, NotSent> {
        let nobody = || NotSent::Later(NOBODY.to_owned(), None);
        let found = lookup_host((target.host.as_str(), target.port)).await.map_err(|_| nobody())?;
        let own = |address: &SocketAddr| self.allowed.iter().any(|network| network.holds(address.ip()));
        let may = |address: &SocketAddr| own(address) || target.secure && is_open(address.ip());
        found.into_iter().find(may).ok_or_else(nobody)
    }

    fn trust(&self) -> Result<ClientConfig, NotSent> {
        let ours = |error: &dyn std::fmt::Display| {
            tracing::error!(%error, "nothing can be sent by https");
            NotSent::Later("This server cannot send by https now.".to_owned(), None)
        };
        let mut roots = RootCertStore::empty();
        match &self.roots {
            Some(path) => {
                for certificate in CertificateDer::pem_file_iter(path).map_err(|error| ours(&error))? {
                    let certificate = certificate.map_err(|error| ours(&error))?;
                    roots.add(certificate).map_err(|error| ours(&error))?;
                }
            }
            // One that cannot be read is of no use; without any, the connection says so.
            None => drop(roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs)),
        }
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| ours(&error))?;
        Ok(config.with_root_certificates(roots).with_no_client_auth())
    }
}

/// Sends the request and looks at the head of the answer.
async fn exchange<S>(stream: S, target: &Target, headers: HeaderMap, body: Vec<u8>) -> Result<(), NotSent>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let broken = |_| NotSent::Later("The connection broke.".to_owned(), None);
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let path = target.uri.path_and_query().map_or("/", |path| path.as_str());
    let host = target.uri.authority().map_or("", |authority| authority.as_str());
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(header::HOST, host)
        .header(header::USER_AGENT, "sandtable")
        .header(header::CONNECTION, "close")
        .body(Body::from(body))
        .map_err(|_| NotSent::Never(NOBODY.to_owned()))?;
    request.headers_mut().extend(headers);
    // The connection may end with the answer, so it is driven apart; nobody waits for a body.
    let driven = tokio::spawn(connection);
    let answer = sender.send_request(request).await;
    driven.abort();
    let answer = answer.map_err(broken)?;
    let status = answer.status();
    let wait = answer.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    match status.as_u16() {
        200..300 => Ok(()),
        300..400 => Err(NotSent::Never("It sends messages on to another address.".to_owned())),
        408 | 425 | 429 | 500.. => Err(NotSent::Later(format!("It answered {}.", status.as_u16()), wait)),
        _ => Err(NotSent::Never(format!("It answered {}.", status.as_u16()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_lead_inside_are_known() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "0.1.2.3",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "198.19.255.255",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "203.0.113.7",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::7f00:1",
            "64:ff9b::7f00:1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2001::1",
            "3fff::1",
        ] {
            assert!(!is_open(inside.parse().unwrap()), "{inside}");
        }
        for open in ["1.1.1.1", "172.32.0.1", "100.128.0.1", "192.0.1.1", "2606:4700::1111", "2a00:1450::1"] {
            assert!(is_open(open.parse().unwrap()), "{open}");
        }
    }

    #[test]
    fn targets_are_plain_addresses_of_the_web() {
        let target = |text: &str| text.parse::<Target>();
        let hook = target("https://discord.example/api/webhooks/1/x?wait=true").unwrap();
        assert_eq!((hook.secure, hook.host.as_str(), hook.port), (true, "discord.example", 443));
        assert_eq!(target("https://[::1]:8443/x").unwrap().host, "::1");
        let long = format!("https://a/{}", "x".repeat(800));
        for wrong in [
            "",
            "hook",
            "/hook",
            "ftp://a/b",
            "https://",
            "https://a b",
            "https://me:pw@a/",
            "https://a:25/",
            "https://a:22/",
            "javascript:alert(1)",
            "https://ä.example/",
            &long,
        ] {
            assert!(target(wrong).is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn nothing_is_sent_inside_however_it_is_written() {
        let inside = [
            "https://127.0.0.1/",
            "https://localhost:8443/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://169.254.169.254/latest",
            "http://1.1.1.1/",
        ];
        for text in inside {
            let target: Target = text.parse().unwrap();
            let sent = Abroad::default().post(&target, HeaderMap::new(), Vec::new()).await;
            assert_eq!(sent, Err(NotSent::Later(NOBODY.to_owned(), None)), "{text}");
        }
    }
}
