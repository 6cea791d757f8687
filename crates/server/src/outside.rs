//! Where a request comes from: the client's address as seen through proxies that the host trusts, and the site as
//! players type it.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{Extensions, HeaderMap, HeaderName, header::FORWARDED, request::Parts},
};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// What the host says about the way to this server.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Outside {
    /// The site as players type it, if it differs from where the server listens.
    pub site: Option<Site>,
    /// Names besides the site's that the server answers to. Bare addresses and `localhost` need not be listed.
    pub hosts: Vec<String>,
    /// Proxies whose word about the client's address is taken.
    pub proxies: Vec<Network>,
}

/// A site: `https://club.example/sandtable`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    secure: bool,
    authority: String,
    /// Empty, or `/sandtable`.
    path: String,
}

/// A network: `10.0.0.0/8`, or one address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

/// Who is at the other end of a request.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// The client's address; none in tests without a network.
    pub address: Option<IpAddr>,
    /// Whether the client's side of the way is encrypted.
    pub secure: bool,
}

/// A text that is no site.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no site: write https://NAME or https://NAME/PATH")]
pub struct NoSite(String);

/// A text that is no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no network: write 127.0.0.1 or 10.0.0.0/8")]
pub struct NoNetwork(String);

impl FromStr for Site {
    type Err = NoSite;

    fn from_str(text: &str) -> Result<Site, NoSite> {
        let wrong = || NoSite(text.to_owned());
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(wrong()),
        };
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let path = path.trim_end_matches('/');
        let plain = |text: &str| text.bytes().all(|it| it.is_ascii_alphanumeric() || b"-._~/".contains(&it));
        let named = |text: &str| text.bytes().all(|it| it.is_ascii_alphanumeric() || b"-._:[]".contains(&it));
        if authority.is_empty() || !named(authority) || !plain(path) || format!("/{path}").contains("//") {
            return Err(wrong());
        }
        let path = if path.is_empty() { String::new() } else { format!("/{path}") };
        Ok(Site { secure, authority: authority.to_ascii_lowercase(), path })
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Network, NoNetwork> {
        let wrong = || NoNetwork(text.to_owned());
        let (address, bits) = text.split_once('/').map_or((text, None), |(it, bits)| (it, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| wrong()))?;
        if bits > most { Err(wrong()) } else { Ok(Network { address, bits }) }
    }
}

impl Network {
    pub(crate) fn holds(self, other: IpAddr) -> bool {
        let masked = |bits: u128, width: u8| {
            if self.bits == 0 { 0 } else { bits >> (width - self.bits) }
        };
        match (self.address, other.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                masked(u128::from(own.to_bits()), 32) == masked(u128::from(other.to_bits()), 32)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                masked(own.to_bits(), 128) == masked(other.to_bits(), 128)
            }
            _ => false,
        }
    }
}

impl Site {
    /// Empty, or the path below which the site lies: `/sandtable`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole of it: `https://club.example/sandtable`.
    pub fn url(&self) -> String {
        format!("{}://{}{}", if self.secure { "https" } else { "http" }, self.authority, self.path)
    }

    /// Whether the way to it is encrypted.
    pub(crate) fn is_secure(&self) -> bool {
        self.secure
    }

    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }
}

impl Outside {
    /// Whether the server answers to this name: a bare address cannot be pointed elsewhere by a name server.
    pub fn answers_to(&self, host: &str) -> bool {
        let host = without_port(host).to_ascii_lowercase();
        let bare = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        let own = self.site.as_ref().is_some_and(|site| without_port(&site.authority) == host);
        let local = host == "localhost" || host.ends_with(".localhost");
        bare || local || own || self.hosts.iter().any(|name| name.eq_ignore_ascii_case(&host))
    }

    /// Empty, or the path below which the site lies.
    pub fn path(&self) -> &str {
        self.site.as_ref().map_or("", Site::path)
    }

    /// The address of a page as players type it; without the site where the host has named none.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.site.as_ref().map_or_else(String::new, Site::url))
    }

    /// The same for somebody who has asked by this name.
    pub fn url_from(&self, host: &str, path: &str) -> String {
        if self.site.is_some() { self.url(path) } else { format!("http://{host}{path}") }
    }

    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|network| network.holds(address))
    }

    /// Who is at the other end.
    pub fn visitor(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Visitor {
        let site = self.site.as_ref().is_some_and(|site| site.secure);
        let Some(peer) = peer else { return Visitor { address: None, secure: site } };
        if !self.trusts(peer) {
            return Visitor { address: Some(peer.to_canonical()), secure: site };
        }
        let chain = all(headers, &FORWARDED_FOR);
        let mut hops: Vec<Option<IpAddr>> = chain.iter().map(|hop| hop_address(hop)).collect();
        let forwarded = all(headers, &FORWARDED);
        if hops.is_empty() {
            hops = forwarded.iter().map(|hop| part(hop, "for").and_then(|it| hop_address(&it))).collect();
        }
        // The nearest hop that is no proxy of ours; further ones are hearsay.
        let mut address = peer;
        for hop in hops.into_iter().rev() {
            let Some(hop) = hop else { break };
            address = hop;
            if !self.trusts(hop) {
                break;
            }
        }
        let proto = all(headers, &FORWARDED_PROTO).pop();
        let proto = proto.or_else(|| forwarded.last().and_then(|hop| part(hop, "proto")));
        let secure = site || proto.is_some_and(|proto| proto.eq_ignore_ascii_case("https"));
        Visitor { address: Some(address.to_canonical()), secure }
    }
}

/// The address that limits count by: one household has many addresses of the new kind.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !(u128::MAX >> 64))),
        address => address,
    }
}

