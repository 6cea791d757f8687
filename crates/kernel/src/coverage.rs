//! Which cases of a rulebook are carried out by a function and shown by a test.
//!
//! This is a scan of text: a case is carried out where the doc comment of an item begins with its number
//! (`/// 13.2.3 Rubble shelters.`, `/// 16.4.3, 16.4.4 and 16.4.5 Retreats.`), and tested where the name of a
//! test has it (`fn case_13_2_3_rubble_shelters`, `fn example_8_1_1a_and_8_1_2_night`) or a worked example lists it.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use crate::{
    example::Example,
    rules::{Case, Provenance, Rulebook, Status},
};

/// Where every case of a rulebook is carried out and tested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Coverage {
    /// The cases in printed order.
    pub cases: Vec<CaseCoverage>,
}

/// Where one case is carried out and tested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CaseCoverage {
    /// The printed number.
    pub number: String,
    /// The short title in our words.
    pub title: String,
    /// What carries it out.
    pub status: Status,
    /// Where it comes from.
    pub provenance: Vec<Provenance>,
    /// The items whose doc comment begins with its number.
    pub implemented: Vec<Place>,
    /// The tests and examples that show it.
    pub tested: Vec<Place>,
}

/// A place in the sources, or a worked example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file; empty for a worked example.
    pub file: String,
    /// The line, counted from one; zero for a worked example.
    pub line: usize,
    /// What stands there: `fn rubble_shift`, or the title of the example.
    pub item: String,
}

/// How many cases there are of a kind, and how far they are covered.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Figures {
    /// Cases of this kind.
    pub cases: usize,
    /// Those that an item carries out.
    pub implemented: usize,
    /// Those that a test or an example shows.
    pub tested: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "example: {}", self.item),
            line => write!(f, "{}:{line}: {}", self.file, self.item),
        }
    }
}

impl CaseCoverage {
    /// Whether a function has to carry the case out.
    pub fn wanted(&self) -> bool {
        matches!(self.status, Status::Code | Status::Optional)
    }
}

impl Coverage {
    /// The case with this number.
    pub fn case(&self, number: &str) -> Option<&CaseCoverage> {
        self.cases.iter().find(|case| case.number == number)
    }

    /// The figures for each status.
    pub fn by_status(&self) -> BTreeMap<Status, Figures> {
        self.figures(|case| vec![case.status])
    }

    /// The figures for each provenance; a case may count under several.
    pub fn by_provenance(&self) -> BTreeMap<Provenance, Figures> {
        self.figures(|case| case.provenance.clone())
    }

    fn figures<K: Ord>(&self, kinds: impl Fn(&CaseCoverage) -> Vec<K>) -> BTreeMap<K, Figures> {
        let mut figures: BTreeMap<K, Figures> = BTreeMap::new();
        for case in &self.cases {
            for kind in kinds(case) {
                let figure = figures.entry(kind).or_default();
                figure.cases += 1;
                figure.implemented += usize::from(!case.implemented.is_empty());
                figure.tested += usize::from(!case.tested.is_empty());
            }
        }
        figures
    }
}

/// The coverage of a rulebook, refused with every reason when it is not whole: a case of status `code` or
/// `optional` without an item or a test, or a number that the rulebook does not have.
///
/// Files are given as name and text. Tests may stand in the sources as well; those are found there.
pub fn check(
    book: &Rulebook,
    sources: &[(String, String)],
    tests: &[(String, String)],
    examples: &[Example],
) -> Result<Coverage, Vec<String>> {
    let (coverage, wrong) = scan(book, sources, tests, examples);
    if wrong.is_empty() { Ok(coverage) } else { Err(wrong) }
}

