//! A small WebDriver client: a session of a real Chromium, its mouse and its keys.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// How long a page may take to come to what is waited for. Much longer than it takes, for busy machines.
pub const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(40);

/// Keys that are not letters, as WebDriver writes them.
pub const ENTER: &str = "\u{e007}";
pub const ESCAPE: &str = "\u{e00c}";
pub const END: &str = "\u{e010}";
pub const HOME: &str = "\u{e011}";
pub const UP: &str = "\u{e013}";

/// A process that ends with the test, however it ends.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// A server with a database of its own, and the browsers that look at it.
pub struct Stage {
    pub url: String,
    driver: u16,
    folder: PathBuf,
    browsers: std::cell::Cell<u32>,
    _processes: [Process; 2],
}

impl Stage {
    pub fn new(name: &str) -> Stage {
        let folder = std::env::temp_dir().join(format!("sandtable-browser-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (server, url) = serve(&folder);
        let (chromedriver, driver) = drive(&folder);
        Stage { url, driver, folder, browsers: 0.into(), _processes: [server, chromedriver] }
    }

    /// A browser of 1440 by 900 that knows nobody.
    pub fn browser(&self) -> Browser<'_> {
        let number = self.browsers.replace(self.browsers.get() + 1);
        let profile = self.folder.join(format!("profile-{number}"));
        let mut args: Vec<String> = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--force-device-scale-factor=1",
            "--hide-scrollbars",
            "--window-size=1440,900",
        ]
        .map(str::to_owned)
        .to_vec();
        args.push(format!("--user-data-dir={}", profile.display()));
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "timeouts": { "script": 60_000, "pageLoad": 60_000 },
            "goog:loggingPrefs": { "browser": "SEVERE" },
            "goog:chromeOptions": { "args": args },
        } } });
        let session = self.command("POST", "/session", &wanted);
        let session = session["sessionId"].as_str().unwrap().to_owned();
        let browser = Browser { stage: self, session };
        browser.size(1440, 900, false);
        browser
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.answer(method, path, body);
        assert!(value.get("error").is_none(), "{method} {path}: {} {}", value["error"], value["message"]);
        value
    }

    /// What chromedriver answers, an error too.
    fn answer(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut answer = request(self.driver, method, path, body)
            .unwrap_or_else(|error| panic!("chromedriver, {method} {path}: {error}"));
        answer["value"].take()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

fn serve(folder: &Path) -> (Process, String) {
    let mut server = Process(
        Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--database"])
            .arg(format!("sqlite:{}", folder.join("games.db").display()))
            .env("SANDTABLE_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap_or_else(|| panic!("no address in: {line}"));
    let address = address.split(['/', ' ', '\n']).next().unwrap();
    (server, format!("http://{address}"))
}

/// Starts chromedriver on a free port. Another process may take the port in between: then it is tried again.
fn drive(folder: &Path) -> (Process, u16) {
    for _ in 0..5 {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let log = fs::File::create(folder.join("chromedriver.log")).unwrap();
        let mut process = Process(
            Command::new("chromedriver")
                .args([format!("--port={port}"), "--log-level=SEVERE".to_owned()])
                .stdin(Stdio::null())
                .stdout(log.try_clone().unwrap())
                .stderr(log)
                .spawn()
                .expect("chromedriver is installed"),
        );
        let start = Instant::now();
        while start.elapsed() < PATIENCE && process.0.try_wait().unwrap().is_none() {
            if request(port, "GET", "/status", &Value::Null).is_ok() {
                return (process, port);
            }
            thread::sleep(PAUSE);
        }
    }
    panic!("chromedriver does not start");
}

fn request(port: u16, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
    let body = if method == "POST" { body.to_string() } else { String::new() };
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(90)))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_err(std::io::Error::other)?;
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body)?)
}

/// One browser with cookies of its own.
pub struct Browser<'a> {
    stage: &'a Stage,
    session: String,
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.leave_a_trace();
        }
        request(self.stage.driver, "DELETE", &format!("/session/{}", self.session), &Value::Null).ok();
    }
}

