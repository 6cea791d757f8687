//! `cargo xtask types`: the types of the wire for the client, written from the Rust types that are sent.
//!
//! A scan of text is enough: the sources are formatted, and the types that cross the wire use a few shapes of serde only.
//! Whatever the scan does not know is an error.

use anyhow::{Context, Result, bail};

use crate::files::{self, root};

/// Where the types are written.
pub const FILE: &str = "web/types.d.ts";
/// Where the types of the wire stand.
const SOURCES: &[&str] = &[
    "crates/view/src/lib.rs",
    "crates/view/src/aims.rs",
    "crates/view/src/change.rs",
    "crates/view/src/text.rs",
    "crates/view/src/prose.rs",
    "crates/view/src/marks.rs",
    "crates/view/src/lesson.rs",
    "crates/view/src/study.rs",
    "crates/view/src/odds.rs",
    "crates/view/src/orders.rs",
    "crates/view/src/puzzle.rs",
    "crates/kernel/src/game.rs",
    "crates/kernel/src/rules.rs",
    "crates/kernel/src/standing.rs",
    "crates/kernel/src/example.rs",
    "crates/kernel/src/study.rs",
    "crates/server/src/look.rs",
    "crates/server/src/past.rs",
    "crates/server/src/clock.rs",
    "crates/server/src/ratings.rs",
    "crates/server/src/talk.rs",
    "crates/server/src/lobby.rs",
    "crates/server/src/sealed.rs",
    "crates/server/src/sequel.rs",
    "crates/server/src/by_file.rs",
    "crates/server/src/standing.rs",
];
const HEAD: &str =
    "// Written by `cargo xtask types` from the types of Rust that cross the wire. Do not edit.\n";

/// Writes the file.
pub fn write() -> Result<()> {
    std::fs::write(root().join(FILE), generated()?).with_context(|| FILE.to_owned())?;
    println!("{FILE} is written");
    Ok(())
}

/// The whole file.
pub fn generated() -> Result<String> {
    let mut text = HEAD.to_owned();
    for source in SOURCES {
        for item in items(&files::read(source)?) {
            text.push_str(&declared(&item).with_context(|| format!("{source}: {}", item.name))?);
        }
    }
    Ok(text)
}

/// A struct or an enum that is sent.
#[derive(Default)]
struct Item {
    name: String,
    doc: String,
    serde: String,
    shape: Shape,
    parts: Vec<Part>,
}

#[derive(Default, PartialEq)]
enum Shape {
    #[default]
    Struct,
    /// A struct around one value.
    Around(String),
    Enum,
}

/// A field, or a variant with its own fields.
#[derive(Default)]
struct Part {
    name: String,
    doc: String,
    serde: String,
    /// The type of a field, or what a variant holds.
    holds: Option<String>,
    fields: Vec<Part>,
}

fn items(source: &str) -> Vec<Item> {
    let mut found = Vec::new();
    let (mut doc, mut attributes) = (String::new(), String::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("/// ") {
            doc = format!("{doc} {words}").trim().to_owned();
            continue;
        }
        if line.starts_with("#[") {
            attributes.push_str(line);
            continue;
        }
        let word = line.strip_prefix("pub ").unwrap_or(line);
        let shape = match word.split_once(' ') {
            Some(("struct", _)) => Shape::Struct,
            Some(("enum", _)) => Shape::Enum,
            _ => {
                (doc, attributes) = (String::new(), String::new());
                continue;
            }
        };
        let rest = &word[word.find(' ').map_or(0, |at| at + 1)..];
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        let mut item = Item { name, doc: std::mem::take(&mut doc), shape, ..Item::default() };
        item.serde = serde_of(&attributes);
        // What stands for many types is spelled out where it is used.
        let sent = attributes.contains("Serialize") && !rest[item.name.len()..].starts_with('<');
        attributes.clear();
        if let Some(inner) = rest.strip_suffix(");").and_then(|rest| rest.split_once('(')) {
            item.shape = Shape::Around(inner.1.trim_start_matches("pub ").to_owned());
        } else if rest.ends_with('{') {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            item.parts = parts(&body);
        }
        if sent {
            found.push(item);
        }
    }
    found
}

