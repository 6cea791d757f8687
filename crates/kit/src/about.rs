//! What a game says of itself.

use kernel::{About, OptionAbout, ScenarioAbout, SideAbout};

/// A game by title and blurb, its parties by id and name in the order of their seats. The rest is empty.
pub fn about<const N: usize>(title: &str, blurb: &str, parties: [(&str, &str); N]) -> About {
    About {
        id: String::new(),
        title: title.to_owned(),
        blurb: blurb.to_owned(),
        revision: 0,
        data: String::new(),
        sides: parties.map(|(id, name)| SideAbout { id: id.to_owned(), name: name.to_owned() }).into(),
        scenarios: Vec::new(),
        options: Vec::new(),
        tables: Vec::new(),
        minutes: 0,
        complexity: 1,
    }
}

/// A scenario.
pub fn scenario(id: &str, title: &str, blurb: &str) -> ScenarioAbout {
    ScenarioAbout { id: id.to_owned(), title: title.to_owned(), blurb: blurb.to_owned() }
}

/// An optional rule.
pub fn option(id: &str, title: &str, rule: &str, blurb: &str, excludes: &[&str]) -> OptionAbout {
    OptionAbout {
        id: id.to_owned(),
        title: title.to_owned(),
        rule: rule.to_owned(),
        blurb: blurb.to_owned(),
        excludes: excludes.iter().map(|&id| id.to_owned()).collect(),
    }
}
