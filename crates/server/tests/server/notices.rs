//! Being told that a game waits: by webhooks, mail and a feed, to servers of our own on this machine.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use ring::hmac;
use serde_json::{Value, json};
use server::{App, Encryption, Mail, Notices, Settings, send_notices};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
};

use crate::{
    env::{Client, Env, GAME, id, settings},
    events::Stream,
};

const TITLE: &str = "Circle of Fire: The Siege of Cholm, 1942";

/// A message as it arrived.
#[derive(Clone, Debug)]
pub struct Arrived {
    head: String,
    pub body: String,
}

impl Arrived {
    fn header(&self, name: &str) -> &str {
        let line = self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        });
        line.unwrap_or_default()
    }
}

/// A server that takes messages and answers what it is told to.
pub struct Sink {
    port: u16,
    arrived: Arc<Mutex<Vec<Arrived>>>,
    answer: Arc<Mutex<&'static str>>,
}

impl Sink {
    pub async fn start() -> Sink {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (arrived, answer) =
            (Arc::<Mutex<Vec<Arrived>>>::default(), Arc::new(Mutex::new("204 No Content")));
        let (keeps, says) = (arrived.clone(), answer.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut stream = BufReader::new(stream);
                let (mut head, mut length) = (String::new(), 0);
                loop {
                    let mut line = String::new();
                    stream.read_line(&mut line).await.unwrap();
                    if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap();
                    }
                    if line.trim().is_empty() {
                        break;
                    }
                    head.push_str(&line);
                }
                let mut body = vec![0; length];
                stream.read_exact(&mut body).await.unwrap();
                keeps.lock().unwrap().push(Arrived { head, body: String::from_utf8(body).unwrap() });
                let answer = format!("HTTP/1.1 {}\r\ncontent-length: 0\r\n\r\n", says.lock().unwrap());
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        Sink { port, arrived, answer }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook?x=1", self.port)
    }

    fn answers(&self, says: &'static str) {
        *self.answer.lock().unwrap() = says;
    }

    pub fn take(&self) -> Vec<Arrived> {
        std::mem::take(&mut *self.arrived.lock().unwrap())
    }
}

/// Messages leave at once, and may go to this machine.
pub fn at_once() -> Notices {
    let allowed = vec!["127.0.0.1".parse().unwrap()];
    Notices { delay: Duration::ZERO, allowed, ..Notices::default() }
}

/// The same with a server for mail on this machine.
pub fn by_mail(port: u16) -> Notices {
    let mail = Mail {
        server: "127.0.0.1".to_owned(),
        port,
        encryption: Encryption::None,
        from: "Sandtable <club@club.example>".parse().unwrap(),
        login: None,
    };
    Notices { mail: Some(mail), ..at_once() }
}

/// Anna with an account, who plays the Soviet side against a guest; the guest decides first.
struct Scene {
    env: Env,
    context: App,
    anna: Client,
    guest: Client,
    id: String,
}

async fn scene(notices: Notices) -> Scene {
    let env = Env::new();
    let mut settings = Settings { notices, ..settings() };
    settings.outside.site = Some("https://club.example/sand".parse().unwrap());
    let context = env.app_with(settings).await;
    let (mut anna, mut guest) = (Client::new(&context), Client::new(&context));
    anna.post("/api/accounts", &json!({ "name": "Anna", "password": "correct horse" })).await.json(201);
    let begun = anna.begin(json!({ "game": GAME, "against": "friend", "side": "soviet" })).await;
    guest.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let id = id(&begun);
    Scene { env, context, anna, guest, id }
}

impl Scene {
    async fn way(&mut self, kind: &str, target: &str) -> Value {
        self.anna.post("/api/me/ways", &json!({ "kind": kind, "target": target })).await.json(201)
    }

    async fn kept(&mut self) -> Value {
        self.anna.get("/api/me/ways").await.json(200)
    }

