//! Records are signed by the server that made them, so that a reader can tell them from made-up ones.
//!
//! The last line of a signed record is `signed: ed25519 KEY SIGNATURE`. The signature is over the words `sandtable record ` and the
//! digest of the record, which its `end:` line names. The key belongs to the database: servers that share one sign alike.

use kernel::Record;
use ring::{
    rand::SystemRandom,
    signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey},
};
use store::Store;

use crate::{
    error::{Error, Result},
    identity::hex,
};

/// The name under which the store keeps the key.
const NAME: &str = "record-key";
/// What the last line begins with.
const SIGNED: &str = "signed: ed25519 ";

/// The key that this server signs with.
pub struct Signer {
    pair: Ed25519KeyPair,
    /// The public key as text.
    pub key: String,
}

impl Signer {
    /// The key of this database, made when there is none.
    pub async fn load(store: &Store) -> Result<Signer> {
        let fresh = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(|_| Error::Unavailable)?;
        let kept = store.secret(NAME, fresh.as_ref().to_vec()).await?;
        let pair = Ed25519KeyPair::from_pkcs8(&kept).map_err(|error| {
            tracing::error!(%error, "the key for records cannot be read");
            Error::Unavailable
        })?;
        let key = hex(pair.public_key().as_ref());
        Ok(Signer { pair, key })
    }

    /// A record with its signature.
    pub fn sign(&self, record: &str) -> Result<String> {
        let digest = Record::parse(record).map_err(Error::from)?.digest();
        let signature = hex(self.pair.sign(&signed_words(&digest)).as_ref());
        Ok(format!("{record}{SIGNED}{} {signature}\n", self.key))
    }
}

/// Which key a record is signed with: none for an unsigned one, an error where the signature is another record's.
pub fn signer(text: &str, record: &Record) -> Result<Option<String>> {
    let Some(line) = text.lines().rev().find_map(|line| line.strip_prefix(SIGNED)) else { return Ok(None) };
    let wrong = || Error::bad("record", "The signature of the record is not one of this record.");
    let (key, signature) = line.trim().split_once(' ').ok_or_else(wrong)?;
    let (bytes, signature) = (bytes(key).ok_or_else(wrong)?, bytes(signature).ok_or_else(wrong)?);
    let public = UnparsedPublicKey::new(&ED25519, bytes);
    public.verify(&signed_words(&record.digest()), &signature).map_err(|_| wrong())?;
    Ok(Some(key.to_owned()))
}

fn signed_words(digest: &str) -> Vec<u8> {
    format!("sandtable record {digest}").into_bytes()
}

/// Text as bytes.
fn bytes(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}
