//! Matches outlive a change of rules: they go on, or they are read as they were recorded and go on from the last moment
//! common to both.

use kernel::{Record, dummy::Dummy};
use serde_json::{Value, json};
use server::{App, Dice, Settings, Shelf};
use store::Store;

use crate::env::{Client, Env, id, settings};

/// The first revision: dice after `go`.
const OLD: &str = "left(go: die(@1 right(hold: ^, yield: =left), @2 right(hold: ^, yield: =left)), stay: ^)";
/// Another in which everything holds that was played, and more is possible.
const WIDER: &str = "left(go: die(@1 right(hold: ^, yield: =left, cheat: ^), @2 right(hold: ^, yield: =left)), stay: ^, wait: ^)";
/// One in which nobody holds.
const NO_HOLDING: &str =
    "left(go: die(@1 right(give: ^, yield: =left), @2 right(give: ^, yield: =left)), stay: ^, hold: ^)";
/// One in which staying is a risk.
const RISKY: &str =
    "left(go: die(@1 right(hold: ^, yield: =left), @2 right(hold: ^, yield: =left)), stay: die(^, ^))";
/// One in which going is none.
const SAFE: &str = "left(go: @1 right(hold: ^, yield: =left), stay: ^)";

/// A server that plays this revision.
async fn serve(env: &Env, game: Dummy) -> App {
    let store = Store::open(&format!("sqlite:{}", env.path("test.db").display())).await.unwrap();
    App::with(store, Shelf::of(game), Settings { dice: Dice::Seeded(7), ..settings() })
}

fn dummy(tree: &str, revision: u32) -> Dummy {
    Dummy::tree(tree).unwrap().of_revision(revision)
}

/// A match on one screen in which these were played by the first revision; the journal is kept if the server ends well.
async fn played(env: &Env, actions: &[&str], ends_well: bool) -> (Client, String, Before) {
    let context = serve(env, dummy(OLD, 1)).await;
    let mut one = Client::new(&context);
    let begin = json!({ "game": "dummy", "against": "hotseat", "options": ["long"] });
    let id = id(&one.begin(begin).await);
    for action in actions {
        let seq = one.look(&id).await["view"]["seq"].as_u64().unwrap();
        one.play(&id, action, seq).await.json(200);
    }
    let before = Before { journal: journal(&mut one, &id).await, record: record(&mut one, &id).await };
    assert!(one.look(&id).await["meta"].get("rules").is_none());
    if ends_well {
        context.put_away().await;
    }
    (one, id, before)
}

/// What was to be read of a match before the rules changed.
struct Before {
    journal: Vec<Value>,
    record: String,
}

async fn reopen(env: &Env, game: Dummy, one: &Client) -> Client {
    Client::new(&serve(env, game).await).with_cookie(one.cookie.clone())
}

async fn journal(one: &mut Client, id: &str) -> Vec<Value> {
    let mut answer = one.get(&format!("/api/matches/{id}/journal")).await.json(200);
    serde_json::from_value(answer["lines"].take()).unwrap()
}