    /// Sends what is due. The table has noted it before it answers anything more.
    async fn told(&mut self) -> usize {
        self.guest.look(&self.id).await;
        send_notices(&self.context).await
    }

    /// Plays until the game waits for this side.
    async fn until(&mut self, side: &str) {
        for choice in 0..400 {
            let meta = self.guest.look(&self.id).await["meta"].take();
            if meta["waits_for"] == side {
                return;
            }
            let whose = if meta["waits_for"] == "soviet" { &mut self.anna } else { &mut self.guest };
            whose.play_some(&self.id, choice * 7).await.expect("the game goes on");
        }
        panic!("the game never waited for {side}");
    }
}

#[tokio::test]
async fn whoever_is_waited_for_is_told_once_a_turn_and_it_is_signed() {
    let sink = Sink::start().await;
    let mut scene = scene(at_once()).await;
    let secret = scene.way("webhook", &sink.url()).await["secret"].as_str().unwrap().to_owned();
    assert!(!scene.kept().await.to_string().contains(&secret), "a secret is shown once");
    assert_eq!(scene.told().await, 0, "it is the other side's turn");
    scene.until("soviet").await;
    assert_eq!(scene.told().await, 1);
    let message = sink.take().remove(0);
    assert!(message.head.starts_with("POST /hook?x=1 HTTP/1.1"), "{}", message.head);
    let (at, signature) = message.header("sandtable-signature").split_once(",v1=").unwrap();
    let signed = format!("{}.{}", at.strip_prefix("t=").unwrap(), message.body);
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let expected: String =
        hmac::sign(&key, signed.as_bytes()).as_ref().iter().map(|it| format!("{it:02x}")).collect();
    assert_eq!(signature, expected);
    // All that is said: nothing else is known to its reader.
    let body: Value = serde_json::from_str(&message.body).unwrap();
    let turn = scene.guest.look(&scene.id).await["meta"]["turn"].take();
    let says = format!("{TITLE}: it is your turn (Soviet, turn {turn}).");
    let expected = json!({
        "event": "turn", "says": says, "url": format!("https://club.example/sand/match/{}", scene.id),
        "at": body["at"], "match": scene.id, "game": GAME, "title": TITLE, "side": "soviet", "turn": turn,
    });
    assert_eq!(body, expected);
    // Once is enough, also when the table comes back from disk or when he plays without ending his turn.
    assert_eq!(scene.told().await, 0);
    scene.context = scene.env.app_with(scene.context.settings.clone()).await;
    (scene.anna, scene.guest) = (
        Client::new(&scene.context).with_cookie(scene.anna.cookie.clone()),
        Client::new(&scene.context).with_cookie(scene.guest.cookie.clone()),
    );
    assert_eq!(scene.told().await, 0);
    scene.until("german").await;
    assert_eq!(scene.told().await, 0);
    // While he looks at the game he sees it for himself.
    let path = format!("/api/matches/{}/events", scene.id);
    let mut stream = Stream::new(scene.anna.open(&path).await);
    stream.next().await.unwrap();
    scene.until("soviet").await;
    assert_eq!(scene.told().await, 0);
    drop(stream);
    assert_eq!(scene.told().await, 0, "he has seen it");
    scene.until("german").await;
    scene.until("soviet").await;
    assert_eq!(scene.told().await, 1, "the next turn is another matter");
    // The end is told, but not to whoever brought it about.
    scene
        .guest
        .post(&format!("/api/matches/{}/talk", scene.id), &json!({ "does": "resign" }))
        .await
        .json(200);
    assert_eq!(scene.told().await, 1);
    let last: Value = serde_json::from_str(&sink.take().pop().unwrap().body).unwrap();
    assert_eq!(
        (&last["event"], &last["says"]),
        (&json!("over"), &json!(format!("{TITLE}: the game is over.")))
    );
}

