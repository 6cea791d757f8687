//! What came in: the header, the actions and the draws. It is all that is saved of a match.
//!
//! The text form is made to be read, mailed and compared:
//!
//! ```text
//! sandtable record 1
//! game: circle-of-fire
//! rules: 1
//! data: builtin
//! scenario: siege
//! options: substitute-random
//! luck: seed 42
//! ---
//! place g-281-1 3
//! * 5 4
//! ---
//! end: 2 plies, sha256 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
//! ```
//!
//! A game that outlived a change of rules says from which ply on it was played by which revision, one that goes on from
//! another record says from which, and after how many plies of it:
//!
//! ```text
//! revised: 2 from ply 120
//! origin: ply 11 of sha256 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
//! ```
//!
//! One that was set up from the end of another game names that game too: `origin: the-year-before, ply 311 of sha256 ...`.
//!
//! One that began from a position set up by hand has it in its header, line by line, in the words of the examples:
//!
//! ```text
//! position: clear = true
//! position: step = "soviet-impulse"
//! position: [position.pieces]
//! position: "s-73-1" = { at = "1" }
//! ```
//!
//! A line is an action in its notation, or `*` and the outcome of a draw. The digest over everything before the
//! last line tells a whole record from a torn or edited one.

use sha2::{Digest, Sha256};

use crate::{Luck, Misplaced, Seat, data::hex, example::Position};

/// The version of the text form that this build reads and writes.
pub const FORMAT: u32 = 1;

/// What a record says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The id of the game.
    pub game: String,
    /// The revision of our rules it was begun under.
    pub rules: u32,
    /// `builtin`, or the fingerprint of what overrides the built-in tables.
    pub data: String,
    /// The id of the scenario.
    pub scenario: String,
    /// The ids of the options that were on.
    pub options: Vec<String>,
    /// Where the draws came from, for the reader: `seed 42`, `hand`.
    pub luck: String,
    /// Who sat where, for the reader: `german greedy`.
    pub players: Vec<String>,
    /// Later revisions it went on under, in order.
    pub revised: Vec<Revised>,
    /// The record it goes on from.
    pub origin: Option<Origin>,
    /// The position it began in, if that was set up by hand.
    pub position: Option<Position>,
}

/// From here on another revision of our rules was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Revised {
    /// How many plies lie before.
    pub ply: usize,
    /// The revision.
    pub rules: u32,
}

/// Where a game goes on from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The digest of the other record, as its last line has it.
    pub record: String,
    /// How many of its plies were taken over; all of them, if this game was set up from its end.
    pub ply: usize,
    /// The game of the other record, where it is another: this one was set up from its end.
    pub game: Option<String>,
}

/// What becomes of a record under the rules and tables of this build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Every action is legal and every draw is due: it goes on.
    GoesOn,
    /// Its plies are not those of a game by these rules.
    Differs(Difference),
    /// It was played with other tables.
    OtherTables {
        /// The fingerprint it names.
        found: String,
        /// The fingerprint of the tables in use.
        ours: String,
    },
}

/// Where a record leaves the rules of this build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The first ply that cannot be played, counted from one; zero if the game cannot even be set up.
    pub ply: usize,
    /// What it says.
    pub text: String,
    /// By what it differs.
    pub cause: Cause,
    /// Why, in words.
    pub says: String,
}

/// By what a record differs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// A case refuses the action.
    Case(String),
    /// Dice are due where somebody acted.
    DiceDue,
    /// No dice are due where some were rolled.
    NoDiceDue,
    /// Other dice are due than were rolled.
    OtherDice,
    /// The game has ended by then.
    Over,
    /// The notation means nothing any more.
    Unreadable,
    /// The scenario or an option does not exist any more.
    Setup,
}

impl Difference {
    /// The last moment that the record and the rules have in common, as a number of plies; none without a set-up.
    pub fn common(&self) -> Option<usize> {
        self.ply.checked_sub(1)
    }

    /// Why, in words, with the case.
    pub fn reason(&self) -> String {
        match &self.cause {
            Cause::Case(case) => format!("{} ({case})", self.says),
            _ => self.says.clone(),
        }
    }
}

