//! The words of the journal, once. `@hill` is a space and `#n1` a piece; clients show their names.

use board::Space;
use kit::Manner;
use view::{Line, March, Opens, Rank};

use crate::{
    event::Event,
    tables::{Side, Tables, Unit},
};

/// How loud a fact is told, whose it is, and the dice beside it.
pub fn manner(t: &Tables, event: Event) -> Manner<Side> {
    let of = |unit: Unit| Some(t.counter(unit).side);
    match event {
        Event::Turn { .. } | Event::Over { .. } => (Rank::Heading, None, Vec::new()),
        Event::Moved { unit, .. } | Event::Attacks { unit, .. } | Event::Eliminated { unit } => {
            (Rank::Fact, of(unit), Vec::new())
        }
        Event::Thrown { side, die, .. } => (Rank::Fact, Some(side), vec![die]),
        Event::Passed { side } => (Rank::Fact, Some(side), Vec::new()),
    }
}

/// What a fact is, beyond its words.
pub fn meaning(t: &Tables, event: Event) -> Line {
    let id = |unit: Unit| t.counter(unit).id.as_str().into();
    match event {
        Event::Turn { turn } => Line { opens: Opens::turn(turn), ..Line::default() },
        Event::Moved { unit, from, to } => {
            let march = March::step(&id(unit), "go", t.graph.id(from), t.graph.id(to), 0);
            Line { march: Some(march), ..Line::default() }
        }
        Event::Thrown { die, .. } => Line { result: Some(i32::from(die)), ..Line::default() },
        Event::Eliminated { unit } => Line { lost: vec![id(unit)], ..Line::default() },
        _ => Line::default(),
    }
}

pub fn says(t: &Tables, event: Event) -> String {
    let unit = |unit: Unit| format!("#{}", t.counter(unit).id);
    let at = |space: Space| format!("@{}", t.graph.id(space));
    match event {
        Event::Turn { turn } => format!("Turn {turn}"),
        Event::Moved { unit: it, from, to } => format!("{} goes from {} to {}.", unit(it), at(from), at(to)),
        Event::Attacks { unit: it, to } => format!("{} attacks {}.", unit(it), at(to)),
        Event::Thrown { die, hit: true, .. } => format!("The die shows {die}: a hit."),
        Event::Thrown { die, hit: false, .. } => format!("The die shows {die}: nothing happens."),
        Event::Eliminated { unit: it } => format!("{} is eliminated.", unit(it)),
        Event::Passed { side } => format!("{} passes.", side.name()),
        Event::Over { victory } => format!("{}.", victory.says()),
    }
}