#[tokio::test]
async fn what_is_not_so_any_more_is_not_said() {
    let sink = Sink::start().await;
    let mut scene = scene(at_once()).await;
    scene.way("webhook", &sink.url()).await;
    scene.until("soviet").await;
    scene.guest.look(&scene.id).await;
    // He comes by himself before the message leaves.
    let path = format!("/api/matches/{}/events", scene.id);
    let mut stream = Stream::new(scene.anna.open(&path).await);
    stream.next().await.unwrap();
    assert_eq!(scene.told().await, 0);
    drop(stream);
    // He plays by a program that listens to nothing.
    scene.until("german").await;
    scene.until("soviet").await;
    scene.guest.look(&scene.id).await;
    scene.until("german").await;
    scene.told().await;
    assert_eq!(sink.take().len(), 0);
}

#[tokio::test]
async fn a_message_is_tried_again_and_a_way_that_fails_is_left_alone() {
    let sink = Sink::start().await;
    let mut scene = scene(at_once()).await;
    let way = scene.way("discord", &sink.url()).await["id"].as_str().unwrap().to_owned();
    let path = format!("/api/me/ways/{way}");
    sink.answers("503 Service Unavailable\r\nretry-after: 900");
    scene.until("soviet").await;
    assert_eq!((scene.told().await, scene.told().await), (1, 0), "it waits before it tries again");
    let kept = scene.kept().await["ways"][0].take();
    assert_eq!((&kept["says"], &kept["state"]), (&json!("It answered 503."), &json!("on")));
    let now = kept["tried"].as_i64().unwrap() * 1000;
    assert!(!scene.context.store.is_anything_due(now + 890_000).await.unwrap(), "as long as it was asked to");
    assert!(scene.context.store.is_anything_due(now + 905_000).await.unwrap());
    let message: Value = serde_json::from_str(&sink.take()[0].body).unwrap();
    assert!(message["content"].as_str().unwrap().contains("/match/"), "{message}");
    assert_eq!(message["allowed_mentions"], json!({ "parse": [] }));
    // Nobody is followed elsewhere, and what is gone is not asked again.
    for (answer, says) in [
        ("302 Found\r\nlocation: http://127.0.0.1:1/", "It sends messages on to another address."),
        ("404 Not Found", "It answered 404."),
        ("410 Gone", "It answered 410."),
    ] {
        sink.answers(answer);
        scene.anna.post(&path, &json!({ "does": "try" })).await.json(200);
        assert_eq!((scene.told().await, sink.take().len()), (1, 1), "{answer}");
        assert_eq!(scene.kept().await["ways"][0]["says"], says);
    }
    assert_eq!(scene.kept().await["ways"][0]["state"], "failed");
    sink.answers("200 OK");
    scene.until("german").await;
    scene.until("soviet").await;
    assert_eq!(scene.told().await, 0);
    scene.anna.post(&path, &json!({ "does": "resume" })).await.json(200);
    scene.until("german").await;
    scene.until("soviet").await;
    assert_eq!(scene.told().await, 1);
    scene.anna.post(&path, &json!({ "does": "remove" })).await.json(200);
    assert_eq!(scene.kept().await["ways"], json!([]));
}

#[tokio::test]
async fn nothing_is_sent_to_the_host_s_own_network() {
    let sink = Sink::start().await;
    let mut scene = scene(Notices { allowed: Vec::new(), ..at_once() }).await;
    for target in [sink.url(), format!("https://localhost:{}/", sink.port)] {
        let way = scene.way("ntfy", &target).await["id"].as_str().unwrap().to_owned();
        scene.anna.post(&format!("/api/me/ways/{way}"), &json!({ "does": "try" })).await.json(200);
    }
    assert_eq!(scene.told().await, 2);
    for way in scene.kept().await["ways"].as_array().unwrap() {
        assert_eq!(way["says"], "There is no server at this address that may be written to.");
    }
    assert_eq!(sink.take().len(), 0);
    // What is wrong at first sight is said at once, and nobody has more ways than he may.
    for target in ["x", "http://user@a/", "https://a:25/", "file:///etc/passwd"] {
        let asked = json!({ "kind": "webhook", "target": target });
        assert_eq!(
            scene.anna.post("/api/me/ways", &asked).await.error(400, "bad-request")["field"],
            "target"
        );
    }
    for _ in 2..8 {
        scene.way("webhook", "https://club.example/hook").await;
    }
    let more = json!({ "kind": "webhook", "target": "https://club.example/hook" });
    scene.anna.post("/api/me/ways", &more).await.error(403, "forbidden");
    let letters = json!({ "kind": "mail", "target": "anna@club.example" });
    assert_eq!(scene.anna.post("/api/me/ways", &letters).await.error(400, "bad-request")["field"], "kind");
}

