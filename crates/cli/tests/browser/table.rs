//! What the tests do at a table: open one, play on to a position, wait for the page to show it.

use serde_json::{Value, json};

use crate::driver::Browser;

/// The game that the tests play.
pub const GAME: &str = "circle-of-fire";

/// What to prefer on the way to a position: the first word of these that something on offer begins with.
pub const PEACE: &[&str] = &["place rest", "place all", "done", "decline", "end", "stop", "pass"];

impl Browser<'_> {
    /// Opens the start page and waits for the pictures of the games.
    pub fn open_start(&self) {
        self.open("/");
        self.wait("document.querySelector('.game img')?.naturalWidth > 100");
        self.ask_before_dice(false);
    }

    /// Begins a match without the start page and opens its table.
    pub fn begin(&self, wish: &Value) -> String {
        self.open("/healthz");
        // Most tests know what they do; those of careless clicks ask for the question.
        self.ask_before_dice(false);
        let made = self.run(&format!(
            "const answer = await fetch('/api/matches', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({wish}) }});
             return answer.json();"
        ));
        made["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    /// Whether dice are asked about before they are thrown.
    pub fn ask_before_dice(&self, ask: bool) {
        self.run(&format!("localStorage.setItem('table', JSON.stringify({{ ask: {ask} }}))"));
    }

    /// Two players at this screen, played on until `until` holds, at the table.
    pub fn hotseat(&self, until: &str, prefer: &[&str]) -> String {
        let id = self.begin(&json!({ "game": GAME, "against": "hotseat" }));
        self.play_on(&id, until, prefer);
        self.sit(&id);
        id
    }

    /// Opens the table of a match and waits for the position.
    pub fn sit(&self, id: &str) {
        self.open(&format!("/match/{id}"));
        self.caught_up(id);
    }

    /// Plays by requests until `until`, an expression about `view`, holds.
    pub fn play_on(&self, id: &str, until: &str, prefer: &[&str]) -> Value {
        self.run(&format!(
            "const prefer = {};
             for (let n = 0; n < 1500; n += 1) {{
                 const {{ view }} = await (await fetch('/api/matches/{id}')).json();
                 if ({until}) return view;
                 const rank = ({{ action }}) => {{ const at = prefer.findIndex((word) => action.startsWith(word)); return at < 0 ? prefer.length : at; }};
                 const [offer] = [...view.offers].sort((a, b) => rank(a) - rank(b));
                 const wait = () => new Promise((done) => setTimeout(done, 60));
                 if (!offer) {{ await wait(); continue; }}
                 const answer = await fetch('/api/matches/{id}/actions', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({{ action: offer.action, after: view.seq }}) }});
                 if (answer.status === 429 || answer.status === 409) await wait();
                 else if (!answer.ok) throw new Error(`${{offer.action}}: ${{await answer.text()}}`);
             }}
             throw new Error('the position was not reached');",
            json!(prefer)
        ))
    }

    /// The position as the server tells it to this browser.
    pub fn view(&self, id: &str) -> Value {
        self.run(&format!("return (await (await fetch('/api/matches/{id}')).json()).view"))
    }

    /// Waits until the page shows the newest position, and returns it.
    pub fn caught_up(&self, id: &str) -> Value {
        self.wait(&format!(
            "await (async () => {{
                 const {{ view }} = await (await fetch('/api/matches/{id}')).json();
                 const {{ seq, state }} = document.body.dataset;
                 return seq === String(view.seq) && state !== 'sending' && view;
             }})()"
        ))
    }

    /// Waits until something has been played after `seq` and the page shows it.
    pub fn after(&self, id: &str, seq: &Value) -> Value {
        self.wait(&format!(
            "document.body.dataset.seq !== '{seq}' && document.body.dataset.state !== 'sending'"
        ));
        self.caught_up(id)
    }

    pub fn step(&self) -> String {
        self.run("return document.body.dataset.step").as_str().unwrap_or_default().to_owned()
    }

    /// Takes an offer as a player does: by its button, or by what it is lit on; from a list if there is more to choose.
    pub fn pick(&self, offer: &Value) {
        let action = offer["action"].as_str().unwrap();
        let key = match &offer["target"] {
            target if target["piece"].is_string() => format!("piece:{}", target["piece"].as_str().unwrap()),
            target if target["space"].is_string() => format!("space:{}", target["space"].as_str().unwrap()),
            _ => return self.act(action),
        };
        let key = self.shown(key);
        if let (Some(unit), true) = (offer["unit"].as_str(), key.starts_with("space:")) {
            self.hold(unit);
        }
        // What is warned of asks for a second press.
        for _ in 0..1 + usize::from(offer["warn"].is_string()) {
            let place = format!("[data-key='{key}']");
            if !self.is_in_sight(&place) {
                self.click("[data-do=fit]");
            }
            self.hover(&place);
            self.click(&place);
            let listed = format!(".choices:not([hidden]) [data-action='{action}']");
            if self.count(&listed) > 0 {
                self.click(&listed);
            }
        }
    }

    /// The key itself, or for a rider that of what carries it.
    fn shown(&self, key: String) -> String {
        let at = self.run(&format!(
            "const {{ view }} = await (await fetch(`/api/matches/${{location.pathname.slice(7)}}`)).json();
             return view?.pieces.find(({{ id }}) => `piece:${{id}}` === '{key}')?.at ?? ''"
        ));
        let carrier = at.as_str().and_then(|at| at.strip_prefix("aboard:"));
        carrier.map_or(key, |carrier| format!("piece:{carrier}"))
    }

    /// Takes a unit in hand, out of its stack if it stands in one.
    pub fn hold(&self, unit: &str) {
        let piece = format!("[data-key='piece:{unit}']");
        self.click(&piece);
        // A panel that is closed keeps what it showed last.
        let inside = format!(".stack:not([hidden]) {piece}");
        if self.count(&inside) > 0 {
            self.click(&inside);
        }
    }

    /// Clicks a button for an action.
    pub fn act(&self, action: &str) {
        self.click(&format!("[data-action='{action}']"));
    }
}

/// The offers of a position whose notation begins with a word.
pub fn offers<'a>(view: &'a Value, word: &'a str) -> impl Iterator<Item = &'a Value> {
    let all = view["offers"].as_array().unwrap();
    all.iter().filter(move |offer| offer["action"].as_str().unwrap().starts_with(word))
}
