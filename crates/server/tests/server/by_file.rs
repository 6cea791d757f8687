//! Games by file: two servers with nothing between them but a text.

use serde_json::{Value, json};
use store::{MatchId, NewMatch, SavedLetters};

use crate::{
    contract::Witness,
    env::{Answer, Client, Env, GAME, id},
};

/// One side: somebody at a server of his own.
struct Side {
    env: Env,
    client: Client,
    id: String,
    /// What he plays: each time the next number of a simple row.
    choice: usize,
}

impl Side {
    async fn new(body: Value) -> Side {
        let env = Env::new();
        let mut client = Client::new(&env.app().await);
        let id = id(&client.post("/api/letters", &body).await.json(201));
        Side { env, client, id, choice: 1 }
    }

    /// The two sides of a game: the second joins with the first letter of the first.
    async fn pair() -> [Side; 2] {
        let mut one = Side::new(json!({ "game": GAME, "side": "german" })).await;
        assert_eq!(one.state().await, "sign", "nothing is played before both have promised their shares");
        one.sign().await.json(200);
        let other = Side::new(json!({ "file": one.file().await })).await;
        [one, other]
    }

    fn at(&self, rest: &str) -> String {
        format!("/api/matches/{}{rest}", self.id)
    }

    async fn look(&mut self) -> Value {
        self.client.look(&self.id).await
    }

    async fn state(&mut self) -> String {
        self.look().await["meta"]["by_file"]["state"].as_str().unwrap().to_owned()
    }

    async fn sign(&mut self) -> Answer {
        self.client.post(&self.at("/letter"), &json!({ "does": "sign" })).await
    }

    async fn take(&mut self, file: &str) -> Answer {
        self.client.post(&self.at("/letter"), &json!({ "does": "take", "file": file })).await
    }

    async fn file(&mut self) -> String {
        let answer = self.client.get(&self.at("/letter")).await;
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-disposition").starts_with("attachment; filename=\"circle-of-fire-"));
        String::from_utf8(answer.bytes).unwrap()
    }

    /// Plays while there is something to play.
    async fn play(&mut self) {
        while self.state().await == "play" {
            self.choice = (self.choice * 31 + 7) % 1009;
            self.client.play_some(&self.id, self.choice).await.expect("who is to play has offers");
        }
    }

    /// Plays, signs, and hands the file over.
    async fn write(&mut self) -> String {
        self.play().await;
        assert_eq!(self.state().await, "sign");
        self.sign().await.json(200);
        self.file().await
    }

    /// Everything that can be read of the match.
    async fn told(&mut self) -> String {
        let mut told = String::new();
        for part in ["", "/letter", "/record", "/journal", "/replay", "/luck"] {
            let answer = self.client.get(&self.at(part)).await;
            assert_eq!(answer.status, 200, "{part}");
            told.push_str(&String::from_utf8_lossy(&answer.bytes));
        }
        told
    }

    async fn lines(&mut self) -> Vec<String> {
        let text = String::from_utf8(self.client.get(&self.at("/record")).await.bytes).unwrap();
        kernel::Record::parse(&text).unwrap().lines
    }
}

#[tokio::test]
async fn a_game_by_file_is_played_to_its_end_between_two_servers() {
    let mut sides = Side::pair().await;
    // Who joined is asked first, or signs at once.
    let (mut turn, mut letters) = (1, 1);
    loop {
        let file = sides[turn].write().await;
        letters += 1;
        let [one, other] = &mut sides;
        let (from, to) = if turn == 0 { (one, other) } else { (other, one) };
        to.take(&file).await.json(200);
        assert_eq!(to.file().await, file);
        assert_eq!(to.look().await["meta"]["by_file"]["letters"], letters);
        // Whoever has sent the file sees the same game, up to the roll that the other side's share completes.
        let (here, there) = (from.lines().await, to.lines().await);
        assert!(there.starts_with(&here) && there.len() <= here.len() + 1);
        let view = from.look().await["view"].take();
        assert_eq!((&view["offers"], &view["undo"]["allowed"]), (&json!([]), &json!(false)));
        if view["outcome"].is_object() {
            break;
        }
        turn = 1 - turn;
    }
    let [one, other] = &mut sides;
    assert!(one.lines().await.iter().filter(|line| line.starts_with("* ")).count() > 5);
    for side in [one, other] {
        let look = side.look().await;
        assert_eq!(look["meta"]["by_file"]["state"], "over");
        assert_eq!(look["meta"]["proof"]["state"], "shares");
        // What it was played with is told nobody.
        let context = side.env.app().await;
        let kept =
            context.store.load(side.id.parse().unwrap()).await.unwrap().unwrap().start.letters.unwrap();
        let seed = proof::Bytes(kept.seed.try_into().unwrap()).to_string();
        assert!(!side.told().await.contains(&seed));
        // The record is one like any other.
        let record = String::from_utf8(side.client.get(&side.at("/record")).await.bytes).unwrap();
        let again = json!({ "game": GAME, "against": "hotseat", "record": record });
        let again = id(&side.client.begin(again).await);
        assert!(side.client.look(&again).await["view"]["outcome"].is_object());
        side.client.get(&side.at("/report")).await.header("content-disposition");
    }
}

