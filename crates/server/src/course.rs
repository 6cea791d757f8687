//! A record that later rules still allow, step by step, may mean something else by them: other modifiers, other losses. What was
//! told when it was played shows that.

use std::collections::BTreeMap;

use kernel::{Cause, Difference, erased::AnyMatch};
use view::{Line, Name};

/// What came of a step: its throws with their results, and what was lost. Words may change; these may not.
#[derive(Default, PartialEq, Eq)]
struct Came {
    results: Vec<(Vec<u8>, i32)>,
    lost: Vec<Name>,
    /// The case of the first line that tells of it.
    case: Option<Name>,
}

impl Came {
    fn add(&mut self, line: &Line) {
        if let Some(result) = line.result {
            self.results.push((line.dice.clone(), result));
        }
        self.lost.extend(line.lost.iter().cloned());
        if self.case.is_none() && (line.result.is_some() || !line.lost.is_empty()) {
            self.case = Some(line.cites.clone());
        }
    }
}

fn by_ply<'a>(lines: impl Iterator<Item = &'a Line>) -> BTreeMap<u32, Came> {
    let mut plies: BTreeMap<u32, Came> = BTreeMap::new();
    for line in lines {
        plies.entry(line.seq).or_default().add(line);
    }
    for came in plies.values_mut() {
        came.lost.sort_unstable();
        came.results.sort_unstable();
    }
    plies
}

/// The first step up to `covered` of which something else comes by the rules of now than was told when it was played.
/// What lines did not tell in those days is not compared.
pub fn other_course(play: &dyn AnyMatch, kept: &[Line], covered: usize) -> Option<Difference> {
    let facts = play.told().into_iter().filter(|told| told.revision.is_none());
    let now: Vec<Line> = facts.map(|told| told.line).collect();
    let (then, now) = (by_ply(kept.iter()), by_ply(now.iter()));
    let told_results = then.values().any(|came| !came.results.is_empty());
    let told_losses = then.values().any(|came| !came.lost.is_empty());
    let nothing = Came::default();
    for ply in 1..=(covered.min(play.seq()) as u32) {
        let (then, now) = (then.get(&ply).unwrap_or(&nothing), now.get(&ply).unwrap_or(&nothing));
        let results = told_results && then.results != now.results;
        let losses = told_losses && then.lost != now.lost;
        if results || losses {
            let case = now.case.as_ref().or(then.case.as_ref());
            let what = if losses { "other losses come of it" } else { "its throw has another result" };
            return Some(Difference {
                ply: ply as usize,
                text: play.record().lines.get(ply as usize - 1).cloned().unwrap_or_default(),
                cause: Cause::Case(case.map_or_else(String::new, ToString::to_string)),
                says: format!("it is allowed, but {what} now"),
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use kernel::{Record, data::Overlay};

    use super::*;

    const PLAIN: &str = include_str!("../../circle-of-fire/golden/plain.record");

    /// A whole game as it is told now, with one line told otherwise.
    fn told(change: impl FnOnce(&mut [Line])) -> Option<Difference> {
        let game = games::open("circle-of-fire", &Overlay::none()).unwrap();
        let (play, _) = game.replay(&Record::parse(PLAIN).unwrap()).unwrap();
        let mut lines: Vec<Line> = play.told().into_iter().map(|told| told.line).collect();
        change(&mut lines);
        other_course(&*play, &lines, play.seq())
    }

    #[test]
    fn the_same_game_in_other_words_goes_on() {
        assert_eq!(told(|_| {}), None);
        assert_eq!(
            told(|lines| lines.iter_mut().for_each(|line| line.says = "otherwise".to_owned().into())),
            None
        );
    }

    #[test]
    fn another_result_or_another_loss_is_noticed_with_its_step_and_case() {
        let (mut ply, mut case) = (0, None);
        let differs = told(|lines| {
            let line = lines.iter_mut().rfind(|line| line.result.is_some()).unwrap();
            line.result = line.result.map(|result| result + 1);
            (ply, case) = (line.seq as usize, Some(line.cites.to_string()));
        });
        let differs = differs.expect("a throw with another result");
        assert_eq!((differs.ply, differs.cause.case()), (ply, case.as_deref()));
        let differs = told(|lines| {
            let line = lines.iter_mut().rfind(|line| !line.lost.is_empty()).unwrap();
            line.lost.clear();
            ply = line.seq as usize;
        });
        let differs = differs.expect("a unit that is lost now");
        assert!(differs.ply == ply && differs.says.contains("losses"), "{differs:?}");
    }
}