impl Cause {
    /// The case, if a case refuses.
    pub fn case(&self) -> Option<&str> {
        match self {
            Cause::Case(case) => Some(case),
            _ => None,
        }
    }
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Cause::Case(case) => return write!(f, "case {case}"),
            Cause::DiceDue => "dice that are now due",
            Cause::NoDiceDue => "dice that are no longer due",
            Cause::OtherDice => "other dice that are now due",
            Cause::Over => "a game that is now over",
            Cause::Unreadable => "a notation that is gone",
            Cause::Setup => "a set-up that is gone",
        })
    }
}

impl Header {
    /// The revision of our rules it was last played under.
    pub fn revision(&self) -> u32 {
        self.revised.last().map_or(self.rules, |revised| revised.rules)
    }
}

/// One thing that came in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply<A> {
    /// A seat's action.
    Act(Seat, A),
    /// The outcome of a draw.
    Luck(Luck),
}

/// A record as text: header and lines, not yet understood by a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What it says about itself.
    pub header: Header,
    /// The plies: notations, and draws as `* 5 4`.
    pub lines: Vec<String>,
}

/// Why a record cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The file is no record at all.
    #[error("this is no Sandtable record: the first line must be 'sandtable record {FORMAT}'")]
    NoRecord,
    /// A later version wrote it.
    #[error("this record has format {found}, and this build reads format {FORMAT}: use a newer sandtable")]
    Format {
        /// The version it names.
        found: u32,
    },
    /// A line of the header is missing or says nothing.
    #[error("line {line}: {reason}")]
    Header {
        /// The line, counted from one.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The last line is missing.
    #[error("the record is cut short: it has {plies} plies and no 'end:' line")]
    CutShort {
        /// How many plies were found.
        plies: usize,
    },
    /// The plies are not those the digest was made of.
    #[error("the record was changed after it was written: {reason}")]
    Edited {
        /// What does not match.
        reason: String,
    },
    /// It was made for another game.
    #[error("this record is of '{found}', not of '{expected}'")]
    Game {
        /// The game it names.
        found: String,
        /// The game that was to read it.
        expected: String,
    },
    /// It was made under rules that this build does not have yet.
    #[error(
        "this record was played under rules revision {found} of {game}; this build plays revision {ours}: \
         use a newer sandtable"
    )]
    Rules {
        /// The game.
        game: String,
        /// The revision it names.
        found: u32,
        /// The revision of this build.
        ours: u32,
    },
    /// It was made under earlier rules, and by these it would have gone another way.
    #[error(
        "this record was played under rules revision {found} of {game} and differs under revision {ours}: \
         ply {} ('{}'): {}", .differs.ply, .differs.text, .differs.reason()
    )]
    Differs {
        /// The game.
        game: String,
        /// The revision it names.
        found: u32,
        /// The revision of this build.
        ours: u32,
        /// Where and why.
        differs: Difference,
    },
    /// It was played with other tables.
    #[error(
        "this record was played with the tables '{found}', not '{ours}': give the same folder with --data"
    )]
    Data {
        /// The fingerprint it names.
        found: String,
        /// The fingerprint of the tables in use.
        ours: String,
    },
    /// The position it began in cannot be set up.
    #[error("{0}")]
    Position(Misplaced),
    /// Its scenario or options do not exist.
    #[error(transparent)]
    Setup(#[from] crate::SetupError),
    /// A ply cannot be read or is not legal where it stands.
    #[error("ply {ply} ('{text}'): {reason}")]
    Ply {
        /// Its number, counted from one.
        ply: usize,
        /// What it says.
        text: String,
        /// Why it cannot be played.
        reason: String,
    },
}

impl Record {
    /// The text form.
    pub fn to_text(&self) -> String {
        let mut text = self.body();
        let digest = digest(&text);
        text.push_str(&format!("end: {} plies, sha256 {digest}\n", self.lines.len()));
        text
    }

    /// The SHA-256 over everything but the last line, which names it.
    pub fn digest(&self) -> String {
        digest(&self.body())
    }