impl Browser<'_> {
    fn post(&self, path: &str, body: Value) -> Value {
        self.stage.command("POST", &format!("/session/{}/{path}", self.session), &body)
    }

    /// What the page showed when the test failed, for whoever reads the report.
    fn leave_a_trace(&self) {
        let get = |path: &str| {
            request(self.stage.driver, "GET", &format!("/session/{}/{path}", self.session), &Value::Null)
        };
        let post = |path: &str, body: Value| {
            request(self.stage.driver, "POST", &format!("/session/{}/{path}", self.session), &body)
        };
        let script =
            "return { ...document.body.dataset, prompt: document.querySelector('.prompt')?.innerText,
            notice: document.querySelector('.notice')?.innerText }";
        let said = post("execute/sync", json!({ "script": script, "args": [] }));
        eprintln!(
            "the page: {} {:?}",
            get("url").unwrap_or_default()["value"],
            said.map(|it| it["value"].clone())
        );
        eprintln!(
            "its console: {:?}",
            post("se/log", json!({ "type": "browser" })).map(|it| it["value"].clone())
        );
        if let Ok(Value::String(picture)) = get("screenshot").map(|it| it["value"].clone()) {
            let path =
                std::env::temp_dir().join(format!("sandtable-browser-failed-{}.png", std::process::id()));
            fs::write(&path, base64(&picture)).ok();
            eprintln!("a picture of it: {}", path.display());
        }
    }

    // ---------------------------------------------------------------------------------------------------- pages

    /// Opens an address of the server.
    pub fn open(&self, path: &str) {
        let url =
            if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.stage.url) };
        self.post("url", json!({ "url": url }));
    }

    pub fn reload(&self) {
        self.post("refresh", json!({}));
    }

    /// The inner size of the page; a phone has touch and its own idea of a viewport.
    pub fn size(&self, width: u32, height: u32, phone: bool) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.post(
            "goog/cdp/execute",
            json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": params }),
        );
        let params = json!({ "enabled": phone });
        self.post(
            "goog/cdp/execute",
            json!({ "cmd": "Emulation.setTouchEmulationEnabled", "params": params }),
        );
    }

    /// What a piece of script returns; promises are awaited.
    pub fn run(&self, script: &str) -> Value {
        self.ask(script).unwrap_or_else(|| panic!("the page was left during: {script}"))
    }

    /// The same, or nothing where the page was left while the script ran: chromedriver calls that a script timeout at once.
    fn ask(&self, script: &str) -> Option<Value> {
        let whole = format!(
            "const done = arguments[arguments.length - 1];
             (async () => {{ {script} }})().then((value) => done({{ value: value ?? null }}), (error) => done({{ wrong: String(error?.stack ?? error) }}));"
        );
        let (start, path) = (Instant::now(), format!("/session/{}/execute/async", self.session));
        let mut answer = self.stage.answer("POST", &path, &json!({ "script": whole, "args": [] }));
        if answer["error"] == "script timeout" && start.elapsed() < PATIENCE {
            return None;
        }
        assert!(answer.get("error").is_none(), "{script}\n{} {}", answer["error"], answer["message"]);
        assert!(answer.get("wrong").is_none(), "{script}\n{}", answer["wrong"]);
        Some(answer["value"].take())
    }

    /// Waits until an expression is true, and returns its value.
    pub fn wait(&self, what: &str) -> Value {
        self.wait_long(what, PATIENCE)
    }

    pub fn wait_long(&self, what: &str, patience: Duration) -> Value {
        let start = Instant::now();
        loop {
            let value = self.ask(&format!("return ({what});")).unwrap_or_default();
            if !matches!(value, Value::Null | Value::Bool(false)) && value != "" && value != 0 {
                return value;
            }
            assert!(start.elapsed() < patience, "waited in vain for: {what}");
            thread::sleep(PAUSE);
        }
    }

    /// The text of the first node a selector finds.
    pub fn text(&self, selector: &str) -> String {
        let found = self.wait(&format!("document.querySelector({})?.innerText", json!(selector)));
        found.as_str().unwrap().to_owned()
    }

    pub fn count(&self, selector: &str) -> u64 {
        self.run(&format!("return document.querySelectorAll({}).length", json!(selector))).as_u64().unwrap()
    }

    // ------------------------------------------------------------------------------------------- mouse and keys

    /// A point of the page where a node lies on top, once it lies still.
    fn point(&self, selector: &str) -> (i64, i64) {
        let script = on_top(selector);
        let start = Instant::now();
        let mut last = Value::Null;
        while start.elapsed() < PATIENCE {
            let now = self.wait(&script);
            if now == last {
                return (now[0].as_i64().unwrap(), now[1].as_i64().unwrap());
            }
            last = now;
            thread::sleep(PAUSE);
        }
        panic!("{selector} does not lie still");
    }

    /// Whether a pointer can reach a node now. The map shows what has to be decided, not always all that could be.
    pub fn is_in_sight(&self, selector: &str) -> bool {
        !self.run(&format!("return ({});", on_top(selector))).is_null()
    }

    fn pointer(&self, kind: &str, actions: Value) {
        let source = json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.post("actions", json!({ "actions": [source] }));
    }

    /// The mouse goes there and stays.
    pub fn hover(&self, selector: &str) {
        let (x, y) = self.point(selector);
        self.pointer("mouse", json!([{ "type": "pointerMove", "duration": 20, "x": x, "y": y }]));
    }

    /// The mouse goes there, and again should the map have moved below it, until something is so.
    pub fn hover_until(&self, selector: &str, what: &str) {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            self.hover(selector);
            for _ in 0..10 {
                if self.run(&format!("return Boolean({what});")) == true {
                    return;
                }
                thread::sleep(PAUSE);
            }
        }
        panic!("the mouse is over {selector} in vain for: {what}");
    }

    fn press_at(&self, kind: &str, (x, y): (i64, i64)) {
        self.pointer(
            kind,
            json!([
                { "type": "pointerMove", "duration": 20, "x": x, "y": y },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ]),
        );
    }

    /// A click of the mouse on whatever of the node can be seen.
    pub fn click(&self, selector: &str) {
        self.press_at("mouse", self.point(selector));
    }

    /// A click of the mouse while Shift is held.
    pub fn shift_click(&self, selector: &str) {
        let (x, y) = self.point(selector);
        let key = |kind: &str| json!({ "type": kind, "value": "\u{e008}" });
        let wait = json!({ "type": "pause", "duration": 0 });
        let keys = json!({ "type": "key", "id": "keys", "actions": [wait, key("keyDown"), wait, wait, key("keyUp")] });
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
            { "type": "pointerMove", "duration": 20, "x": x, "y": y },
            wait,
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
            wait,
        ] });
        self.post("actions", json!({ "actions": [keys, mouse] }));
    }

    /// The mouse drags one node onto another.
    pub fn drag(&self, from: &str, to: &str) {
        let (x, y) = self.point(from);
        let (end_x, end_y) = self.point(to);
        self.pointer(
            "mouse",
            json!([
                { "type": "pointerMove", "duration": 20, "x": x, "y": y },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerMove", "duration": 40, "x": x + 12, "y": y - 12 },
                { "type": "pointerMove", "duration": 40, "x": (x + end_x) / 2, "y": (y + end_y) / 2 },
                { "type": "pointerMove", "duration": 40, "x": end_x, "y": end_y },
                { "type": "pointerUp", "button": 0 },
            ]),
        );
    }

    /// A click at a part of the width of a node.
    pub fn click_along(&self, selector: &str, percent: i64) {
        let node = format!("document.querySelector({}).getBoundingClientRect()", json!(selector));
        let script =
            format!("const it = {node}; return [it.left, it.width, it.top + it.height / 2].map(Math.round)");
        let at = self.run(&script);
        let [left, width, y] = [0, 1, 2].map(|i| at[i].as_i64().unwrap());
        self.press_at("mouse", (left + width * percent / 100, y));
    }

    /// A tap of a finger.
    pub fn tap(&self, selector: &str) {
        self.press_at("touch", self.point(selector));
    }

    /// A key, pressed and let go.
    pub fn key(&self, key: &str) {
        let actions = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        self.post("actions", json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// The page as a PNG.
    pub fn picture(&self) -> Vec<u8> {
        let path = format!("/session/{}/screenshot", self.session);
        base64(self.stage.command("GET", &path, &Value::Null).as_str().unwrap())
    }
}

/// What finds a point of the page where a node lies on top, or null.
fn on_top(selector: &str) -> String {
    format!(
        "(() => {{
            const selector = {};
            const node = document.querySelector(selector);
            if (!node) return null;
            if (!node.closest('.play')) node.scrollIntoView({{ block: 'nearest', inline: 'nearest' }});
            const {{ left, top, width, height }} = node.getBoundingClientRect();
            for (const steps of [1, 3, 8, 24]) for (let i = 0; i < steps; i += 1) for (let k = 0; k < steps; k += 1) {{
                const x = Math.round(left + width * (i + 0.5) / steps), y = Math.round(top + height * (k + 0.5) / steps);
                if (document.elementFromPoint(x, y)?.closest(selector) === node) return [x, y];
            }}
            return null;
        }})()",
        json!(selector)
    )
}

fn base64(text: &str) -> Vec<u8> {
    let (mut bytes, mut held, mut bits) = (Vec::with_capacity(text.len() / 4 * 3), 0_u32, 0);
    for sign in text.bytes() {
        let six = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        held = held << 6 | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}