#[tokio::test]
async fn what_came_and_what_was_played_outlive_a_restart() {
    let [mut one, mut other] = Side::pair().await;
    one.take(&other.write().await).await.json(200);
    let file = one.write().await;
    let before = one.look().await;
    let cookie = one.client.cookie.take();
    one.client = Client::new(&one.env.app().await);
    one.client.cookie = cookie;
    assert_eq!(one.look().await["meta"]["by_file"], before["meta"]["by_file"]);
    assert_eq!(one.file().await, file);
    other.take(&file).await.json(200);
    one.take(&other.write().await).await.json(200);
}

#[tokio::test]
async fn what_is_not_signed_is_taken_back_and_what_is_signed_is_not() {
    let [mut one, mut other] = Side::pair().await;
    one.take(&other.write().await).await.json(200);
    assert_eq!(one.state().await, "play");
    let fixed = one.look().await["view"]["seq"].as_u64().unwrap();
    one.sign().await.error(422, "refused");
    one.client.play(&one.id, "place rest", fixed).await.json(200);
    let seq = one.look().await["view"]["seq"].as_u64().unwrap();
    one.client.undo(&one.id, seq).await.json(200);
    one.play().await;
    assert_eq!(one.state().await, "sign");
    let seq = one.look().await["view"]["seq"].as_u64().unwrap();
    one.client.undo(&one.id, seq).await.json(200);
    one.write().await;
    let look = one.look().await;
    assert_eq!(look["meta"]["by_file"]["state"], "send");
    let seq = look["view"]["seq"].as_u64().unwrap();
    one.client.undo(&one.id, seq).await.error(422, "refused");
    one.client.play(&one.id, "pass", seq).await.error(422, "refused");
    one.sign().await.error(422, "refused");
    assert_eq!(one.look().await, look);
}

/// What the server says when it refuses a file.
fn says(answer: &Answer) -> String {
    answer.error(422, "refused")["says"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn wrong_stale_and_foreign_files_are_refused_and_nothing_changes() {
    let [mut one, mut other] = Side::pair().await;
    let first = one.file().await;
    let second = other.write().await;
    one.take(&second).await.json(200);
    let third = one.write().await;
    let before = one.look().await;
    // Every line of the last letter, changed or left out.
    other.take(&third).await.json(200);
    let fourth = other.write().await;
    let lines: Vec<&str> = fourth.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with("letter: ")).unwrap();
    for at in last..lines.len() {
        let changed = format!("{}0", lines[at]);
        let with = |line: &[&str]| [&lines[..at], line, &lines[at + 1..]].concat().join("\n");
        for wrong in [with(&[&changed]), with(&[])] {
            assert!(says(&one.take(&wrong).await).starts_with("Letter "), "line {}: {}", at + 1, lines[at]);
        }
    }
    assert!(says(&one.take("").await).contains("no game by file"));
    assert!(says(&one.take(&first).await).contains("older than what you know"));
    assert!(says(&one.take(&third).await).contains("no new letter"));
    let [mut foreign, mut stranger] = Side::pair().await;
    let of_another = stranger.write().await;
    assert!(says(&one.take(&of_another).await).contains("another game"));
    // The same number over another past.
    let numbered = of_another.replace(&number(&of_another), &number(&fourth));
    assert!(!says(&one.take(&numbered).await).is_empty());
    assert_eq!(one.look().await, before);
    one.take(&fourth).await.json(200);

    // The page takes a file without being told of which match it is; whoever holds neither side has no key.
    let taken = foreign.client.post("/api/letters", &json!({ "file": of_another })).await.json(200);
    assert_eq!(taken["id"], foreign.id);
    assert!(says(&foreign.client.post("/api/letters", &json!({ "file": fourth })).await).contains("The key"));
    assert!(
        says(&foreign.client.post("/api/letters", &json!({ "file": "x" })).await).contains("no game by file")
    );
}

fn number(file: &str) -> String {
    file.lines().find_map(|line| line.strip_prefix("match: ")).unwrap().to_owned()
}

#[tokio::test]
async fn nobody_touches_the_letters_of_somebody_else() {
    let mut one = Side::new(json!({ "game": GAME, "side": "german" })).await;
    let mut thief = one.client.with_cookie(None);
    thief.hotseat().await;
    for mut other in [one.client.with_cookie(None), thief] {
        other.get(&one.at("/letter")).await.error(403, "forbidden");
        for does in [json!({ "does": "sign" }), json!({ "does": "take", "file": "x" })] {
            other.post(&one.at("/letter"), &does).await.error(403, "forbidden");
        }
        // The seat of the other side is not at this server.
        other.post(&one.at("/sit"), &json!({})).await.error(403, "forbidden");
    }
    assert_eq!(one.look().await["meta"]["by_file"]["letters"], 0);
    for (part, body) in [
        ("/invite", json!({})),
        ("/talk", json!({ "does": "resign" })),
        ("/salt", json!({ "salt": "0".repeat(64) })),
        ("/sequel", json!({})),
        ("/continue", json!({})),
    ] {
        one.client.post(&one.at(part), &body).await.error(422, "refused");
    }
    // A match of another kind has no letters.
    let id = one.client.hotseat().await;
    one.client.get(&format!("/api/matches/{id}/letter")).await.error(422, "refused");
}

#[tokio::test]
async fn games_that_hide_something_are_not_begun() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let bids = json!({ "game": GAME, "options": ["bid-german"] });
    let said = says(&one.post("/api/letters", &bids).await);
    assert!(said.contains("cannot be played by file") && said.contains("secret"), "{said}");
    // Nor joined: a letter of theirs is no better than its beginning.
    let game = games::open(GAME, &kernel::data::Overlay::none()).unwrap();
    let options = ["bid-german".to_owned()];
    let letters = letters::Letters::begin(&*game, None, &options, proof::Bytes([1; 32])).unwrap();
    let said = says(&one.post("/api/letters", &json!({ "file": letters.to_text() })).await);
    assert!(said.contains("cannot be played by file"), "{said}");
    for (body, field) in [
        (json!({}), "game"),
        (json!({ "game": "chess" }), "game"),
        (json!({ "game": GAME, "side": "x" }), "side"),
        (json!({ "game": GAME, "scenario": "x" }), "scenario"),
        (json!({ "game": GAME, "options": ["x"] }), "options"),
    ] {
        assert_eq!(one.post("/api/letters", &body).await.error(400, "bad-request")["field"], field);
    }
}

