//! What the store promises, on both databases.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod support;

use std::time::Duration;

use store::{
    Answered, BotToken, Change, Clock, Cut, Due, Early, Ended, Expiry, Lease, Lobby, Mark, MatchId, NewMatch,
    NewSeat, Plies, Rated, Rating, Said, SavedAside, SavedLetters, SavedOrigin, SavedPrologue, SavedProof,
    SavedResult, SavedRevision, SavedStudy, Sent, Session, SetAnswer, Store, StoreError, Terms, Told, Turned,
    Way,
};
use support::{Folder, Postgres, Tls};

#[test]
fn sqlite_keeps_the_contract() {
    let folder = Folder::new();
    let path = folder.0.join("games/test.db");
    run(&format!("sqlite:{}", path.display()));
    // It holds the key that records are signed with.
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(path).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn postgres_keeps_the_contract() {
    let Some(server) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    run(&server.address);
}

#[test]
fn an_unknown_database_is_named() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for address in ["", "sqlite:", "mysql://x", "games.db"] {
        let error = runtime.block_on(Store::open(address)).err().unwrap().to_string();
        assert!(error.contains("sqlite:PATH"), "{error}");
    }
}

/// Tables and rows as the first version left them.
const VERSION_1: &str = include_str!("fixtures/version-1.sql");

#[test]
fn sqlite_opens_what_version_1_left() {
    let folder = Folder::new();
    let path = folder.0.join("old.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch(VERSION_1).unwrap();
    let address = format!("sqlite:{}", path.display());
    opens_what_version_1_left(&address);
    let missing = format!("sqlite:{}", folder.0.join("missing.db").display());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    assert!(runtime.block_on(Store::peek(&missing)).is_err());
    assert!(!folder.0.join("missing.db").exists(), "who only looks makes no database");
}

#[test]
fn postgres_opens_what_version_1_left() {
    let Some(server) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    postgres::Client::connect(&server.address, postgres::NoTls).unwrap().batch_execute(VERSION_1).unwrap();
    opens_what_version_1_left(&server.address);
}

fn opens_what_version_1_left(address: &str) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let hotseat: MatchId = "7k3yeybnm9f20".parse().unwrap();
        let friend: MatchId = "5q0crbxmdspwz".parse().unwrap();
        // Whoever looks finds everything and changes nothing: neither can he write, nor are there new tables.
        for _ in 0..2 {
            let store = Store::peek(address).await.unwrap();
            assert_eq!(store.all(None, 10).await.unwrap(), [friend, hotseat]);
            let saved = store.load(hotseat).await.unwrap().unwrap();
            assert_eq!(saved.plies.len(), 3);
            assert_eq!((saved.revised, saved.continued, saved.told), (Vec::new(), None, 0));
            assert_eq!(store.told(hotseat).await.unwrap(), []);
            assert!(store.create(new(2)).await.is_err());
        }
        let store = Store::open(address).await.unwrap();
        assert_eq!(store.all(None, 1).await.unwrap(), [friend]);
        assert_eq!(store.all(Some(friend), 10).await.unwrap(), [hotseat]);
        let saved = store.load(hotseat).await.unwrap().unwrap();
        let lines: Vec<&str> = saved.plies.iter().map(|ply| ply.line.as_str()).collect();
        assert_eq!(lines, ["place g-281-1 1", "place g-281-2 2", "place g-281-3 3"]);
        assert_eq!((saved.start.rules, saved.undos, saved.start.origin), (2, 1, None));
        let saved = store.load(friend).await.unwrap().unwrap();
        assert_eq!(saved.start.options, ["bid-german"]);
        let seats = &saved.start.seats;
        // Who sits there is known, and the invitation that was kept as it is still works, though only its hash is left.
        let holder = seats[0].holder.clone().unwrap();
        assert_eq!(store.session(&holder).await.unwrap().unwrap().holder, holder);
        let invite = "71964e56c3dc02590d3d1b299a5ce0a1";
        assert_eq!(seats[1].invite.as_deref(), Some(store::digest(invite).as_str()));
        assert_eq!(store.take(invite, "somebody").await.unwrap(), Some((friend, 1)));
        // It goes on, under later rules.
        let added = Plies { id: hotseat, revised: Some(3), ..plies(0, 3, 1, &["place g-281-4 3"]) };
        store.append(added).await.unwrap();
        let saved = store.load(hotseat).await.unwrap().unwrap();
        assert_eq!(saved.revised, [SavedRevision { rules: 3, seq: 3 }]);
        drop(store);
        let again = Store::open(address).await.unwrap();
        assert_eq!(again.load(hotseat).await.unwrap().unwrap().plies.len(), 4);
    });
}

fn run(address: &str) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(address).await.unwrap();
        store.pulse(1).await.unwrap();
        store.pulse(2).await.unwrap();
        kept_as_written(&store).await;
        one_number_one_ply(&store).await;
        taken_back(&store).await;
        seats_are_taken_once(&store).await;
        many_writers(&store).await;
        a_failure_fails_alone(&store).await;
        later_revisions(&store).await;
        journals_as_they_were_told(&store).await;
        one_match_takes_the_place_of_another(&store).await;
        one_match_goes_on_from_another_game(&store).await;
        what_is_decided_before_its_turn_is_kept(&store).await;
        what_is_answered_in_advance_is_kept(&store).await;
        devices_and_secrets(&store).await;
        invitations_can_be_replaced(&store).await;
        beginnings_are_known_by_their_marks(&store).await;
        servers_share_the_thinking(&store).await;
        beside_the_record(&store).await;
        results_count_once(&store).await;
        proofs_are_kept(&store).await;
        positions_are_kept(&store).await;
        letters_are_kept(&store).await;
        people_are_told_once(&store).await;
        programs_have_tokens(&store).await;
        old_matches_leave(&store).await;
        drop(store);
        still_there(address).await;
    });
}

fn new(bits: u64) -> NewMatch {
    let seat = |holder: Option<&str>, invite: Option<&str>| NewSeat {
        player: "human".to_owned(),
        holder: holder.map(str::to_owned),
        invite: invite.map(str::to_owned),
    };
    let invite = format!("invite-{bits}");
    NewMatch {
        id: MatchId::new(bits),
        game: "circle-of-fire".to_owned(),
        rules: 1,
        data: "builtin".to_owned(),
        scenario: "siege".to_owned(),
        options: vec!["one".to_owned(), "two".to_owned()],
        luck: "server".to_owned(),
        against: "friend".to_owned(),
        created: 1_700_000_000 + bits as i64,
        seats: vec![seat(Some("holder-a"), None), seat(None, Some(&invite))],
        lines: Vec::new(),
        origin: None,
        terms: None,
        position: None,
        proof: None,
        letters: None,
    }
}