    fn body(&self) -> String {
        let Header { game, rules, data, scenario, options, luck, players, revised, origin, position } =
            &self.header;
        let mut text = format!(
            "sandtable record {FORMAT}\ngame: {game}\nrules: {rules}\ndata: {data}\nscenario: {scenario}\n\
             options: {}\nluck: {luck}\n",
            options.join(" ")
        );
        for player in players {
            text.push_str(&format!("player: {player}\n"));
        }
        for Revised { ply, rules } in revised {
            text.push_str(&format!("revised: {rules} from ply {ply}\n"));
        }
        if let Some(Origin { record, ply, game }) = origin {
            let of = game.as_ref().map_or_else(String::new, |game| format!("{game}, "));
            text.push_str(&format!("origin: {of}ply {ply} of sha256 {record}\n"));
        }
        for line in position.iter().flat_map(|it| it.to_text().lines().map(str::to_owned).collect::<Vec<_>>())
        {
            text.push_str(&format!("position: {line}\n"));
        }
        text.push_str("---\n");
        for line in &self.lines {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str("---\n");
        text
    }

    /// Reads the text form and checks that nothing is missing or changed.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let first = lines.first().and_then(|line| line.strip_prefix("sandtable record "));
        let format: u32 = first.and_then(|word| word.trim().parse().ok()).ok_or(RecordError::NoRecord)?;
        if format != FORMAT {
            return Err(RecordError::Format { found: format });
        }
        let (header, body) = parse_header(&lines)?;
        let rest = &lines[body..];
        let Some(close) = rest.iter().position(|line| *line == "---") else {
            return Err(RecordError::CutShort { plies: rest.len() });
        };
        let record = Record { header, lines: rest[..close].iter().map(|line| (*line).to_owned()).collect() };
        let end = rest[close + 1..].iter().find_map(|line| line.strip_prefix("end: "));
        let end = end.ok_or(RecordError::CutShort { plies: close })?;
        let expected = format!("{close} plies, sha256 {}", record.digest());
        if end != expected {
            let reason =
                format!("its last line says '{}', its content '{}'", shorten(end), shorten(&expected));
            return Err(RecordError::Edited { reason });
        }
        Ok(record)
    }
}

fn parse_header(lines: &[&str]) -> Result<(Header, usize), RecordError> {
    let mut fields: Vec<(&str, &str)> = Vec::new();
    let mut body = None;
    for (i, line) in lines.iter().enumerate().skip(1) {
        if *line == "---" {
            body = Some(i + 1);
            break;
        }
        let field = line.split_once(':').ok_or_else(|| RecordError::Header {
            line: i + 1,
            reason: format!("expected 'key: value' or '---', found '{line}'"),
        })?;
        fields.push((field.0, field.1.trim()));
    }
    let body = body.ok_or(RecordError::CutShort { plies: 0 })?;
    let known =
        ["game", "rules", "data", "scenario", "options", "luck", "player", "revised", "origin", "position"];
    for (i, (key, _)) in fields.iter().enumerate() {
        if !known.contains(key) {
            return Err(RecordError::Header { line: i + 2, reason: format!("unknown key '{key}'") });
        }
    }
    let field = |key: &str| {
        let found = fields.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned());
        found.ok_or_else(|| RecordError::Header { line: body, reason: format!("the header has no '{key}'") })
    };
    let mut revised = Vec::new();
    let mut origin = None;
    for (i, (key, value)) in fields.iter().enumerate() {
        let torn = |expected: &str| RecordError::Header {
            line: i + 2,
            reason: format!("'{key}' must be '{expected}', found '{value}'"),
        };
        match *key {
            "revised" => revised.push(parse_revised(value).ok_or_else(|| torn("N from ply N"))?),
            "origin" => {
                origin = Some(parse_origin(value).ok_or_else(|| torn("ply N of sha256 DIGEST"))?);
            }
            _ => {}
        }
    }
    let rules = field("rules")?;
    let header = Header {
        game: field("game")?,
        rules: rules.parse().map_err(|_| RecordError::Header {
            line: 3,
            reason: format!("'rules' must be a number, found '{rules}'"),
        })?,
        data: field("data")?,
        scenario: field("scenario")?,
        options: field("options")?.split_whitespace().map(str::to_owned).collect(),
        luck: field("luck")?,
        players: fields.iter().filter(|(key, _)| *key == "player").map(|(_, it)| (*it).to_owned()).collect(),
        revised,
        origin,
        position: parse_position(&fields)?,
    };
    Ok((header, body))
}