#[tokio::test]
async fn a_lost_key_is_told() {
    let mut one = Side::new(json!({ "game": GAME, "side": "german" })).await;
    one.sign().await.json(200);
    let context = one.env.app().await;
    let kept = context.store.load(one.id.parse().unwrap()).await.unwrap().unwrap().start;
    let letters = SavedLetters { seed: Vec::new(), ..kept.letters.clone().unwrap() };
    let torn = NewMatch { id: MatchId::new(78), letters: Some(letters), ..kept };
    context.store.create(torn).await.unwrap();
    let file = one.file().await;
    one.id = MatchId::new(78).to_string();
    let told = one.look().await["meta"]["by_file"].take();
    assert_eq!(told["state"], "stuck");
    assert!(told["says"].as_str().unwrap().contains("key of this side is lost"), "{told}");
    one.sign().await.error(422, "refused");
    one.take(&file).await.error(422, "refused");
    assert_eq!(one.file().await, file);
}

#[tokio::test]
async fn two_servers_over_one_database_never_sign_two_letters() {
    let mut one = Side::new(json!({ "game": GAME, "side": "german" })).await;
    let mut elsewhere = Client::new(&one.env.app().await);
    elsewhere.cookie = one.client.cookie.clone();
    // Both have the table in memory.
    elsewhere.look(&one.id).await;
    one.sign().await.json(200);
    elsewhere.post(&one.at("/letter"), &json!({ "does": "sign" })).await.error(409, "stale");
    assert_eq!(elsewhere.look(&one.id).await["meta"]["by_file"], one.look().await["meta"]["by_file"]);
    elsewhere.post(&one.at("/letter"), &json!({ "does": "sign" })).await.error(422, "refused");
}

/// Every status that the description names.
pub async fn all_statuses(env: &Env, one: &mut Witness) {
    let route = "/api/letters";
    let large = json!({ "file": "x".repeat(5_000_000) });
    let begun = one.post(route, route, &json!({ "game": GAME })).await.json(201);
    let begun = begun["id"].as_str().unwrap().to_owned();
    for body in [json!({}), json!({ "file": "x" }), large.clone()] {
        one.post(route, route, &body).await;
    }
    let hotseat = one.client.hotseat().await;
    let sign = json!({ "does": "sign" });
    // Another server has signed the letter, and this one does not know.
    let again = one.client.post(route, &json!({ "game": GAME })).await.json(201);
    let path = format!("/api/matches/{}/letter", again["id"].as_str().unwrap());
    one.client.get(&path).await;
    let mut elsewhere = Client::new(&env.app().await);
    elsewhere.cookie = one.client.cookie.clone();
    elsewhere.post(&path, &sign).await.json(200);
    one.post("/api/matches/{id}/letter", &path, &sign).await.error(409, "stale");
    for id in [&begun, &hotseat, "0000000000000"] {
        let (route, path) = ("/api/matches/{id}/letter", format!("/api/matches/{id}/letter"));
        one.get(route, &path).await;
        for body in [&sign, &json!({}), &large] {
            one.post(route, &path, body).await;
        }
    }
    // The answer of the other side, in the place that knows the game.
    let path = format!("/api/matches/{begun}/letter");
    let file = String::from_utf8(one.client.get(&path).await.bytes).unwrap();
    let mut other = Side::new(json!({ "file": file })).await;
    one.post(route, route, &json!({ "file": other.write().await })).await.json(200);
    let cookie = one.client.cookie.take();
    one.get("/api/matches/{id}/letter", &path).await;
    one.post("/api/matches/{id}/letter", &path, &sign).await;
    one.client.cookie = cookie;
}