/// Fields and variants, one a line but for variants with fields of their own.
fn parts(body: &[&str]) -> Vec<Part> {
    let mut found = Vec::new();
    let mut part = Part::default();
    let mut at = 0;
    while at < body.len() {
        let line = body[at].trim();
        at += 1;
        if let Some(words) = line.strip_prefix("/// ") {
            part.doc = format!("{} {words}", part.doc).trim().to_owned();
        } else if line.starts_with("#[") {
            part.serde.push_str(&serde_of(line));
        } else if line.ends_with('{') {
            let inner: Vec<&str> =
                body[at..].iter().take_while(|line| line.trim() != "},").copied().collect();
            at += inner.len() + 1;
            line.trim_end_matches(" {").clone_into(&mut part.name);
            part.fields = parts(&inner);
            found.push(std::mem::take(&mut part));
        } else if !line.is_empty() {
            let line = line.trim_end_matches(',');
            let line = line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).unwrap_or(line);
            if let Some((name, fields)) = line.strip_suffix(" }").and_then(|line| line.split_once(" { ")) {
                name.clone_into(&mut part.name);
                let fields: Vec<&str> = fields.split(", ").collect();
                part.fields = parts(&fields);
            } else if let Some((name, holds)) = line.split_once(": ") {
                (part.name, part.holds) = (name.to_owned(), Some(holds.to_owned()));
            } else if let Some((name, holds)) = line.strip_suffix(')').and_then(|line| line.split_once('(')) {
                (part.name, part.holds) = (name.to_owned(), Some(holds.to_owned()));
            } else {
                line.clone_into(&mut part.name);
            }
            found.push(std::mem::take(&mut part));
        }
    }
    found
}

/// What stands in `#[serde(...)]`.
fn serde_of(attributes: &str) -> String {
    let parts = attributes.split("#[serde(").skip(1);
    parts.filter_map(|part| part.split_once(")]")).map(|(inside, _)| format!("{inside}, ")).collect()
}

/// The value of `key = "value"`.
fn value<'a>(serde: &'a str, key: &str) -> Option<&'a str> {
    let rest = serde.split(&format!("{key} = \"")).nth(1)?;
    // `rename` is also the beginning of `rename_all`, which has no space behind it.
    rest.split('"').next()
}

fn declared(item: &Item) -> Result<String> {
    let doc = if item.doc.is_empty() { String::new() } else { format!("/** {} */\n", item.doc) };
    let name = &item.name;
    let right = match &item.shape {
        Shape::Around(inner) => typed(inner)?,
        Shape::Struct => structure(&item.parts)?,
        Shape::Enum => variants(item)?,
    };
    Ok(format!("\n{doc}export type {name} = {right};\n"))
}

fn structure(fields: &[Part]) -> Result<String> {
    let mut own = String::new();
    let mut flat = Vec::new();
    for field in fields.iter().filter(|field| !field.serde.contains("skip, ")) {
        let holds = field.holds.as_deref().context("a field has a type")?;
        if field.serde.contains("flatten") {
            flat.push(typed(holds)?);
            continue;
        }
        let name = value(&field.serde, "rename").unwrap_or(&field.name);
        let left_out = field.serde.contains("skip_serializing_if");
        let inner = holds.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>'));
        let (mark, kind) = match inner {
            Some(inner) if left_out => ("?", typed(inner)?),
            Some(inner) => ("", format!("{} | null", typed(inner)?)),
            None => (if left_out { "?" } else { "" }, typed(holds)?),
        };
        if !field.doc.is_empty() {
            own.push_str(&format!("  /** {} */\n", field.doc));
        }
        own.push_str(&format!("  {name}{mark}: {kind};\n"));
    }
    let own = format!("{{\n{own}}}");
    Ok([vec![own], flat].concat().join(" & "))
}

fn variants(item: &Item) -> Result<String> {
    let case = value(&item.serde, "rename_all").unwrap_or_default();
    let tag = value(&item.serde, "tag");
    let untagged = item.serde.contains("untagged");
    let named = |part: &Part| written(&part.name, case);
    let holders: Vec<String> =
        item.parts.iter().filter(|part| part.holds.is_some()).map(&named).collect::<Result<_>>()?;
    let mut all = Vec::new();
    for part in &item.parts {
        let name = named(part)?;
        all.push(match (&part.holds, tag) {
            (Some(holds), _) if untagged => typed(holds)?,
            (Some(holds), None) => {
                // The others are named as absent, so that each can be asked for without ceremony.
                let others = holders.iter().filter(|other| **other != name);
                let others: String = others.map(|other| format!("; {other}?: undefined")).collect();
                format!("{{ {name}: {}{others} }}", typed(holds)?)
            }
            (None, Some(tag)) if part.fields.is_empty() => format!("{{ {tag}: \"{name}\" }}"),
            (None, Some(tag)) => format!("{{ {tag}: \"{name}\" }} & {}", structure(&part.fields)?),
            (None, None) if part.fields.is_empty() => format!("\"{name}\""),
            _ => bail!("{} has a shape that is not known here", part.name),
        });
    }
    Ok(all.join(" | "))
}