/// A server for mail that keeps what it is given.
async fn post_office() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let letters = Arc::<Mutex<Vec<String>>>::default();
    let keeps = letters.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufReader::new(stream);
            stream.write_all(b"220 post\r\n").await.unwrap();
            let (mut letter, mut inside) = (String::new(), false);
            loop {
                let mut line = String::new();
                if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                    break;
                }
                let answer = match line.trim_end() {
                    "." if inside => {
                        inside = false;
                        keeps.lock().unwrap().push(std::mem::take(&mut letter));
                        "250 kept"
                    }
                    text if inside => {
                        letter.push_str(text);
                        letter.push('\n');
                        continue;
                    }
                    "DATA" => {
                        inside = true;
                        "354 go on"
                    }
                    "QUIT" => "221 bye",
                    _ => "250 well",
                };
                stream.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
            }
        }
    });
    (port, letters)
}

#[tokio::test]
async fn a_mailbox_is_asked_first_and_every_letter_says_how_to_stop_them() {
    let (port, letters) = post_office().await;
    let take = || std::mem::take(&mut *letters.lock().unwrap());
    let mut scene = scene(by_mail(port)).await;
    scene.way("mail", "anna@club.example").await;
    assert_eq!(scene.kept().await["ways"][0]["state"], "waiting");
    scene.until("soviet").await;
    assert_eq!(scene.told().await, 1, "the question alone");
    let question = take().remove(0);
    assert!(question.contains("To: anna@club.example") && !question.contains("your turn"), "{question}");
    let (_, after) = question.split_once("https://club.example/sand/told/").unwrap();
    let code = after[..32].to_owned();
    // Opening the page does nothing; whoever has the letter confirms, on any device.
    let path = format!("/api/told/{code}");
    let mut anybody = Client::new(&scene.context);
    assert_eq!(anybody.get(&path).await.json(200)["state"], "waiting");
    assert_eq!(scene.kept().await["ways"][0]["state"], "waiting");
    anybody.post(&path, &json!({ "does": "confirm" })).await.json(200);
    assert_eq!(scene.kept().await["ways"][0]["state"], "on");
    scene.until("german").await;
    scene.until("soviet").await;
    assert_eq!(scene.told().await, 1);
    let letter = take().remove(0);
    assert!(
        letter.contains("Subject: Circle of Fire: The Siege of Cholm, 1942: it is your turn"),
        "{letter}"
    );
    assert!(
        letter.contains(&format!("List-Unsubscribe: <https://club.example/sand/told/{code}>")),
        "{letter}"
    );
    assert!(letter.contains(&format!("https://club.example/sand/match/{}", scene.id)), "{letter}");
    anybody.post(&path, &json!({ "does": "stop" })).await.json(200);
    anybody.get(&path).await.error(404, "not-found");
    assert_eq!(scene.kept().await["ways"], json!([]));
    for target in ["anna", "anna@club.example\r\nBcc: x@y.example", "a b@c", ""] {
        let asked = json!({ "kind": "mail", "target": target });
        assert_eq!(
            scene.anna.post("/api/me/ways", &asked).await.error(400, "bad-request")["field"],
            "target"
        );
    }
}