/// The coverage of a rulebook as it is, and everything that [`check`] would refuse it for.
pub fn scan(
    book: &Rulebook,
    sources: &[(String, String)],
    tests: &[(String, String)],
    examples: &[Example],
) -> (Coverage, Vec<String>) {
    let mut scan = Scan { cases: book.cases.iter().map(uncovered).collect(), wrong: Vec::new() };
    for (file, text) in sources {
        scan.items(file, text);
        scan.rule_macros(file, text);
        scan.test_names(file, text);
    }
    for (file, text) in tests {
        if !sources.iter().any(|(source, _)| source == file) {
            scan.test_names(file, text);
        }
    }
    for example in examples {
        for number in &example.case {
            let place = Place { file: String::new(), line: 0, item: example.title.clone() };
            scan.note(number, place, |case| &mut case.tested);
        }
    }
    for case in scan.cases.iter().filter(|case| case.wanted()) {
        let named = format!("{} ({})", case.number, case.title);
        if case.implemented.is_empty() {
            scan.wrong.push(format!("{named}: no item's doc comment begins with this number"));
        }
        if case.tested.is_empty() {
            scan.wrong.push(format!("{named}: no test or example shows it"));
        }
    }
    (Coverage { cases: scan.cases }, scan.wrong)
}

fn uncovered(case: &Case) -> CaseCoverage {
    CaseCoverage {
        number: case.number.clone(),
        title: case.title.clone(),
        status: case.status,
        provenance: case.provenance.clone(),
        implemented: Vec::new(),
        tested: Vec::new(),
    }
}

struct Scan {
    cases: Vec<CaseCoverage>,
    wrong: Vec<String>,
}

impl Scan {
    fn note(&mut self, number: &str, place: Place, list: impl Fn(&mut CaseCoverage) -> &mut Vec<Place>) {
        match self.cases.iter_mut().find(|case| case.number == number) {
            Some(case) => list(case).push(place),
            None => self.wrong.push(format!("{place}: there is no case {number}")),
        }
    }

    /// Items that are no tests and whose doc comment begins with numbers.
    fn items(&mut self, file: &str, text: &str) {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for i in 0..lines.len() {
            let Some(doc) = doc(lines[i]) else { continue };
            let before = i.checked_sub(1).and_then(|before| self::doc(lines[before]));
            // A number that only a line break has brought to the front belongs to the sentence before it.
            if before.is_some_and(|before| !ends_sentence(before)) {
                continue;
            }
            let numbers = leading_numbers(doc);
            if numbers.is_empty() {
                continue;
            }
            let Some(item) = item_below(&lines, i) else { continue };
            for number in numbers {
                let place = Place { file: file.to_owned(), line: i + 1, item: item.clone() };
                self.note(number, place, |case| &mut case.implemented);
            }
        }
    }

    /// Every `rule!("...")` names a case that exists.
    fn rule_macros(&mut self, file: &str, text: &str) {
        for (i, line) in text.lines().enumerate() {
            for part in line.split("rule!(").skip(1) {
                let Some(number) =
                    part.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next())
                else {
                    continue;
                };
                if !self.cases.iter().any(|case| case.number == number) {
                    self.wrong.push(format!("{file}:{}: there is no case {number}", i + 1));
                }
            }
        }
    }

    /// Tests whose name carries numbers.
    fn test_names(&mut self, file: &str, text: &str) {
        for (i, line) in text.lines().enumerate() {
            let Some(name) = function_name(line) else { continue };
            let Some(rest) = name.strip_prefix("case_").or_else(|| name.strip_prefix("example_")) else {
                continue;
            };
            let item = format!("fn {name}");
            for written in numbers_in_name(rest) {
                // Names are in lower case; the letter of a case may not be.
                let known = self.cases.iter().find(|case| case.number.eq_ignore_ascii_case(&written));
                let number = known.map_or(written, |case| case.number.clone());
                let place = Place { file: file.to_owned(), line: i + 1, item: item.clone() };
                self.note(&number, place, |case| &mut case.tested);
            }
        }
    }
}

/// The text of a line of a doc comment.
fn doc(line: &str) -> Option<&str> {
    let text =
        line.strip_prefix("///").filter(|text| !text.starts_with('/')).or_else(|| line.strip_prefix("//!"));
    text.map(str::trim)
}

fn ends_sentence(text: &str) -> bool {
    let numbers_only = {
        let rest = text.trim_end_matches([',', ' ']);
        !rest.is_empty()
            && rest.split([',', ' ']).all(|word| word.is_empty() || word == "and" || is_number(word))
    };
    text.is_empty() || numbers_only || text.ends_with(['.', '!', '?', ':', ';', ')', '`'])
}

