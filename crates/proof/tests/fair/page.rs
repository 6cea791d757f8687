//! The record that the tests of the browser's page read. Another program than this crate wrote it, and no rules: it pins the
//! protocol, and a change that old proofs do not survive shows here.

use kernel::Record;
use proof::{Kept, Proof, verify};

const RECORD: &str = include_str!("fixtures/proved.record");

#[test]
fn the_protocol_is_what_it_was() {
    let (record, proof) = (Record::parse(RECORD).unwrap(), Proof::parse(RECORD).unwrap().unwrap());
    // The chain needs no rules, so that it outlives them.
    let verdict = verify(&record, &proof, None, &Kept::default()).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(verdict.doubt(true), None);
    assert_eq!(proof.append(&record), RECORD);
}