fn plies(bits: u64, after: i64, undos: i64, lines: &[&str]) -> Plies {
    let lines = lines.iter().map(|line| (*line).to_owned()).collect();
    Plies { lines, at: 1_800_000_000, ..Plies::after(MatchId::new(bits), after, undos) }
}

async fn lines(store: &Store, bits: u64) -> Vec<String> {
    let saved = store.load(MatchId::new(bits)).await.unwrap().unwrap();
    saved.plies.into_iter().map(|ply| ply.line).collect()
}

fn moved_on<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::MovedOn)), "{result:?}");
}

async fn kept_as_written(store: &Store) {
    let mut begun = new(2);
    begun.lines = vec!["* 5 4".to_owned()];
    store.create(begun.clone()).await.unwrap();
    moved_on(store.create(begun.clone()).await);
    store.append(plies(2, 1, 0, &["move s73-2 14", "* 1 6", "Ä 'quoted' \"line\" $1"])).await.unwrap();
    let saved = store.load(begun.id).await.unwrap().unwrap();
    begun.lines.clear();
    assert_eq!(saved.start, hashed(begun.clone()));
    assert_eq!(lines(store, 2).await, ["* 5 4", "move s73-2 14", "* 1 6", "Ä 'quoted' \"line\" $1"]);
    assert_eq!(saved.plies[0].at, begun.created);
    assert_eq!(saved.plies[1].at, 1_800_000_000);
    assert!(store.load(MatchId::new(4)).await.unwrap().is_none());
}

async fn one_number_one_ply(store: &Store) {
    store.create(new(10)).await.unwrap();
    store.append(plies(10, 0, 0, &["a"])).await.unwrap();
    // Taken, a gap, another past, no such match.
    moved_on(store.append(plies(10, 0, 0, &["b"])).await);
    moved_on(store.append(plies(10, 2, 0, &["b"])).await);
    moved_on(store.append(plies(10, 1, 1, &["b"])).await);
    moved_on(store.append(plies(12, 0, 0, &["b"])).await);
    store.append(plies(10, 1, 0, &["c", "* 1"])).await.unwrap();
    assert_eq!(lines(store, 10).await, ["a", "c", "* 1"]);
}

async fn taken_back(store: &Store) {
    store.create(new(20)).await.unwrap();
    store.append(plies(20, 0, 0, &["a", "b", "c"])).await.unwrap();
    let cut = |keep, after, undos| Cut { id: MatchId::new(20), keep, after, undos, aside: None };
    moved_on(store.cut(cut(2, 3, 1)).await);
    moved_on(store.cut(cut(2, 4, 0)).await);
    assert_eq!(lines(store, 20).await, ["a", "b", "c"]);
    store.cut(cut(2, 3, 0)).await.unwrap();
    assert_eq!(lines(store, 20).await, ["a", "b"]);
    // Whoever does not know of it may not write, though the number would be free.
    moved_on(store.append(plies(20, 2, 0, &["d"])).await);
    store.append(plies(20, 2, 1, &["d"])).await.unwrap();
    assert_eq!(lines(store, 20).await, ["a", "b", "d"]);
    assert_eq!(store.load(MatchId::new(20)).await.unwrap().unwrap().undos, 1);
}

async fn proofs_are_kept(store: &Store) {
    let id = MatchId::new(150);
    let salt = |at, aside: &str| SavedAside { at, aside: aside.to_owned() };
    let proof = SavedProof { secret: vec![0, 7, 255], asides: vec![salt(0, "salt 0")] };
    store.create(NewMatch { proof: Some(proof.clone()), ..new(150) }).await.unwrap();
    let kept = async || store.load(id).await.unwrap().unwrap().start.proof.unwrap();
    assert_eq!(kept().await, proof);
    store.append(plies(150, 0, 0, &["a", "b"])).await.unwrap();
    // A salt that is written by somebody who does not know the match is refused, and so are plies by whoever does not
    // know of the salt.
    moved_on(store.aside(id, 0, salt(1, "salt 1")).await);
    moved_on(store.aside(id, 1, salt(2, "salt 1")).await);
    store.aside(id, 0, salt(2, "salt 1")).await.unwrap();
    moved_on(store.append(plies(150, 2, 0, &["c"])).await);
    let cut = Cut { id, keep: 1, after: 2, undos: 1, aside: Some("cut\nb".to_owned()) };
    store.cut(cut).await.unwrap();
    let asides = vec![salt(0, "salt 0"), salt(2, "salt 1"), salt(1, "cut\nb")];
    assert_eq!(kept().await.asides, asides);
    assert_eq!(store.load(MatchId::new(10)).await.unwrap().unwrap().start.proof, None);
}

async fn letters_are_kept(store: &Store) {
    let id = MatchId::new(170);
    let letters = SavedLetters {
        seat: 0,
        seed: vec![0, 7, 255],
        game: "abc".to_owned(),
        file: "letter: 1\n".to_owned(),
    };
    store.create(NewMatch { letters: Some(letters.clone()), ..new(170) }).await.unwrap();
    let kept = async || store.load(id).await.unwrap().unwrap();
    assert_eq!(kept().await.start.letters, Some(letters));
    assert_eq!(store.letters_of("abc", "holder-a").await.unwrap(), Some(id));
    assert_eq!(store.letters_of("abc", "holder-b").await.unwrap(), None);
    assert_eq!(store.letters_of("abd", "holder-a").await.unwrap(), None);
    // A letter and what came with it are one; whoever does not know of it is refused.
    let with = |file: &str, plies| Plies { file: Some(file.to_owned()), ..plies };
    store.append(with("letter: 2\n", plies(170, 0, 0, &["a", "b"]))).await.unwrap();
    moved_on(store.append(with("letter: 3\n", plies(170, 2, 0, &[]))).await);
    moved_on(store.cut(Cut { id, keep: 1, after: 2, undos: 0, aside: None }).await);
    store.append(with("letter: 3\n", plies(170, 2, 1, &[]))).await.unwrap();
    let saved = kept().await;
    assert_eq!((saved.undos, saved.plies.len()), (2, 2));
    assert_eq!(saved.start.letters.unwrap().file, "letter: 3\n");
    // A match that is not played by file has no letters.
    store.create(new(172)).await.unwrap();
    moved_on(store.append(with("letter: 1\n", plies(172, 0, 0, &[]))).await);
    assert_eq!(store.load(MatchId::new(172)).await.unwrap().unwrap().start.letters, None);
}

