//! Every honest record is accepted, and every change of one entry is found where it is.

use crate::host::{Played, bytes, play};
use kernel::{Draw, Luck, Record, Rng};
use proof::{By, Fault, Item, Kept, Proof, Verdict, kinds, verify};

/// Matches of each game.
const MATCHES: u64 = 6;
/// Mutations of each match, of each sort.
const EACH: usize = 8;

#[test]
fn changes_are_found_where_they_are() {
    let (matches, changes) = run(MATCHES, EACH);
    println!("{matches} honest records accepted, {changes} changes of one entry found at their place");
    assert!(changes > 2_000, "{changes}");
}

/// `cargo nextest run -p sandtable-proof --run-ignored only`
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_matches() {
    let (matches, changes) = run(2_000, 2);
    println!("{matches} honest records accepted, {changes} changes of one entry found at their place");
}

fn run(matches: u64, each: usize) -> (usize, usize) {
    // Every game has a thread of its own.
    let of = |id: &str| {
        let game = games::open(id, &kernel::data::Overlay::none()).unwrap();
        let (mut played, mut changes) = (0, 0);
        for number in 0..matches {
            let rng = &mut Rng::new(number, 26);
            let honest = play(&*game, rng, &mut |_, luck| luck);
            accepted(&honest);
            changes += changed(&honest, rng, each);
            played += 1;
        }
        println!("{id}: {played} honest records accepted, {changes} changes found");
        (played, changes)
    };
    std::thread::scope(|scope| {
        let runs: Vec<_> = games::ids().iter().map(|id| scope.spawn(move || of(id))).collect();
        let done = runs.into_iter().map(|run| run.join().expect("no change is overlooked"));
        done.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    })
}

fn checked(record: &Record, proof: &Proof, of: &Played) -> Result<Verdict, Fault> {
    let kinds = kinds(&*of.play);
    verify(record, proof, Some(&|ply| kinds.get(&ply).copied()), &Kept::default())
}

fn accepted(honest: &Played) {
    let Played { record, proof, kept, .. } = honest;
    let text = proof.append(record) + "signed: ed25519 00 00\n";
    assert_eq!(Record::parse(&text).as_ref(), Ok(record), "readers that know no proofs pass over it");
    assert_eq!(Proof::parse(&text), Ok(Some(proof.clone())));
    assert_eq!(Proof::parse(&record.to_text()), Ok(None));
    let verdict = checked(record, proof, honest).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(verdict.doubt(true), None);
    assert_eq!(verdict.proved, verdict.draws);
    assert_eq!(verify(record, proof, None, kept), Ok(verdict.clone()));
    // Sealed, nothing is recomputed, and nothing is wrong.
    let sealed = Proof { secret: None, ..proof.clone() };
    assert_eq!(verify(record, &sealed, None, &Kept { heads: Vec::new(), ..kept.clone() }).unwrap().proved, 0);
}

/// Changes one entry in many ways and asks for the place of each.
fn changed(honest: &Played, rng: &mut Rng, each: usize) -> usize {
    let Played { record, proof, .. } = honest;
    let drawn = kinds(&*honest.play);
    // The entry of each line of the record.
    let entries: Vec<usize> = (1..)
        .zip(&proof.items)
        .filter(|(_, (item, _))| matches!(item, Item::Line | Item::Draw(_)))
        .map(|(number, _)| number)
        .collect();
    let mut done = 0;
    let mut found = |what: &str, record: &Record, proof: &Proof, entry: usize| {
        let fault = checked(record, proof, honest).expect_err(what);
        assert_eq!(fault.entry, entry, "{what}: {fault}");
        done += 1;
    };
    let with = |lines: Vec<String>| Record { lines, ..record.clone() };
    // The first entry at which two lists of lines part.
    let parts = |lines: &[String]| {
        let common = lines.iter().zip(&record.lines).take_while(|(one, two)| one == two).count();
        entries.get(common).copied().unwrap_or(proof.items.len())
    };
    // A position in which nobody has anything left to do leaves no line to change.
    let each = if record.lines.is_empty() { 0 } else { each };
    for _ in 0..each {
        if let Some((&ply, &draw)) = drawn.iter().nth(rng.index(drawn.len().max(1))) {
            let old = draw.read(record.lines[ply].trim_start_matches("* ")).unwrap();
            if draw.count() > 1 {
                let other = Luck((old.0 + 1 + rng.below(draw.count() - 1)) % draw.count());
                let mut lines = record.lines.clone();
                lines[ply] = format!("* {}", draw.write(other));
                found("a die", &with(lines), proof, entries[ply]);
            }
            let mut other = proof.clone();
            other.items[entries[ply] - 1].0 = Item::Draw(Some(Draw::Dice { n: 7, sides: 9 }));
            found("a kind", record, &other, entries[ply]);
        }
        let ply = rng.index(record.lines.len());
        let mut lines = record.lines.clone();
        lines[ply] = format!("{} x", lines[ply]);
        found("an action", &with(lines), proof, entries[ply]);
        let mut lines = record.lines.clone();
        let other = rng.index(lines.len());
        lines.swap(ply, other);
        if lines != record.lines {
            let at = parts(&lines);
            found("the order", &with(lines), proof, at);
        }
        let mut lines = record.lines.clone();
        lines.remove(ply);
        let at = parts(&lines);
        found("a line that is missing", &with(lines), proof, at);
        let mut lines = record.lines.clone();
        lines.insert(ply, lines[ply].clone());
        let at = parts(&lines);
        found("a line too many", &with(lines), proof, at);
        let at = rng.index(proof.items.len());
        let mut other = proof.clone();
        other.items[at].1 = if other.items[at].1 == "00000000" { "11111111" } else { "00000000" }.to_owned();
        found("a mark", record, &other, at + 1);
    }
    for (at, (item, _)) in proof.items.iter().enumerate() {
        let mut change = |what: &str, item: Item| {
            let mut other = proof.clone();
            other.items[at].0 = item;
            found(what, record, &other, at + 1);
        };
        match item {
            Item::Salt { seat, salt, by } => {
                change("a salt", Item::Salt { seat: *seat, salt: bytes(rng), by: *by });
                change("its maker", Item::Salt { seat: *seat, salt: *salt, by: By::Server });
                change("its seat", Item::Salt { seat: seat + 7, salt: *salt, by: *by });
            }
            Item::Cut(lines) => change("a cut", Item::Cut(lines + 1)),
            Item::Lost(line, kind) => change("a line that was cut", Item::Lost(format!("{line} x"), *kind)),
            Item::Line | Item::Draw(_) => {}
        }
    }
    let mut change = |what: &str, other: Proof| found(what, record, &other, 0);
    change("the commitment", Proof { commitment: bytes(rng), ..proof.clone() });
    change("the secret", Proof { secret: Some(bytes(rng)), ..proof.clone() });
    change("the match", Proof { id: "another".to_owned(), ..proof.clone() });
    change("the beginning", Proof { begin: "00000000".to_owned(), ..proof.clone() });
    let mut other = record.clone();
    other.header.options.push("more".to_owned());
    found("an option", &other, proof, 0);
    found("the end", record, &Proof { head: bytes(rng), ..proof.clone() }, proof.items.len());
    done
}