fn written(name: &str, case: &str) -> Result<String> {
    Ok(match case {
        "lowercase" => name.to_lowercase(),
        "kebab-case" => {
            let mut kebab = String::new();
            for sign in name.chars() {
                if sign.is_uppercase() && !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.extend(sign.to_lowercase());
            }
            kebab
        }
        "" => name.to_owned(),
        other => bail!("rename_all = {other} is not known here"),
    })
}

fn typed(rust: &str) -> Result<String> {
    let inside = |outer: &str| rust.strip_prefix(outer).and_then(|rest| rest.strip_suffix('>'));
    if let Some(inner) = inside("Vec<") {
        let inner = typed(inner)?;
        return Ok(if inner.contains(' ') { format!("({inner})[]") } else { format!("{inner}[]") });
    }
    if let Some(inner) = inside("Edits<") {
        return Ok(format!("({} | [number, number])[]", typed(inner)?));
    }
    if let Some(inner) = inside("Arc<") {
        return typed(inner);
    }
    if let Some(inner) = inside("Option<") {
        return Ok(format!("{} | null", typed(inner)?));
    }
    if let Some(inner) = inside("BTreeMap<Name, ").or_else(|| inside("BTreeMap<String, ")) {
        return Ok(format!("Record<string, {}>", typed(inner)?));
    }
    if let Some((inner, count)) =
        rust.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).and_then(|rest| rest.split_once("; "))
    {
        return Ok(format!("[{}]", vec![typed(inner)?; count.parse()?].join(", ")));
    }
    Ok(match rust {
        "Name" | "String" | "char" | "&'static str" => "string".to_owned(),
        "bool" => "boolean".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "i64" => "number".to_owned(),
        name if name.chars().all(char::is_alphanumeric) => name.to_owned(),
        other => bail!("the type {other} is not known here"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written_from(source: &str) -> String {
        items(source).iter().map(|item| declared(item).expect("known shapes")).collect()
    }

    #[test]
    fn structs_have_optional_fields_where_serde_leaves_them_out() {
        let source = "/// A thing.\n#[derive(Clone, Serialize)]\npub struct Thing {\n    pub id: Name,\n    /// How many.\n    \
            #[serde(rename = \"move\", skip_serializing_if = \"Option::is_none\", default)]\n    pub movement: Option<u8>,\n    \
            pub at: [i32; 2],\n}\n";
        let expected = "\n/** A thing. */\nexport type Thing = {\n  id: string;\n  /** How many. */\n  move?: number;\n  \
            at: [number, number];\n};\n";
        assert_eq!(written_from(source), expected);
        assert_eq!(written_from("#[derive(Clone)]\npub struct Inner {\n    pub id: Name,\n}\n"), "");
    }

    #[test]
    fn enums_are_unions() {
        let head = "#[derive(Serialize)]\n#[serde(rename_all = \"lowercase\")]\npub enum E {\n";
        assert_eq!(
            written_from(&format!("{head}    One,\n    Two,\n}}\n")),
            "\nexport type E = \"one\" | \"two\";\n"
        );
        let mixed = written_from(&format!("{head}    Spent,\n    Times(u8),\n    Name(Name),\n}}\n"));
        let expected = "\nexport type E = \"spent\" | { times: number; name?: undefined } | \
            { name: string; times?: undefined };\n";
        assert_eq!(mixed, expected);
    }

    #[test]
    fn a_change_tells_what_is_kept_what_is_new_and_what_is_gone() {
        assert_eq!(typed("Edits<Arc<Line>>").unwrap(), "(Line | [number, number])[]");
        assert_eq!(typed("BTreeMap<Name, Option<Name>>").unwrap(), "Record<string, string | null>");
        assert_eq!(written_from("#[derive(Serialize)]\npub enum Edit<T> {\n    New(T),\n}\n"), "");
    }

    #[test]
    fn an_unknown_type_is_an_error() {
        assert!(typed("HashMap<u8, u8>").is_err());
    }
}