async fn record(one: &mut Client, id: &str) -> String {
    let answer = one.get(&format!("/api/matches/{id}/record")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    String::from_utf8(answer.bytes).unwrap()
}

async fn listed(one: &mut Client, id: &str) -> Value {
    let list = one.get("/api/matches").await.json(200)["matches"].take();
    let found = list.as_array().unwrap().iter().find(|it| it["id"] == id).cloned();
    found.unwrap_or_else(|| panic!("{id} is not in {list}"))
}

/// The words of each line, whatever they name.
fn says(lines: &[Value]) -> Vec<String> {
    let words =
        |span: &Value| span.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned();
    lines.iter().map(|line| line["says"].as_array().unwrap().iter().map(words).collect()).collect()
}

const FROM_HERE_ON: &str = "From here on by revision 2 of the rules.";

#[tokio::test]
async fn a_match_goes_on_where_all_of_it_still_holds_and_its_journal_says_so() {
    let env = Env::new();
    let (one, id, before) = played(&env, &["stay", "go", "hold", "stay"], true).await;
    let mut one = reopen(&env, dummy(WIDER, 2), &one).await;
    assert_eq!(listed(&mut one, &id).await["rules"]["state"], "goes-on");
    let look = one.look(&id).await;
    let rules = &look["meta"]["rules"];
    assert_eq!((&rules["begun"], &rules["now"]), (&json!(1), &json!(2)));
    assert_eq!(rules["revised"], json!([{ "ply": 5, "rules": 2 }]));
    assert!(rules["says"].as_str().unwrap().contains("from step 5 on"), "{rules}");
    let lines = journal(&mut one, &id).await;
    assert_eq!(lines[..before.journal.len()], before.journal[..]);
    assert_eq!(says(&lines).last().map(String::as_str), Some(FROM_HERE_ON));
    assert_eq!(look["view"]["journal"].as_array().unwrap().last(), lines.last());
    // What only the new rules know can be played.
    assert_eq!(one.play(&id, "wait", 5).await.json(200)["seq"], 6);
    let replay = |ply: usize| format!("/api/matches/{id}/replay?ply={ply}");
    let told = one.get(&replay(4)).await.json(200)["view"]["journal"].to_string();
    assert!(!told.contains(FROM_HERE_ON), "{told}");
    let told = one.get(&replay(5)).await.json(200)["view"]["journal"].to_string();
    assert!(told.contains(FROM_HERE_ON), "{told}");
    // It stays where it is, for the next server and in the record.
    let mut one = reopen(&env, dummy(WIDER, 2), &one).await;
    let again = journal(&mut one, &id).await;
    assert_eq!(says(&again).iter().position(|says| *says == FROM_HERE_ON), Some(lines.len() - 1));
    let text = record(&mut one, &id).await;
    let kept = Record::parse(&text).unwrap();
    assert!(text.contains("\nrules: 1\n") && text.contains("\nrevised: 2 from ply 5\n"), "{text}");
    assert_eq!(kept.lines.len(), 6);
    one.undo(&id, 6).await.json(200);
    one.post(&format!("/api/matches/{id}/continue"), &json!({})).await.error(422, "refused");
}

#[tokio::test]
async fn looking_at_a_match_leaves_it_to_the_server_before() {
    let env = Env::new();
    let (one, id, before) = played(&env, &["stay"], true).await;
    let mut new = reopen(&env, dummy(WIDER, 2), &one).await;
    assert_eq!(new.look(&id).await["meta"]["rules"]["state"], "goes-on");
    let mut old = reopen(&env, dummy(OLD, 1), &one).await;
    assert_eq!(record(&mut old, &id).await, before.record);
    assert!(old.look(&id).await["meta"].get("rules").is_none());
    // Once something was played by the new rules, the old server has to pass.
    new.play(&id, "wait", 1).await.json(200);
    let mut old = reopen(&env, dummy(OLD, 1), &one).await;
    let refused = old.get(&format!("/api/matches/{id}")).await.error(422, "refused");
    assert!(refused["says"].as_str().unwrap().contains("A newer server"), "{refused}");
    let entry = listed(&mut old, &id).await;
    assert_eq!((&entry["rules"]["state"], &entry["you"]), (&json!("unreadable"), &json!(["left", "right"])));
    assert_eq!(entry["rules"]["says"], refused["says"]);
}

#[tokio::test]
async fn a_match_that_differs_is_read_as_it_was_recorded() {
    for (tree, ply, case, by) in [
        (NO_HOLDING, 4, Some("1.2"), "no such branch"),
        (RISKY, 2, None, "dice that are now due"),
        (SAFE, 3, None, "dice that are no longer due"),
    ] {
        let env = Env::new();
        let (one, id, before) = played(&env, &["stay", "go", "hold", "stay", "go", "yield"], true).await;
        let mut one = reopen(&env, dummy(tree, 2), &one).await;
        let entry = listed(&mut one, &id).await;
        assert_eq!(entry["waits_for"], Value::Null);
        let look = one.look(&id).await;
        let rules = &look["meta"]["rules"];
        assert_eq!(rules["state"], "differs", "{tree}: {rules}");
        assert_eq!((&rules["ply"], &rules["common"]), (&json!(ply), &json!(ply - 1)), "{tree}");
        assert_eq!((&rules["case"], &rules["plies"]), (&json!(case), &json!(8)), "{tree}");
        let told = rules["says"].as_str().unwrap();
        assert!(told.contains(&format!("at step {ply} of 8")) && told.contains(by), "{told}");
        // The position of the last common moment, in which nobody decides; the journal and the end as recorded.
        assert_eq!(look["view"]["seq"], ply - 1);
        assert_eq!(look["view"]["offers"], json!([]));
        assert_eq!(look["meta"]["over"]["winner"], "left");
        assert_eq!(look["view"]["outcome"], look["meta"]["over"]);
        assert_eq!(journal(&mut one, &id).await, before.journal);
        assert_eq!(look["view"]["journal"], Value::from(before.journal.clone()));
        assert_eq!(record(&mut one, &id).await, before.record);
        let replay = |ply: usize| format!("/api/matches/{id}/replay?ply={ply}");
        let seen = one.get(&replay(ply - 1)).await.json(200);
        assert_eq!((&seen["plies"], &seen["view"]["seq"]), (&json!(ply - 1), &json!(ply - 1)));
        let last = seen["view"]["journal"].as_array().unwrap().last().cloned();
        assert!(last.is_none_or(|line| line["seq"].as_u64().unwrap() < ply as u64));
        assert_eq!(one.get(&replay(ply)).await.error(400, "bad-request")["field"], "ply");
        // Nothing can be played, taken back or advised.
        let refused = one.play(&id, "stay", ply as u64 - 1).await.error(422, "refused");
        assert_eq!(refused["case"], json!(case).take());
        one.undo(&id, ply as u64 - 1).await.error(422, "refused");
        one.post(&format!("/api/matches/{id}/hint"), &json!({})).await.error(403, "forbidden");
        // The server before has lost nothing.
        let mut old = reopen(&env, dummy(OLD, 1), &one).await;
        assert_eq!(record(&mut old, &id).await, before.record);
    }
}

#[tokio::test]
async fn where_nobody_kept_the_journal_it_is_told_as_far_as_it_goes_and_then_in_notations() {
    let env = Env::new();
    let (one, id, before) = played(&env, &["stay", "go", "hold", "stay"], false).await;
    let mut one = reopen(&env, dummy(NO_HOLDING, 2), &one).await;
    let lines = journal(&mut one, &id).await;
    let common = before.journal.iter().filter(|line| line["seq"].as_u64().unwrap() <= 3).count();
    assert_eq!(lines[..common], before.journal[..common]);
    assert_eq!(says(&lines[common..]), ["hold", "stay"]);
    assert_eq!(record(&mut one, &id).await, before.record);
    assert_eq!(one.look(&id).await["meta"]["over"], Value::Null);
}

#[tokio::test]
async fn a_match_that_differs_goes_on_as_another_from_the_last_common_moment() {
    let env = Env::new();
    let (one, id, before) = played(&env, &["stay", "go", "hold", "stay"], true).await;
    let mut one = reopen(&env, dummy(NO_HOLDING, 2), &one).await;
    let path = format!("/api/matches/{id}/continue");
    one.with_cookie(None).post(&path, &json!({})).await.error(403, "forbidden");
    let heir = crate::env::id(&one.post(&path, &json!({})).await.json(200));
    // There is one, whoever asks.
    assert_eq!(crate::env::id(&one.post(&path, &json!({})).await.json(200)), heir);
    assert_eq!(one.look(&id).await["meta"]["rules"]["continued"], format!("/match/{heir}"));
    let look = one.look(&heir).await;
    let digest = Record::parse(&before.record).unwrap().digest();
    let origin = &look["meta"]["origin"];
    assert_eq!(
        (&origin["record"], &origin["ply"], &origin["match"]),
        (&json!(digest), &json!(3), &json!(id))
    );
    assert_eq!(origin["says"], "This game began after 3 plies of a game of this server.");
    assert_eq!(look["meta"]["you"], json!(["left", "right"]));
    assert_eq!(look["view"]["seq"], 3);
    one.play(&heir, "give", 3).await.json(200);
    let text = record(&mut one, &heir).await;
    assert!(text.contains("\nrules: 2\n"), "{text}");
    assert!(text.contains(&format!("\norigin: ply 3 of sha256 {digest}\n")), "{text}");
    // After a restart too.
    let mut one = reopen(&env, dummy(NO_HOLDING, 2), &one).await;
    assert_eq!(crate::env::id(&one.post(&path, &json!({})).await.json(200)), heir);
    assert_eq!(one.look(&heir).await["view"]["seq"], 4);
}

#[tokio::test]
async fn dice_that_are_due_at_the_common_moment_are_thrown() {
    let env = Env::new();
    let (one, id, _) = played(&env, &["stay", "stay"], true).await;
    let mut one = reopen(&env, dummy(RISKY, 2), &one).await;
    let heir = one.post(&format!("/api/matches/{id}/continue"), &json!({})).await.json(200);
    let look = one.look(&crate::env::id(&heir)).await;
    assert_eq!(look["meta"]["origin"]["ply"], 1);
    assert_eq!(look["view"]["seq"], 2);
    assert_eq!(look["meta"]["waits_for"], "left");
}

#[tokio::test]
async fn a_record_of_an_earlier_revision_is_played_on_from_where_it_holds() {
    let env = Env::new();
    let (one, _, before) = played(&env, &["stay", "go", "hold", "stay"], true).await;
    let mut one = reopen(&env, dummy(NO_HOLDING, 2), &one).await;
    let mut begin = json!({ "game": "dummy", "against": "hotseat", "record": before.record });
    let refused = one.post("/api/matches", &begin).await.error(400, "bad-request");
    let told = refused["says"].as_str().unwrap();
    assert!(told.contains("ply 4 ('hold')") && told.contains("(1.2)"), "{told}");
    begin["ply"] = 3.into();
    let begun = id(&one.begin(begin).await);
    let look = one.look(&begun).await;
    assert_eq!((&look["view"]["seq"], &look["meta"]["origin"]["ply"]), (&json!(3), &json!(3)));
    assert!(look["meta"].get("rules").is_none(), "it begins under the rules of now");
}

#[tokio::test]
async fn hidden_choices_stay_hidden_when_the_rules_change() {
    const DUEL: &str = "left(stay: duel right(paper rock / paper rock: =draw, ^, =right, ^), pass: ^)";
    for ends_well in [true, false] {
        let env = Env::new();
        let context = serve(&env, dummy(DUEL, 1)).await;
        let (mut one, mut two) = (Client::new(&context), Client::new(&context));
        let begun = one.begin(json!({ "game": "dummy", "against": "friend", "side": "left" })).await;
        let id = id(&begun);
        two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
        one.play(&id, "stay", 0).await.json(200);
        two.play(&id, "rock", 1).await.json(200);
        let own = journal(&mut two, &id).await;
        let others = journal(&mut one, &id).await;
        assert!(own.len() > others.len());
        if ends_well {
            context.put_away().await;
        }
        // A revision in which the duel is the other side's: the hidden choice itself is what differs.
        let tree =
            DUEL.replace("duel right", "duel left").replace("rock / paper rock", "shears / paper rock");
        let mut one = reopen(&env, dummy(&tree, 2), &one).await;
        let mut two = one.with_cookie(two.cookie.clone());
        assert_eq!(one.look(&id).await["meta"]["rules"]["ply"], 2);
        for client in [&mut one, &mut two] {
            client.get(&format!("/api/matches/{id}/record")).await.error(403, "forbidden");
        }
        assert!(!one.look(&id).await.to_string().contains("rock"));
        assert!(!one.with_cookie(None).look(&id).await.to_string().contains("rock"));
        if ends_well {
            assert_eq!(journal(&mut one, &id).await, others);
            assert_eq!(journal(&mut two, &id).await, own);
        } else {
            let told = journal(&mut one, &id).await;
            assert_eq!(
                says(&told).last().map(String::as_str),
                Some("What followed is known to the record alone.")
            );
        }
        // Both are led to the same match.
        let path = format!("/api/matches/{id}/continue");
        let heirs =
            [one.post(&path, &json!({})).await.json(200), two.post(&path, &json!({})).await.json(200)];
        assert_eq!(heirs[0], heirs[1]);
        let heir = crate::env::id(&heirs[0]);
        assert_eq!(two.look(&heir).await["meta"]["you"], json!(["right"]));
    }
}

#[tokio::test]
async fn a_match_with_other_tables_is_read_and_does_not_go_on() {
    let env = Env::new();
    let (one, id, before) = played(&env, &["stay", "go", "hold"], true).await;
    let mut one = reopen(&env, dummy(OLD, 1).with_tables("0123abcd"), &one).await;
    assert_eq!(listed(&mut one, &id).await["rules"]["state"], "other-tables");
    let look = one.look(&id).await;
    assert!(look["meta"]["rules"]["says"].as_str().unwrap().contains("other tables"), "{look}");
    assert_eq!(look["view"]["offers"], json!([]));
    assert_eq!(journal(&mut one, &id).await, before.journal);
    assert_eq!(record(&mut one, &id).await, before.record);
    one.play(&id, "stay", 4).await.error(422, "refused");
    one.post(&format!("/api/matches/{id}/continue"), &json!({})).await.error(422, "refused");
    let mut one = reopen(&env, dummy(OLD, 1), &one).await;
    one.play(&id, "stay", 4).await.json(200);
}

#[tokio::test]
async fn a_journal_is_kept_when_the_table_leaves_and_after_taking_back() {
    let env = Env::new();
    let context = serve(&env, dummy(OLD, 1)).await;
    let mut one = Client::new(&context);
    let begin = json!({ "game": "dummy", "against": "hotseat", "options": ["long"] });
    let id = id(&one.begin(begin).await);
    let parts = async || context_store(&env).await.told(id.parse().unwrap()).await.unwrap();
    for (after, action) in ["stay", "stay", "stay"].into_iter().enumerate() {
        one.play(&id, action, after as u64).await.json(200);
    }
    context.put_away().await;
    context.put_away().await;
    let kept: Vec<(i64, i64)> = parts().await.iter().map(|part| (part.after, part.seq)).collect();
    assert_eq!(kept, [(0, 3)]);
    one.undo(&id, 3).await.json(200);
    one.play(&id, "stay", 2).await.json(200);
    one.play(&id, "stay", 3).await.json(200);
    context.put_away().await;
    one.play(&id, "stay", 4).await.json(200);
    context.put_away().await;
    let kept: Vec<(i64, i64)> = parts().await.iter().map(|part| (part.after, part.seq)).collect();
    assert_eq!(kept, [(0, 4), (4, 5)]);
    let before = journal(&mut one, &id).await;
    let mut one = reopen(&env, dummy(RISKY, 2), &one).await;
    assert_eq!(journal(&mut one, &id).await, before);
}

async fn context_store(env: &Env) -> Store {
    Store::open(&format!("sqlite:{}", env.path("test.db").display())).await.unwrap()
}