#[tokio::test]
async fn a_feed_holds_the_games_that_wait_and_its_address_can_be_changed() {
    let mut scene = scene(at_once()).await;
    let made = scene.anna.post("/api/me/feed", &json!({ "does": "make" })).await.json(200);
    let path = made["url"].as_str().unwrap().strip_prefix("https://club.example/sand").unwrap().to_owned();
    let mut reader = Client::new(&scene.context);
    let read =
        async |reader: &mut Client, path: &str| String::from_utf8(reader.get(path).await.bytes).unwrap();
    assert!(!read(&mut reader, &path).await.contains("<entry>"));
    scene.until("soviet").await;
    let feed = read(&mut reader, &path).await;
    let link = format!("<link href=\"https://club.example/sand/match/{}\"/>", scene.id);
    assert!(feed.contains("it is your turn (Soviet, turn ") && feed.contains(&link), "{feed}");
    assert_eq!(feed, read(&mut reader, &path).await, "the same game is the same entry");
    // What lies on the disk opens no feed.
    assert!(scene.kept().await["feed"] == true && !scene.kept().await.to_string().contains(&path[6..]));
    scene.anna.post("/api/me/feed", &json!({ "does": "make" })).await.json(200);
    reader.get(&path).await.error(404, "not-found");
    scene.anna.post("/api/me/feed", &json!({ "does": "drop" })).await.json(200);
    assert_eq!(scene.kept().await["feed"], false);
}

/// What base64 in addresses means.
fn bytes(text: &str) -> Vec<u8> {
    let value = |letter: char| match letter {
        'A'..='Z' => letter as u32 - 65,
        'a'..='z' => letter as u32 - 71,
        '0'..='9' => letter as u32 + 4,
        '-' => 62,
        _ => 63,
    };
    let (mut bits, mut count, mut out) = (0, 0, Vec::new());
    for letter in text.chars() {
        (bits, count) = (bits << 6 | value(letter), count + 6);
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    out
}

#[tokio::test]
async fn a_closed_browser_is_woken_by_a_signed_word_without_a_text() {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    let sink = Sink::start().await;
    let mut scene = scene(at_once()).await;
    let key = scene.kept().await["push_key"].as_str().unwrap().to_owned();
    assert_eq!(bytes(&key).len(), 65);
    scene.way("push", &sink.url()).await;
    scene.until("soviet").await;
    assert_eq!(scene.told().await, 1);
    let message = sink.take().remove(0);
    assert_eq!((message.body.as_str(), message.header("ttl")), ("", "86400"));
    let (token, sent_key) =
        message.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(sent_key, key);
    let (said, signature) = token.rsplit_once('.').unwrap();
    let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(&key));
    public.verify(said.as_bytes(), &bytes(signature)).expect("it is signed with the key that browsers know");
    let claims: Value = serde_json::from_slice(&bytes(said.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], format!("http://127.0.0.1:{}", sink.port));
    assert_eq!(claims["sub"], "https://club.example/sand/");
    // A browser that has gone is not asked again.
    sink.answers("410 Gone");
    scene.until("german").await;
    scene.until("soviet").await;
    assert_eq!((scene.told().await, sink.take().len()), (1, 1));
    assert!(!scene.context.store.is_anything_due(i64::MAX - 1).await.unwrap());
}

#[tokio::test]
async fn a_challenge_by_name_is_told() {
    let sink = Sink::start().await;
    let mut scene = scene(at_once()).await;
    scene.way("ntfy", &sink.url()).await;
    let begin = json!({ "game": GAME, "against": "friend", "to": "anna" });
    scene.guest.begin(begin).await;
    assert_eq!(scene.told().await, 1);
    let message = sink.take().remove(0);
    assert_eq!(message.body, "Circle of Fire: The Siege of Cholm, 1942: you are challenged to a game.");
    assert!(message.header("click").starts_with("https://club.example/sand/match/"));
}