/// The other end of the connection.
pub fn peer(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

/// The items of a header that may come several times, and several at once. A line that is no text stays: what a proxy wrote
/// behind it is not passed over for another header, which anybody may have sent.
fn all(headers: &HeaderMap, name: &HeaderName) -> Vec<String> {
    let lines = headers.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
    let items = |line: std::borrow::Cow<'_, str>| -> Vec<String> {
        line.split(',').map(|item| item.trim().to_owned()).collect()
    };
    lines.flat_map(items).collect()
}

/// `for=192.0.2.60;proto=https`.
fn part(hop: &str, name: &str) -> Option<String> {
    let mut parts = hop.split(';').filter_map(|part| part.trim().split_once('='));
    let (_, value) = parts.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
    Some(value.trim_matches('"').to_owned())
}

/// `192.0.2.60`, `192.0.2.60:4711`, `[2001:db8::1]:4711`.
fn hop_address(text: &str) -> Option<IpAddr> {
    let text = text.trim_matches('"');
    let bare = |text: &str| text.trim_start_matches('[').trim_end_matches(']').parse().ok();
    bare(text).or_else(|| bare(without_port(text)))
}

pub(crate) fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|it| it.is_ascii_digit()) && !host.ends_with(':') => host,
        _ => authority,
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        Ok(parts.extensions.get::<Visitor>().copied().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let outside = Outside {
            proxies: vec!["127.0.0.1".parse().unwrap(), "10.0.0.0/8".parse().unwrap()],
            ..Outside::default()
        };
        let seen = |peer: &str, name: &'static str, value: &str| {
            let headers = HeaderMap::from_iter([(HeaderName::from_static(name), value.parse().unwrap())]);
            outside.visitor(Some(ip(peer)), &headers).address.unwrap()
        };
        let xff = "x-forwarded-for";
        assert_eq!(seen("127.0.0.1", xff, "203.0.113.9"), ip("203.0.113.9"));
        assert_eq!(seen("127.0.0.1", xff, "6.6.6.6, 203.0.113.9, 10.1.2.3"), ip("203.0.113.9"));
        assert_eq!(seen("127.0.0.1", xff, "203.0.113.9, unknown"), ip("127.0.0.1"));
        assert_eq!(seen("203.0.113.7", xff, "6.6.6.6"), ip("203.0.113.7"));
        assert_eq!(
            seen("127.0.0.1", "forwarded", "for=6.6.6.6, for=\"[2001:db8::1]:80\";proto=https"),
            ip("2001:db8::1")
        );
        assert_eq!(seen("::ffff:10.0.0.1", xff, "203.0.113.9:4711"), ip("203.0.113.9"));
    }

    #[test]
    fn a_header_that_is_no_text_hides_nothing_that_a_proxy_wrote() {
        let outside = Outside { proxies: vec!["127.0.0.1".parse().unwrap()], ..Outside::default() };
        let line = HeaderValue::from_bytes(b"\xff, 203.0.113.9").unwrap();
        let forged = HeaderValue::from_static("for=6.6.6.6");
        let headers = HeaderMap::from_iter([(FORWARDED_FOR, line), (FORWARDED, forged.clone())]);
        assert_eq!(outside.visitor(Some(ip("127.0.0.1")), &headers).address, Some(ip("203.0.113.9")));
        let line = HeaderValue::from_bytes(b"\xff").unwrap();
        let headers = HeaderMap::from_iter([(FORWARDED_FOR, line), (FORWARDED, forged)]);
        assert_eq!(outside.visitor(Some(ip("127.0.0.1")), &headers).address, Some(ip("127.0.0.1")));
    }

    #[test]
    fn a_way_is_secure_when_the_site_or_a_trusted_proxy_says_so() {
        let trusting = Outside { proxies: vec!["127.0.0.1".parse().unwrap()], ..Outside::default() };
        let headers = HeaderMap::from_iter([(FORWARDED_PROTO, "https".parse().unwrap())]);
        assert!(trusting.visitor(Some(ip("127.0.0.1")), &headers).secure);
        assert!(!trusting.visitor(Some(ip("203.0.113.7")), &headers).secure);
        let site = Outside { site: Some("https://club.example".parse().unwrap()), ..Outside::default() };
        assert!(site.visitor(Some(ip("203.0.113.7")), &HeaderMap::new()).secure);
    }

    #[test]
    fn names_are_those_that_the_host_lists() {
        let outside = Outside {
            site: Some("https://club.example:8443/sand".parse().unwrap()),
            hosts: vec!["table.lan".to_owned()],
            ..Outside::default()
        };
        for name in
            ["127.0.0.1:8417", "[::1]:80", "localhost", "club.example", "CLUB.example:443", "table.lan:8417"]
        {
            assert!(outside.answers_to(name), "{name}");
        }
        for name in ["evil.example", "club.example.evil", "127.0.0.1.evil.example", "", "[evil]"] {
            assert!(!outside.answers_to(name), "{name}");
        }
        assert_eq!(outside.path(), "/sand");
        for text in
            ["club.example", "ftp://club", "https://", "https://a b", "https://club/a?b", "https://club//a"]
        {
            assert!(text.parse::<Site>().is_err(), "{text}");
        }
        for text in ["x", "10.0.0.0/33", "::/129", "10.0.0.0/"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_household_of_the_new_kind_counts_as_one() {
        assert_eq!(household(ip("2001:db8:1:2:3:4:5:6")), ip("2001:db8:1:2::"));
        assert_eq!(household(ip("::ffff:203.0.113.9")), ip("203.0.113.9"));
    }
}
