//! Messages to browsers that are closed: web push without a text. The browser's own service takes a signed word that there is
//! something, wakes our page's worker, and that asks this server what it is; the service learns nothing.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::json;
use store::Store;

use crate::{
    abroad::Target,
    error::{Error, Result},
};

/// The name of our key among the secrets of the server.
const NAME: &str = "push";
/// How long a word counts, in seconds: services allow a day.
const COUNTS: i64 = 12 * 3_600;
/// How long a service keeps it for a browser that is switched off.
const KEPT: &str = "86400";
/// The letters of base64 in addresses.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The key that services know this server by.
pub struct Push {
    pair: EcdsaKeyPair,
    /// Its public half, as browsers want it.
    pub public: String,
}

impl Push {
    /// The key of the database; a new one, if it has none.
    pub async fn load(store: &Store) -> Result<Push> {
        let random = SystemRandom::new();
        let broken = |_| Error::Unavailable;
        let offered =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).map_err(broken)?;
        let kept = store.secret(NAME, offered.as_ref().to_vec()).await?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &kept, &random)
            .map_err(|_| Error::Unavailable)?;
        let public = letters(pair.public_key().as_ref());
        Ok(Push { pair, public })
    }

    /// What is sent to a service, which must know who sends it: the site.
    pub fn headers(&self, target: &Target, site: &str, now: i64) -> HeaderMap {
        let head = letters(json!({ "typ": "JWT", "alg": "ES256" }).to_string().as_bytes());
        let claims = json!({ "aud": target.origin(), "exp": now + COUNTS, "sub": site });
        let said = format!("{head}.{}", letters(claims.to_string().as_bytes()));
        let mut headers = HeaderMap::new();
        headers.insert(HeaderName::from_static("ttl"), HeaderValue::from_static(KEPT));
        // Without randomness nothing is signed, and the service refuses it.
        if let Ok(signed) = self.pair.sign(&SystemRandom::new(), said.as_bytes()) {
            let says = format!("vapid t={said}.{}, k={}", letters(signed.as_ref()), self.public);
            let says = HeaderValue::from_str(&says).expect("letters and digits make a header");
            headers.insert(HeaderName::from_static("authorization"), says);
        }
        headers
    }
}

/// Bytes as base64 for addresses, without padding.
fn letters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 3);
    for part in bytes.chunks(3) {
        let bits = part.iter().fold(0, |bits, &byte| bits << 8 | usize::from(byte)) << (8 * (3 - part.len()));
        let letter = |place: usize| char::from(LETTERS[bits >> (18 - 6 * place) & 63]);
        text.extend((0..=part.len()).map(letter));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_without_padding() {
        for (bytes, text) in
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")]
        {
            assert_eq!(letters(bytes.as_bytes()), text);
        }
        assert_eq!(letters(&[0xfb, 0xff]), "-_8");
    }
}
