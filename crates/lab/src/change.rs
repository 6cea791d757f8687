//! `--set charts.fire.night=2` as tables to lay over the built-in ones.

use kernel::data::Overlay;
use toml::{Table, Value};

/// A change that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read --set '{text}': {reason}")]
pub struct Unreadable {
    /// What was written.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Lays changes over what lies over the built-in tables already. A change is `file.key.key=value` with a TOML value;
/// a row of a list is named by its id: `units.unit[g-pol-1].cf=4`.
pub fn change(base: &Overlay, game: &str, changes: &[String]) -> Result<Overlay, Unreadable> {
    let mut overlay = base.clone();
    for text in changes {
        let wrong = |reason: String| Unreadable { text: text.clone(), reason };
        let (path, value) = text
            .split_once('=')
            .ok_or_else(|| wrong("write file.key=value, such as charts.fire.night=2".to_owned()))?;
        let mut keys = path.trim().split('.');
        let file = keys.next().unwrap_or_default();
        let keys: Vec<&str> = keys.collect();
        if keys.is_empty() || file.is_empty() {
            return Err(wrong("the file comes first, then the key: charts.fire.night=2".to_owned()));
        }
        let parsed: Table = format!("value = {value}").parse().map_err(|error: toml::de::Error| {
            wrong(format!("'{value}' is no TOML value ({})", error.message().trim()))
        })?;
        let name = format!("{game}/{file}.toml");
        let mut table: Table = overlay.get(&name).unwrap_or_default().parse().unwrap_or_default();
        set(&mut table, &keys, parsed["value"].clone()).map_err(wrong)?;
        overlay.insert(&name, &table.to_string());
    }
    Ok(overlay)
}

fn set(table: &mut Table, keys: &[&str], value: Value) -> Result<(), String> {
    let (key, rest) = keys.split_first().ok_or("a key is missing")?;
    let (key, row) = match key.strip_suffix(']').and_then(|key| key.split_once('[')) {
        Some((key, id)) => (key, Some(id)),
        None => (*key, None),
    };
    if key.is_empty() {
        return Err("a key is missing".to_owned());
    }
    let Some(id) = row else {
        if rest.is_empty() {
            table.insert(key.to_owned(), value);
            return Ok(());
        }
        let inner = table.entry(key).or_insert_with(|| Value::Table(Table::new()));
        return set(inner.as_table_mut().ok_or(format!("'{key}' is no table"))?, rest, value);
    };
    let rows = table.entry(key).or_insert_with(|| Value::Array(Vec::new()));
    let rows = rows.as_array_mut().ok_or(format!("'{key}' is no list"))?;
    let named = |row: &Value| row.get("id").and_then(Value::as_str) == Some(id);
    let index = match rows.iter().position(named) {
        Some(index) => index,
        None => {
            let mut row = Table::new();
            row.insert("id".to_owned(), Value::String(id.to_owned()));
            rows.push(Value::Table(row));
            rows.len() - 1
        }
    };
    if rest.is_empty() {
        return Err(format!("name a value of the row: {key}[{id}].name=..."));
    }
    set(rows[index].as_table_mut().ok_or("a row is no table")?, rest, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(changes: &[&str]) -> Result<Overlay, Unreadable> {
        let changes: Vec<String> = changes.iter().map(|&text| text.to_owned()).collect();
        change(&Overlay::none(), "g", &changes)
    }

    #[test]
    fn changes_become_tables() {
        let overlay =
            changed(&["charts.fire.night=2", "charts.fire.rubble=[1, 2]", "units.unit[a].cf=4"]).unwrap();
        let charts: Table = overlay.get("g/charts.toml").unwrap().parse().unwrap();
        assert_eq!(charts["fire"]["night"].as_integer(), Some(2));
        assert_eq!(charts["fire"]["rubble"].as_array().map(Vec::len), Some(2));
        let units: Table = overlay.get("g/units.toml").unwrap().parse().unwrap();
        assert_eq!(units["unit"][0]["id"].as_str(), Some("a"));
        assert_eq!(units["unit"][0]["cf"].as_integer(), Some(4));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for wrong in ["charts", "charts=2", "charts.a=", "charts.a=b c", "units.unit[a]=4", "charts..a=1"] {
            assert!(changed(&[wrong]).is_err(), "{wrong}");
        }
    }
}