/// Reads the lines of the position; what is not written as this build writes it is refused, so that none has two digests.
fn parse_position(fields: &[(&str, &str)]) -> Result<Option<Position>, RecordError> {
    let Some(first) = fields.iter().position(|(key, _)| *key == "position") else { return Ok(None) };
    let lines = fields.iter().filter(|(key, _)| *key == "position");
    let text: String = lines.map(|(_, line)| format!("{line}\n")).collect();
    let torn = |reason: String| RecordError::Header { line: first + 2, reason };
    let position = Position::parse(&text).map_err(|error| torn(error.to_string()))?;
    if position.to_text() != text {
        return Err(torn("the position is not written as records write it".to_owned()));
    }
    Ok(Some(position))
}

fn parse_revised(text: &str) -> Option<Revised> {
    let (rules, ply) = text.split_once(" from ply ")?;
    Some(Revised { ply: ply.parse().ok()?, rules: rules.parse().ok()? })
}

/// Reads what the header writes after `origin:`.
fn parse_origin(text: &str) -> Option<Origin> {
    let (game, rest) = match text.split_once(", ") {
        Some((game, rest)) => (Some(game.to_owned()), rest),
        None => (None, text),
    };
    let (ply, record) = rest.strip_prefix("ply ")?.split_once(" of sha256 ")?;
    Some(Origin { record: record.to_owned(), ply: ply.parse().ok()?, game })
}

fn digest(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn shorten(text: &str) -> String {
    text.chars().take(36).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Record {
        Record {
            header: Header {
                game: "dummy".into(),
                rules: 1,
                data: "builtin".into(),
                scenario: "one".into(),
                options: vec!["a".into(), "b".into()],
                luck: "seed 42".into(),
                players: vec!["left greedy".into()],
                revised: Vec::new(),
                origin: None,
                position: None,
            },
            lines: vec!["go left".into(), "* 5 4".into()],
        }
    }

    #[test]
    fn a_record_reads_back() {
        assert_eq!(Record::parse(&sample().to_text()), Ok(sample()));
    }

    #[test]
    fn later_revisions_and_the_origin_read_back() {
        let mut record = sample();
        assert!(!record.to_text().contains("revised") && !record.to_text().contains("origin"));
        record.header.revised = vec![Revised { ply: 1, rules: 2 }, Revised { ply: 2, rules: 5 }];
        record.header.origin = Some(Origin { record: sample().digest(), ply: 2, game: None });
        let text = record.to_text();
        assert!(text.contains("\nrevised: 2 from ply 1\nrevised: 5 from ply 2\norigin: ply 2 of sha256 "));
        assert!(sample().to_text().contains(&sample().digest()));
        assert_eq!(Record::parse(&text), Ok(record.clone()));
        assert_eq!((sample().header.revision(), record.header.revision()), (1, 5));
        let torn = Record::parse(&text.replace("revised: 2 from", "revised: two from")).unwrap_err();
        assert!(torn.to_string().contains("'N from ply N', found 'two from ply 1'"), "{torn}");
        record.header.origin =
            Some(Origin { record: sample().digest(), ply: 2, game: Some("other".to_owned()) });
        let text = record.to_text();
        assert!(text.contains("\norigin: other, ply 2 of sha256 "), "{text}");
        assert_eq!(Record::parse(&text), Ok(record));
    }

    #[test]
    fn every_truncation_is_noticed() {
        let text = sample().to_text();
        for cut in 0..text.len() - 1 {
            assert!(Record::parse(&text[..cut]).is_err(), "cut at {cut}: {}", &text[..cut]);
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let text = sample().to_text();
        for i in 0..text.len() - 1 {
            let mut bytes = text.clone().into_bytes();
            bytes[i] = if bytes[i] == b'7' { b'8' } else { b'7' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(Record::parse(&changed).is_err(), "byte {i}:\n{changed}");
        }
    }

    #[test]
    fn a_newer_format_is_refused_with_advice() {
        let text = sample().to_text().replace("record 1", "record 9");
        let error = Record::parse(&text).unwrap_err();
        assert_eq!(error, RecordError::Format { found: 9 });
        assert!(error.to_string().contains("newer"));
    }
}
