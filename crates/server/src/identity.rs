//! Who asks: an unguessable token in a cookie. The server remembers its hash only.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, header::COOKIE, request::Parts},
};
use sha2::{Digest, Sha256};

/// The name of the cookie.
const NAME: &str = "sandtable";
/// How long a browser keeps it: as long as browsers keep any.
const SECONDS: u32 = 400 * 24 * 60 * 60;

/// The hash of a token: this is who somebody is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Holder(pub String);

/// The caller, if he has been here before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller(pub Option<Holder>);

impl Caller {
    /// The caller, with a token of his own and the cookie to remember it by if he had none.
    pub fn or_new(self) -> (Holder, Option<HeaderValue>) {
        match self.0 {
            Some(holder) => (holder, None),
            None => {
                let token = secret();
                let cookie = format!("{NAME}={token}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax");
                let cookie = HeaderValue::from_str(&cookie).expect("letters and digits make a header");
                (hash(&token), Some(cookie))
            }
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        let cookies = parts.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let token = pairs.find_map(|(name, value)| (name == NAME && is_secret(value)).then_some(value));
        Ok(Caller(token.map(hash)))
    }
}

/// 128 random bits as text: a token or an invitation.
pub fn secret() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    hex(&bytes)
}

/// Whether a text can be one of our secrets.
pub fn is_secret(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn hash(token: &str) -> Holder {
    Holder(hex(&Sha256::digest(token.as_bytes())))
}

/// Bytes as text.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
