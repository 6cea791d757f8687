//! What a host does: settings, logs, the service manager, accounts, backup and restore, a proxy as the page for hosts has it.

use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::net::UnixDatagram,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    env::{Env, GAME, command},
    serve::ask,
};

/// A server with its log in a file, and perhaps more in its environment.
struct Hosted {
    process: Child,
    address: String,
}

impl Hosted {
    fn start(env: &Env, args: &[&str], environment: &[(&str, &str)]) -> Hosted {
        let log = fs::File::create(env.path("log")).unwrap();
        let all = [&["serve", "--listen", "127.0.0.1:0", "--no-open"], args].concat();
        let mut command = command(&env.path(""), &all);
        command.envs(environment.iter().copied()).stderr(log);
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split("http://").nth(1).unwrap_or_else(|| panic!("no address in: {line}"));
        Hosted { address: url.split('/').next().unwrap().to_owned(), process }
    }

    fn post(&self, cookie: &mut String, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = ask(&self.address, cookie, "POST", path, body).unwrap();
        (status, serde_json::from_str(&text).unwrap())
    }
}

impl Drop for Hosted {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn database(env: &Env, name: &str) -> String {
    format!("sqlite:{}", env.path(name).display())
}

#[test]
fn logs_have_no_colours_and_name_the_client() {
    let env = Env::new();
    let club = database(&env, "club.db");
    for format in ["text", "json"] {
        let settings = [("SANDTABLE_LOG", "debug"), ("SANDTABLE_LOG_FORMAT", format)];
        let server = Hosted::start(&env, &["--database", &club], &settings);
        ask(&server.address, &mut String::new(), "GET", "/api/games", &Value::Null).unwrap();
        drop(server);
        let log = env.read("log");
        let line = log.lines().find(|line| line.contains("/api/games")).unwrap_or_else(|| panic!("{log}"));
        assert!(line.contains("127.0.0.1") && !log.contains('\u{1b}'), "{log}");
        if format == "json" {
            let all: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert!(all.iter().any(|line| line["fields"]["address"] == "127.0.0.1"), "{log}");
        }
    }
    let wrong = ["serve", "--no-open", "--database", &club];
    let ran = command(&env.path(""), &wrong).env("SANDTABLE_LOG_FORMAT", "xml").output().unwrap();
    assert!(!ran.status.success() && String::from_utf8_lossy(&ran.stderr).contains("text or json"));
}

#[test]
fn the_example_of_the_settings_is_what_the_server_does_without() {
    let env = Env::new();
    let example = include_str!("../../../../packaging/sandtable.toml");
    let club = database(&env, "club.db");
    env.write("sandtable.toml", &example.replace("sqlite:/var/lib/sandtable/club.db", &club));
    let said = env.ok(&["serve", "--config", "sandtable.toml", "--check"]);
    assert!(said.contains("The settings hold") && said.contains("127.0.0.1:8417"), "{said}");
    for (text, word) in [
        ("listen = 1", "listen"),
        ("colour = 'red'", "colour"),
        ("proxies = ['nowhere']", "nowhere"),
        ("site = 'club'", "club"),
        ("[hourly]\nmatches = { person = 1 }", "address"),
    ] {
        env.write("wrong.toml", text);
        env.fails(2, &["serve", "--config", "wrong.toml", "--check"], &[word]);
    }
    // What it sets holds.
    env.write("small.toml", &format!("database = '{club}'\n[limits]\nseats = 1\n"));
    let server = Hosted::start(&env, &["--config", "small.toml"], &[]);
    let mut cookie = String::new();
    let game = json!({ "game": GAME, "against": "hotseat" });
    assert_eq!(server.post(&mut cookie, "/api/matches", &game).0, 201);
    assert_eq!(server.post(&mut cookie, "/api/matches", &game).0, 403);
}

#[test]
fn the_service_manager_is_told() {
    let env = Env::new();
    let path = env.path("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let socket = path.display().to_string();
    let mut server =
        Hosted::start(&env, &["--database", &database(&env, "club.db")], &[("NOTIFY_SOCKET", &socket)]);
    let mut told = [0; 64];
    let mut hear = || {
        let length = manager.recv(&mut told).unwrap();
        String::from_utf8(told[..length].to_vec()).unwrap()
    };
    assert_eq!(hear(), "READY=1");
    let id = server.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(hear(), "STOPPING=1");
    assert!(server.process.wait().unwrap().success());
}

#[test]
fn a_host_looks_after_accounts_and_copies_while_the_server_runs() {
    let env = Env::new();
    let club = database(&env, "club.db");
    let server = Hosted::start(&env, &["--database", &club], &[]);
    let admin = |args: &[&str]| env.ok(&[&["admin", "--database", &club], args].concat());
    let (mut anna, mut other) = (String::new(), String::new());
    let account = |name: &str| json!({ "name": name, "password": "correct horse" });
    assert_eq!(server.post(&mut anna, "/api/accounts", &account("Anna")).0, 201);
    let game = json!({ "game": GAME, "against": "hotseat" });
    let (_, begun) = server.post(&mut anna, "/api/matches", &game);
    let id = begun["id"].as_str().unwrap();
    assert!(admin(&["users"]).contains("Anna") && admin(&["users"]).contains("1 accounts"));
    assert!(admin(&["games"]).contains(id));
    assert!(admin(&["check"]).contains("0 damaged"));
    admin(&["registration", "closed"]);
    assert_eq!(server.post(&mut other, "/api/accounts", &account("Bert")).0, 403);
    admin(&["registration", "open"]);
    assert_eq!(server.post(&mut other, "/api/accounts", &account("Bert")).0, 201);
    admin(&["ban", "bert"]);
    assert_eq!(server.post(&mut String::new(), "/api/sign-in", &account("Bert")).0, 403);
    admin(&["unban", "Bert"]);
    assert_eq!(server.post(&mut String::new(), "/api/sign-in", &account("Bert")).0, 200);
    env.fails(1, &["admin", "--database", &club, "ban", "Nobody"], &["Nobody"]);
    // A copy of what is there now; what is played later is not in it.
    admin(&["backup", "monday.db"]);
    env.fails(2, &["admin", "--database", &club, "backup", "monday.db"], &["monday.db"]);
    let (_, later) = server.post(&mut anna, "/api/matches", &game);
    drop(server);
    let restored = database(&env, "restored.db");
    let said = env.ok(&["admin", "--database", &restored, "restore", "monday.db"]);
    assert!(said.contains("1 games"), "{said}");
    env.fails(1, &["admin", "--database", &restored, "restore", "monday.db"], &["already"]);
    let server = Hosted::start(&env, &["--database", &restored], &[]);
    let look = |id: &Value| {
        let path = format!("/api/matches/{}", id.as_str().unwrap());
        ask(&server.address, &mut anna.clone(), "GET", &path, &Value::Null).unwrap()
    };
    let (status, text) = look(&begun["id"]);
    assert_eq!(status, 200);
    let look_at: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(look_at["meta"]["you"].as_array().unwrap().len(), 2, "Anna is known there");
    assert_eq!(look(&later["id"]).0, 404);
    // A ply that is lost is found.
    drop(server);
    let connection = rusqlite::Connection::open(env.path("restored.db")).unwrap();
    connection.execute("UPDATE heads SET seq = seq + 1", []).unwrap();
    drop(connection);
    let ran = env.run(&["admin", "--database", &restored, "check"]);
    assert!(ran.code == 1 && ran.out.contains("1 damaged"), "{ran:?}");
}

/// The settings of nginx as the page for hosts shows them, with ports and files of this test.
fn nginx_settings(env: &Env, port: u16, server: &str) -> String {
    let page = include_str!("../../../../docs/hosting.md");
    let block = page.split("```nginx\n").nth(1).unwrap().split("```").next().unwrap();
    let file = |name: &str| env.path(name).display().to_string();
    let block = block
        .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port} ssl;"))
        .replace("/etc/letsencrypt/live/club.example/fullchain.pem", &file("site.crt"))
        .replace("/etc/letsencrypt/live/club.example/privkey.pem", &file("site.key"))
        .replace("127.0.0.1:8417", server);
    assert!(block.contains(server) && block.contains(&port.to_string()), "{block}");
    let (temp, pid, errors) = (file("tmp"), file("nginx.pid"), file("nginx.log"));
    format!(
        "daemon off;\nmaster_process off;\npid {pid};\nerror_log {errors};\nevents {{}}\nhttp {{\naccess_log off;\n\
         client_body_temp_path {temp}/1;\nproxy_temp_path {temp}/2;\nfastcgi_temp_path {temp}/3;\n\
         uwsgi_temp_path {temp}/4;\nscgi_temp_path {temp}/5;\n{block}}}\n"
    )
}

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// The settings of Caddy as the page for hosts shows them, with ports and files of this test.
fn caddy_settings(env: &Env, port: u16, server: &str) -> String {
    let page = include_str!("../../../../docs/hosting.md");
    let block = page.split("```caddy\n").nth(1).unwrap().split("```").next().unwrap();
    let file = |name: &str| env.path(name).display().to_string();
    let (certificate, key) = (file("site.crt"), file("site.key"));
    let here = format!("https://club.example:{port} {{\n    bind 127.0.0.1\n    tls {certificate} {key}\n");
    let block = block.replace("club.example {\n", &here).replace("127.0.0.1:8417", server);
    assert!(block.contains(server) && block.contains(&port.to_string()), "{block}");
    format!("{{\n    admin off\n    auto_https off\n    storage file_system {}\n}}\n{block}", file("tmp"))
}

#[test]
fn behind_nginx_as_the_page_says_live_views_arrive_at_once() {
    behind("nginx", |env, port, server| {
        env.write("nginx.conf", &nginx_settings(env, port, server));
        let mut nginx = Command::new("nginx");
        nginx.arg("-p").arg(env.path("")).arg("-c").arg(env.path("nginx.conf"));
        nginx
    });
}

#[test]
fn behind_caddy_as_the_page_says_live_views_arrive_at_once() {
    behind("caddy", |env, port, server| {
        env.write("Caddyfile", &caddy_settings(env, port, server));
        let mut caddy = Command::new("caddy");
        caddy.args(["run", "--adapter", "caddyfile", "--config"]).arg(env.path("Caddyfile"));
        caddy.env("XDG_CONFIG_HOME", env.path("tmp")).env("XDG_DATA_HOME", env.path("tmp"));
        caddy
    });
}

/// A club behind a proxy of this name: cookies are for https alone, an address that the client makes up counts for nothing, and
/// what is played reaches whoever watches while nothing else happens.
fn behind(proxy: &str, program: impl FnOnce(&Env, u16, &str) -> Command) {
    let have = |program: &str| {
        Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap().status.success()
    };
    if ![proxy, "curl", "openssl"].into_iter().all(have) {
        eprintln!("\n*** SKIPPED: {proxy}, curl or openssl was not found ***\n");
        return;
    }
    let env = Env::new();
    fs::create_dir_all(env.path("tmp")).unwrap();
    let args = ["--site", "https://club.example", "--proxy", "127.0.0.1", "--database"];
    let server = Hosted::start(
        &env,
        &[&args[..], &[&database(&env, "club.db")]].concat(),
        &[("SANDTABLE_LOG", "debug")],
    );
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=club.example"])
        .arg("-keyout")
        .arg(env.path("site.key"))
        .arg("-out")
        .arg(env.path("site.crt"))
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(made.success());
    let log = fs::File::create(env.path("proxy.log")).unwrap();
    let _proxy = Running(program(&env, port, &server.address).stderr(log).spawn().unwrap());
    let curl = |args: &[&str]| {
        let mut command = Command::new("curl");
        command.args(["--silent", "--insecure", "--noproxy", "*", "--max-time", "60"]);
        // Not from where the proxy is, which the server takes at its word.
        command.args(["--interface", "127.0.0.2", "--resolve"]);
        command.arg(format!("club.example:{port}:127.0.0.1"));
        command.args(args);
        command
    };
    let site = format!("https://club.example:{port}");
    let begin = json!({ "game": GAME, "against": "hotseat" }).to_string();
    let cookies = env.path("cookies").display().to_string();
    let write = [
        "-H",
        "forwarded: for=203.0.113.9",
        "-H",
        "x-forwarded-for: 203.0.113.9",
        "-H",
        "content-type: application/json",
        "-H",
        "sec-fetch-site: same-origin",
        "-b",
        &cookies,
        "-c",
        &cookies,
    ];
    let start = Instant::now();
    let begun = loop {
        let output = curl(&[&write[..], &["-i", "-d", &begin, &format!("{site}/api/matches")]].concat())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        if !text.is_empty() {
            break text;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{proxy} does not answer: {}",
            env.read("proxy.log")
        );
        thread::sleep(Duration::from_millis(100));
    };
    assert!(begun.contains(" 201 ") && begun.contains("; Secure"), "{begun}");
    let body: Value = serde_json::from_str(begun.rsplit("\r\n\r\n").next().unwrap()).unwrap();
    let path = format!("{site}/api/matches/{}", body["id"].as_str().unwrap());
    // The listener hears of the first action while nothing else happens.
    let mut stream = Running(
        curl(&["--no-buffer", "-b", &cookies, &format!("{path}/events")])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut lines = BufReader::new(stream.0.stdout.take().unwrap()).lines();
    let mut next = || lines.by_ref().map(Result::unwrap).find(|line| line.starts_with("id:")).unwrap();
    assert_eq!(next().trim_start_matches("id:").trim(), "0");
    let look = curl(&["-b", &cookies, &path]).output().unwrap().stdout;
    let look: Value = serde_json::from_slice(&look).unwrap();
    let action = look["view"]["offers"][0]["action"].clone();
    let play = json!({ "action": action, "after": 0 }).to_string();
    let played = curl(&[&write[..], &["-d", &play, &format!("{path}/actions")]].concat()).output().unwrap();
    assert!(String::from_utf8_lossy(&played.stdout).contains("seq"));
    loop {
        if next().trim_start_matches("id:").trim() != "0" {
            break;
        }
    }
    let log = env.read("log");
    assert!(log.contains("127.0.0.2") && !log.contains("203.0.113.9"), "{log}");
}
