//! `sandtable convert`: a record as text or as JSON. `docs/records.md` describes both forms.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result, bail};
use kernel::{Header, Origin, Record, Revised, example::Position};
use proof::{By, Bytes, Item, PROTOCOL, Proof};
use serde::{Deserialize, Serialize};

use crate::{
    context::{Context, print_paged},
    error::usage,
    files,
};

/// Turn a record into JSON for other programs, or back into text. Nothing is lost either way.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable convert circle-of-fire-42.sandtable --out game.json
  sandtable convert game.json --out game.sandtable
  sandtable convert circle-of-fire-42.sandtable | jq .plies")]
pub struct Args {
    /// The record, as text or as JSON.
    file: PathBuf,
    /// Where to write: .json for JSON, anything else for text. Without it the other form is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, _: &Context) -> Result<ExitCode> {
    let name = || args.file.display().to_string();
    let text = files::read(&args.file)?;
    let is_json = text.trim_start().starts_with('{');
    let document = if is_json { from_json(&text) } else { from_text(&text) }.with_context(name)?;
    let to_json = match &args.out {
        Some(out) if *out == args.file => {
            return Err(usage(format!("--out {}: this is the file that is read", out.display())));
        }
        Some(out) => out.extension().is_some_and(|it| it.eq_ignore_ascii_case("json")),
        None => !is_json,
    };
    let written = if to_json { document.to_json()? } else { document.to_text().with_context(name)? };
    match &args.out {
        Some(out) => files::write(out, written.as_bytes())?,
        None => print_paged(&written)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The version of the form in JSON that this build reads and writes.
const VERSION: u32 = 1;

/// A record in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// What it is: `record`.
    sandtable: String,
    version: u32,
    game: String,
    rules: u32,
    data: String,
    scenario: String,
    options: Vec<String>,
    luck: String,
    players: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    revised: Vec<RevisedForm>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    origin: Option<OriginForm>,
    /// The position it began in, if that was set up by hand: in TOML, as the examples have it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    position: Option<String>,
    plies: Vec<PlyForm>,
    /// The digest of the text, as its `end:` line has it.
    sha256: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    proof: Option<ProofForm>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    signed: Option<SignedForm>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RevisedForm {
    rules: u32,
    ply: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OriginForm {
    ply: usize,
    sha256: String,
    /// The game of that record, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    game: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PlyForm {
    Action(String),
    Draw(Vec<u64>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofForm {
    protocol: String,
    #[serde(rename = "match")]
    id: String,
    commitment: String,
    begin: String,
    entries: Vec<EntryForm>,
    /// Null while it is sealed.
    secret: Option<String>,
    head: String,
}

/// An entry of the chain, each with the mark of the hash after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum EntryForm {
    Line { mark: String },
    Draw { kind: Option<String>, mark: String },
    Lost { line: String, kind: Option<String>, mark: String },
    Salt { seat: u8, salt: String, by: String, mark: String },
    Cut { lines: usize, mark: String },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignedForm {
    key: String,
    signature: String,
}

/// What the last line of a signed record begins with.
const SIGNED: &str = "signed: ed25519 ";

fn from_text(text: &str) -> Result<Document> {
    let record = Record::parse(text)?;
    let sha256 = record.digest();
    let Record { header, lines } = record;
    let Header { game, rules, data, scenario, options, luck, players, revised, origin, position } = header;
    let ply = |line: String| match line.strip_prefix("* ") {
        None => Ok(PlyForm::Action(line)),
        Some(faces) => match faces.split(' ').map(str::parse).collect() {
            Ok(faces) => Ok(PlyForm::Draw(faces)),
            Err(_) => bail!("'{line}' is no draw"),
        },
    };
    let signed = text.lines().rev().find_map(|line| line.strip_prefix(SIGNED)?.split_once(' '));
    Ok(Document {
        sandtable: "record".to_owned(),
        version: VERSION,
        game,
        rules,
        data,
        scenario,
        options,
        luck,
        players,
        revised: revised.into_iter().map(|Revised { ply, rules }| RevisedForm { rules, ply }).collect(),
        origin: origin.map(|Origin { record, ply, game }| OriginForm { ply, sha256: record, game }),
        position: position.map(|position| position.to_text()),
        plies: lines.into_iter().map(ply).collect::<Result<_>>()?,
        sha256,
        proof: Proof::parse(text)?.map(|proof| ProofForm::new(&proof)),
        signed: signed
            .map(|(key, signature)| SignedForm { key: key.to_owned(), signature: signature.to_owned() }),
    })
}

fn from_json(text: &str) -> Result<Document> {
    let document: Document = serde_json::from_str(text)?;
    if document.sandtable != "record" {
        bail!("this is no record of Sandtable: 'sandtable' must be 'record', found '{}'", document.sandtable);
    }
    if document.version != VERSION {
        bail!(
            "this record has version {}, and this build reads version {VERSION}: use a newer sandtable",
            document.version
        );
    }
    Ok(document)
}

impl Document {
    fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    fn to_text(&self) -> Result<String> {
        let header = Header {
            game: self.game.clone(),
            rules: self.rules,
            data: self.data.clone(),
            scenario: self.scenario.clone(),
            options: self.options.clone(),
            luck: self.luck.clone(),
            players: self.players.clone(),
            revised: self.revised.iter().map(|it| Revised { ply: it.ply, rules: it.rules }).collect(),
            origin: self.origin.as_ref().map(|it| Origin {
                record: it.sha256.clone(),
                ply: it.ply,
                game: it.game.clone(),
            }),
            position: self.position.as_deref().map(Position::parse).transpose()?,
        };
        let line = |ply: &PlyForm| match ply {
            PlyForm::Action(action) => action.clone(),
            PlyForm::Draw(faces) => {
                format!("* {}", faces.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
            }
        };
        let record = Record { header, lines: self.plies.iter().map(line).collect() };
        let mut text = record.to_text();
        // A line feed inside a field would be another line: what is written must read back.
        if Record::parse(&text).as_ref() != Ok(&record) {
            bail!("a field of this record cannot stand on a line of its own");
        }
        if record.digest() != self.sha256 {
            bail!("the record was changed after it was written: its sha256 is {}", record.digest());
        }
        if let Some(proof) = &self.proof {
            let section = proof.read()?.to_text();
            text.push_str(&section);
            if Proof::parse(&text)?.map(|proof| proof.to_text()).as_ref() != Some(&section) {
                bail!("a field of its proof cannot stand on a line of its own");
            }
        }
        if let Some(SignedForm { key, signature }) = &self.signed {
            text.push_str(&format!("{SIGNED}{key} {signature}\n"));
        }
        Ok(text)
    }
}

impl ProofForm {
    fn new(proof: &Proof) -> ProofForm {
        let entry = |(item, mark): &(Item, String)| {
            let mark = mark.clone();
            match item {
                Item::Line => EntryForm::Line { mark },
                Item::Draw(kind) => EntryForm::Draw { kind: kind.map(proof::kind), mark },
                Item::Lost(line, kind) => {
                    EntryForm::Lost { line: line.clone(), kind: kind.map(proof::kind), mark }
                }
                Item::Salt { seat, salt, by } => {
                    EntryForm::Salt { seat: *seat, salt: salt.to_string(), by: by.word().to_owned(), mark }
                }
                Item::Cut(lines) => EntryForm::Cut { lines: *lines, mark },
            }
        };
        ProofForm {
            protocol: PROTOCOL.to_owned(),
            id: proof.id.clone(),
            commitment: proof.commitment.to_string(),
            begin: proof.begin.clone(),
            entries: proof.items.iter().map(entry).collect(),
            secret: proof.secret.map(|secret| secret.to_string()),
            head: proof.head.to_string(),
        }
    }

    fn read(&self) -> Result<Proof> {
        if self.protocol != PROTOCOL {
            bail!("the proof is of '{}', and this build knows '{PROTOCOL}'", self.protocol);
        }
        let hex =
            |text: &str| Bytes::read(text).with_context(|| format!("'{text}' is not 64 hexadecimal digits"));
        let kind = |kind: &Option<String>| match kind {
            Some(word) => {
                proof::read_kind(word).with_context(|| format!("'{word}' is no kind of draw")).map(Some)
            }
            None => Ok(None),
        };
        let item = |entry: &EntryForm| -> Result<(Item, String)> {
            Ok(match entry {
                EntryForm::Line { mark } => (Item::Line, mark.clone()),
                EntryForm::Draw { kind: word, mark } => (Item::Draw(kind(word)?), mark.clone()),
                EntryForm::Lost { line, kind: word, mark } => {
                    (Item::Lost(line.clone(), kind(word)?), mark.clone())
                }
                EntryForm::Salt { seat, salt, by, mark } => {
                    let by = By::read(by).with_context(|| format!("'{by}' is neither own nor server"))?;
                    (Item::Salt { seat: *seat, salt: hex(salt)?, by }, mark.clone())
                }
                EntryForm::Cut { lines, mark } => (Item::Cut(*lines), mark.clone()),
            })
        };
        Ok(Proof {
            id: self.id.clone(),
            commitment: hex(&self.commitment)?,
            begin: self.begin.clone(),
            items: self.entries.iter().map(item).collect::<Result<_>>()?,
            secret: self.secret.as_deref().map(hex).transpose()?,
            head: hex(&self.head)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Node, Players, Rng, data::Overlay};
    use proof::{Aside, Genesis, kinds, woven};

    use super::*;

    /// Random matches of every game, with a proof, steps back, a signature, revisions and an origin here and there.
    fn records() -> Vec<String> {
        let mut texts = Vec::new();
        for id in games::ids() {
            let game = games::open(id, &Overlay::none()).unwrap();
            for number in 0..6 {
                let mut rng = Rng::new(number, 3);
                let players =
                    Players { luck: format!("seed {number}"), players: vec!["one greedy".to_owned()] };
                let mut play = game.start(None, &[], players).unwrap();
                while play.seq() < 30 * number as usize {
                    play.roll(&mut rng);
                    let Node::Decision(seat) = play.node() else { break };
                    let legal = play.legal();
                    play.play(seat, &legal[rng.index(legal.len())]).unwrap();
                }
                let mut record = play.record();
                if number == 3 {
                    record.header.position =
                        Some(Position { before: record.lines.clone(), clear: true, ..Position::default() });
                }
                if number == 2 {
                    record.header.revised = vec![Revised { ply: 3, rules: 9 }];
                    record.header.origin =
                        Some(Origin { record: "ab".repeat(32), ply: 2, game: Some("another".to_owned()) });
                }
                let secret = Bytes([number as u8; 32]);
                let header = record.header.clone();
                let genesis = Genesis { id: "m".to_owned(), header, commitment: secret.digest() };
                let lost = vec![("move 1".to_owned(), None), ("* 5 4".to_owned(), proof::read_kind("2d6"))];
                let at = record.lines.len() / 2;
                let salt = Aside::Salt { at: 0, seat: 1, salt: Bytes([7; 32]), by: By::Own };
                let woven = woven(&record.lines, &[salt, Aside::Cut { at, lost }]).unwrap();
                let sealed = Proof::new(&genesis, secret, &woven, &kinds(&*play));
                texts.push(record.to_text());
                texts.push(sealed.append(&record));
                texts.push(sealed.opened(secret).append(&record) + "signed: ed25519 0011 2233\n");
            }
        }
        texts
    }

    #[test]
    fn both_forms_read_back_to_the_byte() {
        for text in records() {
            let json = from_text(&text).unwrap().to_json().unwrap();
            let again = from_json(&json).unwrap();
            assert_eq!(again.to_text().unwrap(), text);
            assert_eq!(again.to_json().unwrap(), json);
        }
    }

    #[test]
    fn what_was_changed_in_json_is_not_turned_into_a_record() {
        let text = records().pop().unwrap();
        let document = from_text(&text).unwrap();
        let wrong = |change: &dyn Fn(&mut Document)| {
            let mut other = document.clone();
            change(&mut other);
            from_json(&other.to_json().unwrap()).and_then(|it| it.to_text()).unwrap_err().to_string()
        };
        assert!(wrong(&|it| it.plies.truncate(1)).contains("changed after it was written"));
        assert!(wrong(&|it| it.version = 9).contains("newer sandtable"));
        assert!(wrong(&|it| it.sandtable = "x".to_owned()).contains("no record"));
        assert!(wrong(&|it| it.luck = "a\ngame: b".to_owned()).contains("line of its own"));
        assert!(wrong(&|it| it.proof.as_mut().unwrap().head = "x".to_owned()).contains("64 hexadecimal"));
        assert!(wrong(&|it| it.proof.as_mut().unwrap().id = "a\nb".to_owned()).contains("proof"));
    }
}