async fn positions_are_kept(store: &Store) {
    let position = Some("clear = true\n[position.pieces]\n\"a\" = { at = \"1\" }\n".to_owned());
    store.create(NewMatch { position: position.clone(), ..new(160) }).await.unwrap();
    assert_eq!(store.load(MatchId::new(160)).await.unwrap().unwrap().start.position, position);
    let study = |text: &str, at| SavedStudy {
        id: "abc".to_owned(),
        game: "go".to_owned(),
        text: text.to_owned(),
        at,
    };
    assert_eq!(store.study("abc").await.unwrap(), None);
    store.keep_study(study("one", 5)).await.unwrap();
    store.keep_study(study("one", 7)).await.unwrap();
    assert_eq!(store.study("abc").await.unwrap(), Some(study("one", 7)));
    // Two texts of one digest are not taken for each other.
    moved_on(store.keep_study(study("two", 8)).await);
    assert_eq!(store.study("abc").await.unwrap().map(|it| it.text).as_deref(), Some("one"));
    let expiry = |untouched| Expiry { unplayed: i64::MIN, untouched };
    store.expire(expiry(7), 1).await.unwrap();
    assert!(store.study("abc").await.unwrap().is_some());
    store.expire(expiry(8), 1).await.unwrap();
    assert_eq!(store.study("abc").await.unwrap(), None);
}

async fn seats_are_taken_once(store: &Store) {
    store.create(new(30)).await.unwrap();
    let id = MatchId::new(30);
    assert_eq!(store.take("invite-none", "holder-b").await.unwrap(), None);
    assert_eq!(store.take("invite-30", "holder-b").await.unwrap(), Some((id, 1)));
    assert_eq!(store.take("invite-30", "holder-b").await.unwrap(), Some((id, 1)));
    moved_on(store.take("invite-30", "holder-c").await);
    assert_eq!(store.held("holder-b", 10).await.unwrap(), [id]);
    // The newest first.
    let held = store.held("holder-a", 3).await.unwrap();
    assert_eq!(held, [30, 20, 10].map(MatchId::new));
    assert_eq!(store.held("holder-c", 10).await.unwrap(), []);
}