/// The numbers a text begins with, separated by commas and "and".
fn leading_numbers(text: &str) -> Vec<&str> {
    let mut numbers = Vec::new();
    let mut more = true;
    for word in text.split_whitespace() {
        if word == "and" && !numbers.is_empty() {
            more = true;
            continue;
        }
        let number = word.trim_end_matches([',', ':', '.']);
        if !more || !is_number(number) {
            break;
        }
        numbers.push(number);
        more = word.ends_with(',');
    }
    numbers
}

/// Whether this is a number such as `13.2.3` or `8.1.1A`.
fn is_number(word: &str) -> bool {
    let digits = word.strip_suffix(|c: char| c.is_ascii_alphabetic()).unwrap_or(word);
    digits.contains('.')
        && digits.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// The item that a doc comment belongs to; `None` if it is a test or there is none.
fn item_below(lines: &[&str], from: usize) -> Option<String> {
    if lines[from].starts_with("//!") {
        return Some("module".to_owned());
    }
    let mut depth = 0;
    for line in &lines[from..] {
        let open = |line: &str| {
            let count = |wanted: char| line.chars().filter(|&c| c == wanted).count() as i32;
            count('[') - count(']')
        };
        if *line == "#[test]" {
            return None;
        }
        // Attributes may run over several lines.
        if depth > 0 || line.starts_with("#[") {
            depth += open(line);
            continue;
        }
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        let line = line.strip_prefix("pub(crate) ").or_else(|| line.strip_prefix("pub ")).unwrap_or(line);
        let end = line.find(['(', '{', '<', '=', ';', ',']).unwrap_or(line.len());
        return Some(line[..end].trim().to_owned());
    }
    None
}

/// The name of the function that a line opens.
fn function_name(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.strip_prefix("fn ").or_else(|| line.split_once(" fn ").map(|(_, rest)| rest))?;
    // A comment or a text may speak of functions.
    if line.starts_with("//") || line.contains("\"fn ") {
        return None;
    }
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    (end > 0).then(|| &rest[..end])
}

/// The numbers a test's name begins with: `13_2_3_and_13_2_4_rubble` has `13.2.3` and `13.2.4`.
fn numbers_in_name(name: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    let mut parts: Vec<&str> = Vec::new();
    let mut ended = false;
    for word in name.split('_') {
        let digits = word.strip_suffix(|c: char| c.is_ascii_alphabetic()).unwrap_or(word);
        let is_part = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if is_part && !ended {
            parts.push(word);
            // A letter ends a number.
            ended = digits.len() < word.len();
        } else if word == "and" && !parts.is_empty() {
            numbers.push(parts.join("."));
            parts.clear();
            ended = false;
        } else {
            break;
        }
    }
    if !parts.is_empty() {
        numbers.push(parts.join("."));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Rulebook {
        let case = |number: &str, status: &str, provenance: &str| {
            format!(
                "[[case]]\nnumber = \"{number}\"\ntitle = \"T{number}\"\ntext = \"x\"\nstatus = \"{status}\"\n\
                 provenance = [{provenance}]\n"
            )
        };
        let text = [
            "[book]\ngame = \"g\"\ntitle = \"G\"\nrevision = 1\nnote = \"\"\n".to_owned(),
            case("1.0", "descriptive", "\"given\""),
            case("8.1.1A", "code", "\"given\", \"ruling\""),
            case("13.2.3", "code", "\"given\""),
            case("13.2.4", "optional", "\"gap\""),
            case("13.3", "data", "\"gap\""),
        ];
        Rulebook::parse("rules.toml", &text.concat()).unwrap()
    }

    fn file(name: &str, text: &str) -> Vec<(String, String)> {
        vec![(name.to_owned(), text.to_owned())]
    }

    const SOURCE: &str = r#"
//! 1.0 Introduces the game.

/// 13.2.3 and 13.2.4 Rubble shelters, in some places, as is said in
/// 99.9 other words.
#[must_use]
pub(crate) fn rubble(state: &State) -> Shift {
    journal.note(rule!("13.2.3"), Event::Shift);
}

pub enum Step {
    /// 8.1.1A: Night.
    Night { side: Side },
}

#[cfg(test)]
mod tests {
    /// 13.3 A comment on a test carries nothing out.
    #[test]
    fn case_13_2_3_and_13_2_4_rubble_shelters_2_units() {}
}
"#;
    const TESTS: &str = "#[test]\nfn case_8_1_1a_3_nights() {}\n// fn case_77_7_is_only_spoken_of()\n";

    #[test]
    fn a_whole_game_is_covered() {
        let coverage = check(&book(), &file("m13.rs", SOURCE), &file("tests.rs", TESTS), &[]).unwrap();
        let rubble = coverage.case("13.2.3").unwrap();
        assert_eq!(rubble.implemented[0].to_string(), "m13.rs:4: fn rubble");
        assert_eq!(
            rubble.tested[0].to_string(),
            "m13.rs:20: fn case_13_2_3_and_13_2_4_rubble_shelters_2_units"
        );
        let night = coverage.case("8.1.1A").unwrap();
        assert_eq!(night.implemented[0].item, "Night");
        assert_eq!(night.tested[0].to_string(), "tests.rs:2: fn case_8_1_1a_3_nights");
        assert_eq!(coverage.case("1.0").unwrap().implemented[0].item, "module");
        assert!(coverage.case("13.3").unwrap().implemented.is_empty());
        let code = Figures { cases: 2, implemented: 2, tested: 2 };
        assert_eq!(coverage.by_status()[&Status::Code], code);
        let gap = Figures { cases: 2, implemented: 1, tested: 1 };
        assert_eq!(coverage.by_provenance()[&Provenance::Gap], gap);
    }

    #[test]
    fn an_example_tests_its_cases() {
        let source = SOURCE.replace("and_13_2_4_", "");
        let missing = check(&book(), &file("a.rs", &source), &file("tests.rs", TESTS), &[]).unwrap_err();
        assert_eq!(missing, ["13.2.4 (T13.2.4): no test or example shows it"]);
        let text = "game = \"g\"\ncase = [\"13.2.4\"]\ntitle = \"Rubble\"";
        let example = Example::parse("e.toml", text).unwrap();
        let coverage = check(&book(), &file("a.rs", &source), &file("tests.rs", TESTS), &[example]).unwrap();
        assert_eq!(coverage.case("13.2.4").unwrap().tested[0].to_string(), "example: Rubble");
        let unknown = Example::parse("e.toml", &text.replace("13.2.4", "13.2.9")).unwrap();
        let wrong = check(&book(), &file("a.rs", SOURCE), &file("tests.rs", TESTS), &[unknown]).unwrap_err();
        assert_eq!(wrong, ["example: Rubble: there is no case 13.2.9"]);
    }

    #[test]
    fn what_is_missing_or_misnamed_is_listed() {
        let source = SOURCE.replace("13.2.3 and", "13.2.7,").replace("rule!(\"13.2.3\")", "rule!(\"13.9\")");
        let tests = TESTS.replace("8_1_1a", "8_1_1b");
        let wrong = check(&book(), &file("a.rs", &source), &file("t.rs", &tests), &[]).unwrap_err();
        assert_eq!(
            wrong,
            [
                "a.rs:4: fn rubble: there is no case 13.2.7",
                "a.rs:8: there is no case 13.9",
                "t.rs:2: fn case_8_1_1b_3_nights: there is no case 8.1.1b",
                "8.1.1A (T8.1.1A): no test or example shows it",
                "13.2.3 (T13.2.3): no item's doc comment begins with this number",
            ]
        );
    }

    #[test]
    fn numbers_are_read_where_a_line_begins() {
        let read = |text| leading_numbers(text).join(" ");
        assert_eq!(read("16.4.3, 16.4.4 and 16.4.5 Retreats."), "16.4.3 16.4.4 16.4.5");
        assert_eq!(read("16.4.3 and others"), "16.4.3");
        assert_eq!(read("16.4.3 16.4.4 is a second thought"), "16.4.3");
        assert_eq!(read("2 dice"), "");
        assert_eq!(read("See 16.4.3."), "");
        assert_eq!(numbers_in_name("case"), [""; 0]);
        assert_eq!(numbers_in_name("1_2_and_3_4a_and_others"), ["1.2", "3.4a"]);
    }

    #[test]
    fn the_dummy_game_is_covered() {
        use crate::{Table, dummy::Dummy};
        let source = file("dummy.rs", include_str!("dummy.rs"));
        let coverage = check(Dummy::new().rulebook(), &source, &[], &[]);
        assert_eq!(coverage.err(), None);
    }
}