/// Many actions of many matches at once share transactions and are all kept, in order.
async fn many_writers(store: &Store) {
    let before = store.figures();
    let mut writers = Vec::new();
    for n in 0..40 {
        let (store, bits) = (store.clone(), 1000 + 2 * n);
        writers.push(tokio::spawn(async move {
            store.create(new(bits)).await.unwrap();
            for after in 0..25 {
                store.append(plies(bits, after, 0, &[&format!("ply {after}")])).await.unwrap();
            }
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    for n in 0..40 {
        let expected: Vec<String> = (0..25).map(|after| format!("ply {after}")).collect();
        assert_eq!(lines(store, 1000 + 2 * n).await, expected);
    }
    let after = store.figures();
    let (jobs, commits) = (after.jobs - before.jobs, after.commits - before.commits);
    assert_eq!(jobs, 40 * 26);
    assert!(commits * 2 < jobs, "{commits} commits for {jobs} jobs");
}

/// In a transaction with others, one that comes too late does not take them with it.
async fn a_failure_fails_alone(store: &Store) {
    store.create(new(3000)).await.unwrap();
    let (good, stale): (Vec<_>, Vec<_>) = (0..30)
        .map(|n| {
            let (store, other) = (store.clone(), store.clone());
            let good = tokio::spawn(async move {
                store.create(new(4000 + 2 * n)).await.unwrap();
                store.append(plies(4000 + 2 * n, 0, 0, &["a", "b"])).await
            });
            (good, tokio::spawn(async move { other.append(plies(3000, 5, 0, &["x"])).await }))
        })
        .unzip();
    for good in good {
        good.await.unwrap().unwrap();
    }
    for stale in stale {
        moved_on(stale.await.unwrap());
    }
    assert_eq!(lines(store, 3000).await, [""; 0]);
}

/// The first plies by a later revision say so; who takes them back plays the next ones by it all the same.
async fn later_revisions(store: &Store) {
    let id = MatchId::new(5000);
    store.create(new(5000)).await.unwrap();
    store.append(plies(5000, 0, 0, &["a", "b"])).await.unwrap();
    store.append(Plies { revised: Some(2), ..plies(5000, 2, 0, &["c"]) }).await.unwrap();
    store.append(Plies { revised: Some(4), ..plies(5000, 3, 0, &["d"]) }).await.unwrap();
    let revised = async || store.load(id).await.unwrap().unwrap().revised;
    let at = |rules, seq| SavedRevision { rules, seq };
    assert_eq!(revised().await, [at(2, 2), at(4, 3)]);
    // What did not come to be left no trace.
    moved_on(store.append(Plies { revised: Some(5), ..plies(5000, 9, 0, &["x"]) }).await);
    assert_eq!(revised().await, [at(2, 2), at(4, 3)]);
    store.cut(Cut { id, keep: 1, after: 4, undos: 0, aside: None }).await.unwrap();
    assert_eq!(revised().await, [at(2, 1), at(4, 1)]);
}

async fn journals_as_they_were_told(store: &Store) {
    let id = MatchId::new(5002);
    store.create(new(5002)).await.unwrap();
    store.append(plies(5002, 0, 0, &["a", "b", "c", "d"])).await.unwrap();
    let part = |after, seq| Told {
        after,
        seq,
        rules: 2,
        ending: (seq == 4).then(|| "{}".to_owned()),
        lines: vec![0, 255, after as u8, seq as u8],
    };
    assert_eq!(store.load(id).await.unwrap().unwrap().told, 0);
    store.keep(id, 0, part(0, 2)).await.unwrap();
    store.keep(id, 0, part(2, 4)).await.unwrap();
    assert_eq!(store.told(id).await.unwrap(), [part(0, 2), part(2, 4)]);
    assert_eq!(store.load(id).await.unwrap().unwrap().told, 4);
    // Kept once; not for another past, nor for plies that are not there.
    store.keep(id, 0, Told { lines: Vec::new(), ..part(0, 2) }).await.unwrap();
    moved_on(store.keep(id, 1, part(4, 4)).await);
    moved_on(store.keep(id, 0, part(4, 5)).await);
    assert_eq!(store.told(id).await.unwrap(), [part(0, 2), part(2, 4)]);
    // What is taken back was not told.
    store.cut(Cut { id, keep: 3, after: 4, undos: 0, aside: None }).await.unwrap();
    assert_eq!(store.told(id).await.unwrap(), [part(0, 2)]);
    assert_eq!(store.load(id).await.unwrap().unwrap().told, 2);
}

async fn one_match_takes_the_place_of_another(store: &Store) {
    let (old, heir, other) = (MatchId::new(5004), 5006, 5008);
    store.create(new(5004)).await.unwrap();
    let origin = SavedOrigin {
        record: "5f70".to_owned(),
        ply: 3,
        continues: Some(old),
        signer: None,
        copy_of: None,
        prologue: None,
    };
    let begun = |bits| NewMatch { origin: Some(origin.clone()), ..new(bits) };
    store.create(begun(heir)).await.unwrap();
    assert_eq!(store.load(MatchId::new(heir)).await.unwrap().unwrap().start, hashed(begun(heir)));
    assert_eq!(store.load(old).await.unwrap().unwrap().continued, Some(MatchId::new(heir)));
    // There is one such match; the second try leaves nothing.
    moved_on(store.create(begun(other)).await);
    assert!(store.load(MatchId::new(other)).await.unwrap().is_none());
    // Any number of them may go on from a record.
    for bits in [5010, 5012] {
        let (signer, copy_of) = (Some("a key".to_owned()), Some(old));
        let origin = Some(SavedOrigin { continues: None, signer, copy_of, ..origin.clone() });
        store.create(NewMatch { origin: origin.clone(), ..new(bits) }).await.unwrap();
        assert_eq!(store.load(MatchId::new(bits)).await.unwrap().unwrap().start.origin, origin);
    }
}

async fn one_match_goes_on_from_another_game(store: &Store) {
    let (old, next, other) = (MatchId::new(5020), 5022, 5024);
    store.create(new(5020)).await.unwrap();
    let table = |name: &str| (name.to_owned(), format!("{name} = 'ä'"));
    let prologue = SavedPrologue {
        follows: old,
        game: "another".to_owned(),
        score: -3,
        tables: vec![table("game/a.toml"), table("game/b.toml")],
    };
    let origin = SavedOrigin {
        record: "5f70".to_owned(),
        ply: 9,
        continues: None,
        signer: None,
        copy_of: None,
        prologue: Some(prologue),
    };
    let begun = |bits| NewMatch { origin: Some(origin.clone()), ..new(bits) };
    store.create(begun(next)).await.unwrap();
    assert_eq!(store.load(MatchId::new(next)).await.unwrap().unwrap().start, hashed(begun(next)));
    let kept = store.load(old).await.unwrap().unwrap();
    assert_eq!((kept.sequel, kept.continued), (Some(MatchId::new(next)), None));
    // There is one such match; the second try leaves nothing.
    moved_on(store.create(begun(other)).await);
    assert!(store.load(MatchId::new(other)).await.unwrap().is_none());
}

async fn what_is_answered_in_advance_is_kept(store: &Store) {
    let id = MatchId::new(5040);
    store.create(new(5040)).await.unwrap();
    let set = |answer: &str, turn| SetAnswer { seat: 1, answer: answer.to_owned(), turn };
    let answered = |seq| Answered { seq, seat: 1, answer: "stay".to_owned() };
    let kept = || async { store.load(id).await.unwrap().unwrap().standing };
    store.set_answer(id, set("stay", Some(3))).await.unwrap();
    store.set_answer(id, set("pass", Some(3))).await.unwrap();
    store.set_answer(id, set("stay", None)).await.unwrap();
    assert_eq!(kept().await.set, [set("pass", Some(3)), set("stay", None)]);
    // What is played by it is noted with it, and goes when it is taken back.
    let played =
        |after, lines: &[&str], seq| Plies { answered: vec![answered(seq)], ..plies(5040, after, 0, lines) };
    store.append(played(0, &["a", "b"], 2)).await.unwrap();
    store.append(played(2, &["c"], 3)).await.unwrap();
    assert_eq!(kept().await.answered, [answered(2), answered(3)]);
    assert_eq!(store.missed(id, 2, 0).await.unwrap().unwrap().standing, kept().await);
    let cut = Cut { id, keep: 2, after: 3, undos: 0, aside: None };
    store.cut(cut).await.unwrap();
    assert_eq!(kept().await.answered, [answered(2)]);
    // What was dropped is not played, and nothing of it is kept.
    store.drop_answer(id, 1, "stay").await.unwrap();
    assert_eq!(kept().await.set, [set("pass", Some(3))]);
    moved_on(store.append(Plies { undos: 1, ..played(2, &["c"], 3) }).await);
    assert_eq!(store.load(id).await.unwrap().unwrap().plies.len(), 2);
    assert_eq!(kept().await.answered, [answered(2)]);
}

async fn what_is_decided_before_its_turn_is_kept(store: &Store) {
    let id = MatchId::new(5030);
    store.create(new(5030)).await.unwrap();
    let early = |lines: &[&str]| Early { seat: 1, lines: lines.iter().map(|it| (*it).to_owned()).collect() };
    store.write_early(id, 0, 0, early(&["a"])).await.unwrap();
    store.write_early(id, 0, 0, early(&["a", "b c"])).await.unwrap();
    assert_eq!(store.load(id).await.unwrap().unwrap().early, [early(&["a", "b c"])]);
    // Not for another past.
    moved_on(store.write_early(id, 1, 0, early(&["x"])).await);
    // The other's plies leave it alone; its own take it along, all or nothing.
    store.append(plies(5030, 0, 0, &["first"])).await.unwrap();
    moved_on(store.append(Plies { early: Some(1), ..plies(5030, 0, 0, &["a", "b c"]) }).await);
    assert_eq!(store.load(id).await.unwrap().unwrap().early, [early(&["a", "b c"])]);
    store.append(Plies { early: Some(1), ..plies(5030, 1, 0, &["a", "b c"]) }).await.unwrap();
    assert_eq!(store.load(id).await.unwrap().unwrap().early, []);
    store.write_early(id, 3, 0, early(&["a"])).await.unwrap();
    store.write_early(id, 3, 0, early(&[])).await.unwrap();
    assert_eq!(store.load(id).await.unwrap().unwrap().early, []);
}

/// A match as it is kept: without its invitations, only their digests.
fn hashed(mut new: NewMatch) -> NewMatch {
    for seat in &mut new.seats {
        seat.invite = seat.invite.as_deref().map(store::digest);
    }
    new
}

async fn devices_and_secrets(store: &Store) {
    let device = |token: &str| Session {
        token: token.to_owned(),
        holder: "somebody".to_owned(),
        created: 5,
        seen: 6,
        device: "Firefox".to_owned(),
    };
    store.add_session(device("hash")).await.unwrap();
    assert_eq!(store.session("hash").await.unwrap(), Some(device("hash")));
    assert_eq!(store.session("other").await.unwrap(), None);
    assert_eq!(store.secret("key", vec![1, 2]).await.unwrap(), [1, 2]);
    assert_eq!(store.secret("key", vec![3]).await.unwrap(), [1, 2], "the first one stays");
}

async fn invitations_can_be_replaced(store: &Store) {
    store.create(new(6000)).await.unwrap();
    let id = MatchId::new(6000);
    moved_on(store.invite(id, 0, "another").await);
    store.invite(id, 1, "another").await.unwrap();
    assert_eq!(store.take("invite-6000", "x").await.unwrap(), None);
    assert_eq!(store.take("another", "x").await.unwrap(), Some((id, 1)));
    moved_on(store.invite(id, 1, "a third").await);
}

async fn beginnings_are_known_by_their_marks(store: &Store) {
    store.create(new(6002)).await.unwrap();
    let id = MatchId::new(6002);
    let mark = Some(Mark { seq: 2, mark: "digest".to_owned() });
    store.append(Plies { mark, ..plies(6002, 0, 0, &["a", "b"]) }).await.unwrap();
    assert_eq!(store.marked("digest").await.unwrap(), Some(id));
    assert_eq!(store.marked("other").await.unwrap(), None);
    store.cut(Cut { id, keep: 1, after: 2, undos: 0, aside: None }).await.unwrap();
    assert_eq!(store.marked("digest").await.unwrap(), None, "what is taken back is no mark");
}

async fn servers_share_the_thinking(store: &Store) {
    let id = MatchId::new(8202);
    store.create(new(8202)).await.unwrap();
    let lease = |now: i64| Lease { now, until: now + 10 };
    if !store.is_shared() {
        assert!(store.claim_turn(id, lease(1)).await.unwrap() && store.listen().is_none());
        assert_eq!(store.take_over_turns(lease(100), 10).await.unwrap(), []);
    }
    // What a server has missed that knows so much.
    store.append(plies(8202, 0, 0, &["a", "* 1 2", "b"])).await.unwrap();
    let missed = |seq, undos| async move { store.missed(id, seq, undos).await.unwrap().unwrap().plies };
    let lines = |plies: Option<Vec<store::SavedPly>>| -> Option<Vec<String>> {
        plies.map(|plies| plies.into_iter().map(|ply| ply.line).collect())
    };
    assert_eq!(lines(missed(1, 0).await), Some(vec!["* 1 2".to_owned(), "b".to_owned()]));
    assert_eq!(lines(missed(3, 0).await), Some(Vec::new()));
    store.cut(Cut { id, keep: 2, after: 3, undos: 0, aside: None }).await.unwrap();
    assert_eq!(missed(3, 0).await, None, "steps were taken back: read all of it again");
    assert_eq!(store.missed(MatchId::new(999_998), 0, 0).await.unwrap(), None, "there is no such match");
}

#[test]
fn servers_on_one_postgres_hear_and_replace_each_other() {
    let Some(server) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (one, two) =
            (Store::open(&server.address).await.unwrap(), Store::open(&server.address).await.unwrap());
        let mut heard = two.listen().unwrap();
        assert_eq!(heard.recv().await, Some(Change::Anything), "the line was down until now");
        let id = MatchId::new(2);
        one.create(new(2)).await.unwrap();
        two.create(new(4)).await.unwrap();
        one.append(plies(2, 0, 0, &["a"])).await.unwrap();
        assert_eq!(heard.recv().await, Some(Change::Match(id)));
        two.append(plies(4, 0, 0, &["x"])).await.unwrap();
        moved_on(one.append(plies(2, 0, 0, &["b"])).await);
        one.say(id, said(1, "said")).await.unwrap();
        assert_eq!(heard.recv().await, Some(Change::Match(id)), "one's own changes and failures are no news");
        one.sign_out("holder-a", store::Which::AllBut("x".to_owned())).await.unwrap();
        assert_eq!(heard.recv().await, Some(Change::People));
        // Both write at once, each with numbers of its own.
        for n in 1..1500 {
            let line = n.to_string();
            let (a, b) =
                tokio::join!(one.append(plies(2, n, 0, &[&line])), two.append(plies(4, n, 0, &[&line])));
            a.unwrap();
            b.unwrap();
        }
        assert_eq!(two.load(id).await.unwrap().unwrap().plies.last().unwrap().line, "1499");
        // One thinks for a machine; the other may not, until the first is late.
        let lease = |now: i64| Lease { now, until: now + 10 };
        assert!(one.claim_turn(id, lease(100)).await.unwrap());
        assert!(one.claim_turn(id, lease(105)).await.unwrap(), "its own");
        assert!(!two.claim_turn(id, lease(110)).await.unwrap());
        assert_eq!(two.take_over_turns(lease(115), 10).await.unwrap(), []);
        assert_eq!(two.take_over_turns(lease(116), 10).await.unwrap(), [id]);
        assert!(!one.claim_turn(id, lease(117)).await.unwrap());
        one.release_turn(id).await.unwrap();
        assert!(!one.claim_turn(id, lease(118)).await.unwrap(), "what is another's is not given up");
        two.release_turn(id).await.unwrap();
        assert!(one.claim_turn(id, lease(119)).await.unwrap());
    });
}

/// An account is a program's from its first token on; the tokens go with the password, the mark stays.
async fn programs_have_tokens(store: &Store) {
    let holder = "account:robot";
    let account = store::Account {
        holder: holder.to_owned(),
        name: "Robot".to_owned(),
        password: "x".to_owned(),
        recovery: "y".to_owned(),
        created: 1,
        bot: false,
    };
    store.add_account(account).await.unwrap();
    let token = |token: &str| BotToken {
        token: token.to_owned(),
        holder: holder.to_owned(),
        name: "at home".to_owned(),
        created: 1,
    };
    assert!(!store.account_of(holder).await.unwrap().unwrap().bot);
    store.add_bot_token(token("one"), 2).await.unwrap();
    store.add_bot_token(token("two"), 2).await.unwrap();
    assert!(matches!(store.add_bot_token(token("three"), 2).await, Err(StoreError::MovedOn)));
    assert!(store.account_named("robot").await.unwrap().unwrap().bot);
    assert_eq!(store.bot_tokens(holder).await.unwrap(), [token("one"), token("two")]);
    assert_eq!(store.bot_token("two").await.unwrap(), Some(token("two")));
    store.remove_bot_token("two").await.unwrap();
    assert_eq!(store.bot_token("two").await.unwrap(), None);
    store.renew_account(holder, "z".to_owned(), "z".to_owned()).await.unwrap();
    assert_eq!(store.bot_tokens(holder).await.unwrap(), []);
    store.add_bot_token(token("four"), 2).await.unwrap();
    store.ban(holder, 1).await.unwrap();
    assert_eq!(store.bot_token("four").await.unwrap(), None, "who is banned has none");
    store.unban(holder).await.unwrap();
    assert!(store.account_of(holder).await.unwrap().unwrap().bot);
    store
        .create(NewMatch {
            seats: vec![NewSeat {
                player: "human".to_owned(),
                holder: Some(holder.to_owned()),
                invite: None,
            }],
            ..new(7710)
        })
        .await
        .unwrap();
    assert_eq!(store.playing(holder, 9).await.unwrap(), [MatchId::new(7710)]);
    store.remove_account(holder, "gone:robot").await.unwrap();
    assert_eq!(store.bot_tokens(holder).await.unwrap(), []);
}

/// Who waits for somebody is told once, until he has done what is waited for; messages are tried again and given up.
async fn people_are_told_once(store: &Store) {
    let holder = "account:told";
    store.create(new(7700)).await.unwrap();
    let id = MatchId::new(7700);
    let way = |id: &str, kind: &str, state: &str| Way {
        id: id.to_owned(),
        holder: holder.to_owned(),
        kind: kind.to_owned(),
        target: "https://club.example/hook".to_owned(),
        secret: format!("secret of {id}"),
        state: state.to_owned(),
        created: 1,
        tried: 0,
        failed: 0,
        says: String::new(),
    };
    let (hook, mail) = (way("hook", "webhook", "on"), way("mail", "mail", "waiting"));
    store.add_way(hook.clone(), 2).await.unwrap();
    store.add_way(mail.clone(), 2).await.unwrap();
    assert!(matches!(store.add_way(way("more", "ntfy", "on"), 2).await, Err(StoreError::MovedOn)));
    assert_eq!(store.ways(holder).await.unwrap(), [hook.clone(), mail.clone()]);
    assert_eq!(store.mailbox("secret of mail").await.unwrap(), Some(mail));
    assert_eq!(store.mailbox("secret of hook").await.unwrap(), None, "what signs is no code");
    let due = |quiet| Due { holder: holder.to_owned(), kind: "turn", quiet };
    let turned = |seq, due, done: &[&str]| {
        let done = done.iter().map(|&it| it.to_owned()).collect();
        store.turned(Turned { id, seq, undos: 0, due, done, now: 1000, from: 2000 })
    };
    // It goes by the ways that are used, once, and not before its time.
    turned(0, vec![due(false)], &[]).await.unwrap();
    turned(0, vec![due(false)], &[]).await.unwrap();
    assert!(!store.is_anything_due(1999).await.unwrap() && store.is_anything_due(2000).await.unwrap());
    let first = store.claim_deliveries(2000, 3000, 9).await.unwrap();
    let [sent] = &first[..] else { panic!("{first:?}") };
    assert_eq!((&sent.way, sent.id, sent.kind.as_str(), sent.tries), (&hook, Some(id), "turn", 0));
    // Who has it in hand has it for a while.
    assert_eq!(store.claim_deliveries(2500, 3000, 9).await.unwrap(), []);
    let late = store.claim_deliveries(3001, 4000, 9).await.unwrap();
    assert_eq!(late, first);
    store.settle_delivery(late[0].clone(), Sent::Again(5000, "No answer.".to_owned()), 3000).await.unwrap();
    assert_eq!(store.claim_deliveries(4999, 6000, 9).await.unwrap(), []);
    let again = store.claim_deliveries(5000, 6000, 9).await.unwrap();
    assert_eq!((again[0].tries, again[0].way.says.as_str()), (1, "No answer."));
    store.settle_delivery(again[0].clone(), Sent::Arrived, 5000).await.unwrap();
    let after = store.ways(holder).await.unwrap();
    assert_eq!((after[0].tried, after[0].says.as_str()), (5, ""));
    // He has been told, until he has played.
    turned(0, vec![due(false)], &[]).await.unwrap();
    assert!(!store.is_anything_due(9000).await.unwrap());
    turned(0, Vec::new(), &[holder]).await.unwrap();
    // A writer who does not know the newest position changes nothing.
    turned(1, vec![due(false)], &[]).await.unwrap();
    assert!(!store.is_anything_due(9000).await.unwrap());
    // Who sees it needs no word; who looks later takes back what was on its way.
    turned(0, vec![due(true)], &[]).await.unwrap();
    assert!(!store.is_anything_due(9000).await.unwrap());
    turned(0, vec![due(false)], &[holder]).await.unwrap();
    assert!(store.is_anything_due(9000).await.unwrap());
    store.looks(id, holder, 5000).await.unwrap();
    assert!(!store.is_anything_due(9000).await.unwrap());
    assert_eq!(store.is_looking(id, holder, 4999).await.unwrap(), store.is_shared());
    store.leaves(id, holder).await.unwrap();
    assert!(!store.is_looking(id, holder, 4999).await.unwrap());
    // What had nothing to say any more may be said anew.
    turned(0, vec![due(false)], &[holder]).await.unwrap();
    let void = store.claim_deliveries(2000, 3000, 9).await.unwrap().remove(0);
    store.settle_delivery(void, Sent::Void, 2000).await.unwrap();
    turned(0, vec![due(false)], &[]).await.unwrap();
    assert!(store.is_anything_due(9000).await.unwrap());
    // After too many failures a way is left alone, until its owner wants it again.
    let gone = store.claim_deliveries(2000, 3000, 9).await.unwrap().remove(0);
    store.settle_delivery(gone, Sent::GivenUp("404".to_owned(), 1), 2000).await.unwrap();
    assert_eq!(store.ways(holder).await.unwrap()[0].state, "failed");
    turned(0, vec![due(false)], &[holder]).await.unwrap();
    assert!(!store.is_anything_due(9000).await.unwrap());
    store.use_way("hook").await.unwrap();
    store.tell_one("mail", "confirm", 1).await.unwrap();
    let confirm = store.claim_deliveries(9000, 9001, 9).await.unwrap().remove(0);
    assert_eq!((confirm.way.id.as_str(), confirm.id, confirm.kind.as_str()), ("mail", None, "confirm"));
    store.remove_way("mail").await.unwrap();
    store.settle_delivery(confirm, Sent::Again(9, "x".to_owned()), 9).await.unwrap();
    assert!(!store.is_anything_due(99_000).await.unwrap());
    // A feed has one address at a time.
    store.set_feed(holder, Some("first address")).await.unwrap();
    store.set_feed(holder, Some("an address")).await.unwrap();
    assert_eq!(store.feed("first address").await.unwrap(), None);
    assert_eq!(store.feed("an address").await.unwrap().as_deref(), Some(holder));
    assert!(store.has_feed(holder).await.unwrap() && !store.has_feed("account:1").await.unwrap());
    store.tell(holder, id, "challenge", 1).await.unwrap();
    assert!(store.is_anything_due(1).await.unwrap());
}

#[test]
fn everything_is_copied_from_one_kind_of_database_to_the_other_and_back() {
    let folder = Folder::new();
    let file = |name: &str| format!("sqlite:{}", folder.0.join(name).display());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (first, last) = (file("first.db"), file("last.db"));
    let middle = Postgres::start();
    let middle = middle.as_ref().map_or_else(|| file("middle.db"), |server| server.address.clone());
    let dump = |address: &str| runtime.block_on(dump(address));
    let before = runtime.block_on(async {
        let store = Store::open(&first).await.unwrap();
        kept_as_written(&store).await;
        later_revisions(&store).await;
        journals_as_they_were_told(&store).await;
        devices_and_secrets(&store).await;
        beside_the_record(&store).await;
        results_count_once(&store).await;
        let account = store::Account {
            holder: "account:1".to_owned(),
            name: "Anna".to_owned(),
            password: "x".to_owned(),
            recovery: "y".to_owned(),
            created: 1,
            bot: false,
        };
        store.add_account(account).await.unwrap();
        people_are_told_once(&store).await;
        store.ban("account:1", 7).await.unwrap();
        store.close_registration(true).await.unwrap();
        // More than one handful of plies.
        store.create(new(9000)).await.unwrap();
        let lines: Vec<String> = (0..2500).map(|n| n.to_string()).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        store.append(plies(9000, 0, 0, &lines)).await.unwrap();
        // It is copied while it is open.
        dump_of(&store).await
    });
    let copied = store::copy(&first, &middle).unwrap();
    assert!(copied.iter().any(|&(table, rows)| table == "plies" && rows > 2500), "{copied:?}");
    assert_eq!(store::copy(&middle, &last).unwrap(), copied);
    for address in [&middle, &last] {
        assert_eq!(dump(address), before, "{address}");
    }
    // What is there already is never mixed with it, and nothing of a copy that failed is left.
    assert!(matches!(store::copy(&last, &middle), Err(StoreError::NotEmpty)));
    assert_eq!(dump(&middle), before);
    runtime.block_on(async {
        let store = Store::open(&last).await.unwrap();
        assert!(store.is_banned("account:1").await.unwrap() && store.registration_is_closed().await.unwrap());
        store.unban("account:1").await.unwrap();
        store.close_registration(false).await.unwrap();
        assert!(
            !store.is_banned("account:1").await.unwrap() && !store.registration_is_closed().await.unwrap()
        );
        // What is still to be told, and by which way, came along.
        assert_eq!(store.ways("account:told").await.unwrap().len(), 1);
        assert_eq!(store.claim_deliveries(i64::MAX - 1, i64::MAX, 9).await.unwrap().len(), 1);
        assert_eq!(store.feed("an address").await.unwrap().as_deref(), Some("account:told"));
        let users = store.users().await.unwrap();
        assert_eq!((users.len(), users[0].name.as_str(), users[0].banned), (1, "Anna", None));
        store.append(plies(9000, 2500, 0, &["on"])).await.unwrap();
    });
}

async fn dump(address: &str) -> Vec<(store::Saved, store::Club, Vec<Told>)> {
    dump_of(&Store::open(address).await.unwrap()).await
}

async fn dump_of(store: &Store) -> Vec<(store::Saved, store::Club, Vec<Told>)> {
    let mut all = Vec::new();
    for id in store.all(None, 1000).await.unwrap() {
        let saved = store.load(id).await.unwrap().unwrap();
        all.push((saved, store.club(id).await.unwrap(), store.told(id).await.unwrap()));
    }
    assert!(all.len() > 4);
    all
}

fn said(number: i64, kind: &str) -> Said {
    Said { number, seq: 1, at: 9, seat: 1, kind: kind.to_owned(), says: "x".to_owned() }
}

async fn beside_the_record(store: &Store) {
    let clock = Clock { bank: 600, per_turn: 60, left: vec![600, 600], since: None, turn: 0 };
    let terms =
        Terms { open: true, public: true, rated: true, clock: Some(clock.clone()), ..Terms::default() };
    let (id, other, kept) = (MatchId::new(8002), MatchId::new(8004), MatchId::new(8006));
    store.create(NewMatch { terms: Some(terms.clone()), ..new(8002) }).await.unwrap();
    assert_eq!(store.club(id).await.unwrap().terms, terms);
    assert_eq!(store.club(MatchId::new(1)).await.unwrap(), store::Club::default());
    // Open seats, and those that are kept for somebody.
    let wanted = Terms { wanted: Some("holder-b".to_owned()), rematch: Some(id), ..Terms::default() };
    store.create(NewMatch { terms: Some(wanted.clone()), ..new(8004) }).await.unwrap();
    moved_on(store.create(NewMatch { terms: Some(wanted), ..new(8006) }).await);
    assert_eq!(store.load(kept).await.unwrap(), None, "one return match");
    assert_eq!(store.rematch_of(id).await.unwrap(), Some(other));
    assert_eq!(store.lobby(Lobby::Open, 10).await.unwrap(), [id]);
    assert_eq!(store.lobby(Lobby::For("holder-b".to_owned()), 10).await.unwrap(), [other]);
    moved_on(store.sit(other, "holder-c").await);
    assert_eq!(store.sit(other, "holder-b").await.unwrap(), 1);
    assert_eq!(store.invited("invite-8002").await.unwrap(), Some((id, 1)));
    assert_eq!(store.sit(id, "holder-c").await.unwrap(), 1);
    moved_on(store.sit(id, "holder-b").await);
    assert_eq!(store.invited("invite-8002").await.unwrap(), None);
    assert_eq!(store.lobby(Lobby::Open, 10).await.unwrap(), []);
    assert_eq!(store.lobby(Lobby::Watch, 10).await.unwrap(), [id]);
    // Lines have a number each; a clock moves with the plies; what is taken back by consent is told.
    store.say(id, said(1, "said")).await.unwrap();
    moved_on(store.say(id, said(1, "resigned")).await);
    let running = Clock { left: vec![500, 600], since: Some(70), ..clock };
    let added = Plies { clock: Some(running.clone()), ..plies(8002, 0, 0, &["a", "* 1 2", "b"]) };
    store.append(added).await.unwrap();
    assert_eq!(store.club(id).await.unwrap().terms.clock, Some(running.clone()));
    let cut = Cut { id, keep: 1, after: 3, undos: 0, aside: None };
    moved_on(store.take_back(cut.clone(), said(1, "back-granted"), None).await);
    let wrong = Cut { after: 2, ..cut.clone() };
    moved_on(store.take_back(wrong, said(2, "back-granted"), None).await);
    store.take_back(cut, said(2, "back-granted"), Some(Clock { since: Some(80), ..running })).await.unwrap();
    assert_eq!(lines(store, 8002).await, ["a"]);
    let club = store.club(id).await.unwrap();
    assert_eq!((club.said.len(), club.terms.clock.unwrap().since), (2, Some(80)));
    // Notes are one's own, and go along.
    store.note(id, "guest", "one".to_owned()).await.unwrap();
    store.note(id, "guest", "two".to_owned()).await.unwrap();
    store.take_over("guest", "account:1").await.unwrap();
    assert_eq!(store.noted(id, "guest").await.unwrap(), None);
    assert_eq!(store.notes("account:1").await.unwrap(), [(id, "two".to_owned())]);
    store.note(id, "account:1", String::new()).await.unwrap();
    assert_eq!(store.noted(id, "account:1").await.unwrap(), None);
}

async fn results_count_once(store: &Store) {
    fn rate(before: [Option<Rating>; 2], halves: u8) -> [Rating; 2] {
        let more = i64::from(halves);
        before.map(|it| Rating {
            rating: it.map_or(0, |it| it.rating) + more,
            deviation: 1,
            volatility: 1,
            games: it.map_or(0, |it| it.games) + 1,
        })
    }
    let id = MatchId::new(8102);
    let terms = Terms { open: true, public: true, ..Terms::default() };
    store.create(NewMatch { terms: Some(terms), ..new(8102) }).await.unwrap();
    let who = |holder: &str, side: &str| Rated { holder: holder.to_owned(), side: side.to_owned() };
    let result = SavedResult { winner: Some(0), how: "resigned".to_owned(), at: 5 };
    let ended = Ended {
        id,
        result: result.clone(),
        game: "circle-of-fire".to_owned(),
        rated: Some([who("account:7", "german"), who("account:8", "soviet")]),
    };
    // Whoever claims the game does not know yet what the other has played in time.
    moved_on(store.end(said(1, "resigned"), ended.clone(), rate).await);
    assert_eq!(store.club(id).await.unwrap().result, None);
    store.append(plies(8102, 0, 0, &["a"])).await.unwrap();
    store.end(said(1, "resigned"), ended.clone(), rate).await.unwrap();
    moved_on(store.end(said(1, "resigned"), ended.clone(), rate).await);
    store.settle(ended, rate).await.unwrap();
    let club = store.club(id).await.unwrap();
    assert_eq!((club.result, club.terms.open), (Some(result), false));
    let ratings = store.ratings("account:7").await.unwrap();
    assert_eq!((ratings.len(), ratings[0].side.as_str(), ratings[0].rating.games), (1, "german", 1));
    store.remove_account("account:7", "gone:7").await.unwrap();
    assert_eq!(store.ratings("account:7").await.unwrap(), []);
}

async fn old_matches_leave(store: &Store) {
    let at = |bits: u64, created| NewMatch { created, ..new(bits) };
    // The first move of a game may take as long as its clock says.
    let clock = Clock { bank: 7_776_000, per_turn: 0, left: vec![7_776_000; 2], since: Some(20), turn: 1 };
    let terms = Some(Terms { clock: Some(clock), ..Terms::default() });
    store.create(NewMatch { terms, ..at(7008, 10) }).await.unwrap();
    // Long ago, and not played; long ago, but played lately; played long ago.
    for (bits, created) in [(7000, 10), (7002, 10), (7004, 10), (7006, 1_000)] {
        store.create(at(bits, created)).await.unwrap();
    }
    let lines = ["a", "b", "c", "d", "e"];
    store.append(Plies { at: 900, ..plies(7002, 0, 0, &lines) }).await.unwrap();
    store.append(Plies { at: 20, ..plies(7004, 0, 0, &lines) }).await.unwrap();
    assert_eq!(
        store.count_held("holder-a").await.unwrap(),
        store.held("holder-a", 10_000).await.unwrap().len() as u64
    );
    let gone = store.expire(Expiry { unplayed: 500, untouched: i64::MIN }, 10).await.unwrap();
    assert_eq!(gone, [MatchId::new(7000)]);
    let gone = store.expire(Expiry { unplayed: 500, untouched: 800 }, 10).await.unwrap();
    assert_eq!(gone, [MatchId::new(7004), MatchId::new(7008)]);
    for (bits, there) in [(7000, false), (7002, true), (7004, false), (7006, true), (7008, false)] {
        assert_eq!(store.load(MatchId::new(bits)).await.unwrap().is_some(), there, "{bits}");
    }
    // So do guests who sit nowhere; whoever sits, has an account or came lately stays.
    let guest = |token: &str, holder: &str, created| Session {
        token: token.to_owned(),
        holder: holder.to_owned(),
        created,
        seen: created,
        device: String::new(),
    };
    let devices = [
        guest("gone", "gone", 10),
        guest("holder-a", "holder-a", 10),
        guest("phone", "account:1", 10),
        guest("new", "new", 900),
    ];
    for device in devices {
        store.add_session(device).await.unwrap();
    }
    store.expire(Expiry { unplayed: 500, untouched: i64::MIN }, 10).await.unwrap();
    for (token, there) in [("gone", false), ("holder-a", true), ("phone", true), ("new", true)] {
        assert_eq!(store.session(token).await.unwrap().is_some(), there, "{token}");
    }
}

/// Servers that start together on an empty database: one makes the tables, the others wait for it.
async fn start_together(address: &str) {
    let opening: Vec<_> = (0..6)
        .map(|_| {
            let address = address.to_owned();
            tokio::spawn(async move { Store::open(&address).await.map(drop) })
        })
        .collect();
    for opened in opening {
        opened.await.unwrap().unwrap();
    }
}

#[test]
fn servers_that_start_together_take_turns_on_sqlite() {
    let folder = Folder::new();
    let address = format!("sqlite:{}", folder.0.join("new.db").display());
    tokio::runtime::Runtime::new().unwrap().block_on(start_together(&address));
}

#[test]
fn servers_that_start_together_take_turns_on_postgres() {
    let Some(server) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    tokio::runtime::Runtime::new().unwrap().block_on(start_together(&server.address));
}

#[test]
fn a_file_has_one_server() {
    let folder = Folder::new();
    // A first start: not even the folder is there.
    let address = format!("sqlite:{}", folder.0.join("new/club.db").display());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let first = Store::claim(&address).await.unwrap();
        let second = Store::claim(&address).await.err().unwrap().to_string();
        assert!(second.contains("another server uses") && second.contains("club.db"), "{second}");
        first.pulse(1).await.unwrap();
        drop(first);
        // The first one's thread lets go when it ends.
        while Store::claim(&address).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
}

#[test]
fn passwords_are_not_told() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for address in ["postgre://me:sesame@host/name", "postgres://me:sesame@host:nonsense/name"] {
        let error = runtime.block_on(Store::open(address)).err().unwrap();
        assert!(!format!("{error} {error:?}").contains("sesame"), "{error} {error:?}");
    }
}

#[test]
fn postgres_is_reached_over_tls() {
    let Some(server) = Postgres::start_with(Tls::On) else {
        eprintln!("\n*** SKIPPED: PostgreSQL or openssl was not found ***\n");
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let roots = server.folder.0.join("server.crt");
    let address = format!("{}?sslmode=require&sslrootcert={}", server.over_tcp(), roots.display());
    runtime.block_on(async { Store::open(&address).await.unwrap().pulse(1).await.unwrap() });
    // A certificate that nobody vouches for is refused.
    let address = format!("{}?sslmode=require", server.over_tcp());
    let refused = runtime.block_on(Store::open(&address)).err().unwrap().to_string();
    assert!(refused.contains("certificate") || refused.contains("TLS"), "{refused}");
}

async fn still_there(address: &str) {
    let store = Store::open(address).await.unwrap();
    assert_eq!(lines(&store, 20).await, ["a", "b", "d"]);
    store.append(plies(20, 3, 1, &["e"])).await.unwrap();
}
