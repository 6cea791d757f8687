//! A list of actions played as one, up to its end or the first surprise; and what is no question at all.

use kernel::{Node, PlayError, Seat, UndoBarred, Viewer, erased::AnyMatch};
use view::{Name, StopReason, Stopped};

/// How far a list of actions came: its lines for the record, and what stopped it.
pub struct Run {
    /// What was played, as records write it.
    pub lines: Vec<String>,
    /// Why it was not played to its end.
    pub stopped: Option<Stopped>,
}

/// Plays a list for a seat; draws nothing. A first action that is refused is an error, and nothing has changed.
pub fn run(play: &mut dyn AnyMatch, seat: Seat, actions: &[String]) -> Result<Run, PlayError> {
    let mut lines = Vec::with_capacity(actions.len());
    for (i, action) in actions.iter().enumerate() {
        match enter(play, seat, action) {
            Ok(line) => lines.push(line),
            Err(error) if i == 0 => return Err(error),
            Err(error) => {
                let (says, case) = match &error {
                    PlayError::Refused { rule, says } => (says.as_str().into(), Some(rule.0.into())),
                    error => (error.to_string().into(), None),
                };
                return Ok(Run { lines, stopped: Some(Stopped { why: StopReason::Refused, says, case }) });
            }
        }
        let last = i + 1 == actions.len();
        if let Some(why) = surprise(play, seat).filter(|_| !last) {
            return Ok(Run { lines, stopped: Some(Stopped { why, says: says(why).into(), case: None }) });
        }
    }
    Ok(Run { lines, stopped: None })
}

/// Plays an action, and returns it as records write it.
pub fn enter(play: &mut dyn AnyMatch, seat: Seat, action: &str) -> Result<String, PlayError> {
    let as_written = play.legal().iter().any(|legal| legal == action);
    play.play(seat, action)?;
    let line = if as_written { Some(action.to_owned()) } else { play.record().lines.pop() };
    Ok(line.unwrap_or_default())
}

/// What the last action has brought that its player could not count on.
fn surprise(play: &dyn AnyMatch, seat: Seat) -> Option<StopReason> {
    match play.node() {
        Node::Over(_) => Some(StopReason::Over),
        Node::Chance(_) => Some(StopReason::Draw),
        Node::Decision(next) if next != seat => Some(StopReason::Other),
        Node::Decision(_) if play.may_undo(seat) == Err(UndoBarred::Reveal) => Some(StopReason::Reveal),
        Node::Decision(_) => None,
    }
}

fn says(why: StopReason) -> &'static str {
    match why {
        StopReason::Draw => "Dice were thrown.",
        StopReason::Reveal => "Something hidden has come to light.",
        StopReason::Refused => "The rules refuse the next step.",
        StopReason::Other => "The other side decides.",
        StopReason::Over => "The game is over.",
    }
}

/// An action that is no question: the only one its seat has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Whose it is.
    pub seat: Seat,
    /// Its notation.
    pub action: String,
    /// What it is called.
    pub label: Name,
}

/// What the seat that decides can only answer in one way. It is still a question where the answer is written in secret, shows
/// something hidden, is warned of or throws dice whose odds are told, and where what came before could no longer be taken
/// back.
pub fn forced(play: &dyn AnyMatch) -> Option<Forced> {
    let Node::Decision(seat) = play.node() else { return None };
    let legal = play.legal();
    let [action] = &legal[..] else { return None };
    let view = play.view(Viewer::Seat(seat));
    let offer = view.offers.iter().find(|offer| *offer.action == **action)?;
    if view.secret || offer.warn.is_some() || offer.odds.is_some() {
        return None;
    }
    let mut next = play.duplicate();
    next.play(seat, action).ok()?;
    let reveals = next.may_undo(seat) == Err(UndoBarred::Reveal);
    let leaves = next.node() != Node::Decision(seat);
    if reveals || (leaves && play.may_undo(seat).is_ok()) {
        return None;
    }
    Some(Forced { seat, action: action.clone(), label: offer.label.clone() })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::{
        Match, Players,
        dummy::{Dummy, LEFT},
    };

    use super::*;

    fn begin(tree: &str) -> Match<Dummy> {
        let game = Arc::new(Dummy::tree(tree).unwrap());
        Match::new::<&str>(game, None, &[], Players::default()).unwrap()
    }

    fn list(words: &str) -> Vec<String> {
        words.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_list_stops_at_the_first_surprise() {
        let tree =
            "left(on: left(on: left(roll: die(=left, =right), give: right(x: ^, y: ^)), stay: ^), stay: ^)";
        let mut play = begin(tree);
        let run = super::run(&mut play, LEFT, &list("on on roll on")).unwrap();
        assert_eq!((run.lines.len(), run.stopped.unwrap().why), (3, StopReason::Draw));
        let mut play = begin(tree);
        let run = super::run(&mut play, LEFT, &list("on on give on")).unwrap();
        assert_eq!((run.lines.len(), run.stopped.unwrap().why), (3, StopReason::Other));
        let mut play = begin(tree);
        let run = super::run(&mut play, LEFT, &list("on give on")).unwrap();
        let stopped = run.stopped.unwrap();
        assert_eq!((run.lines.len(), stopped.why, stopped.case.is_some()), (1, StopReason::Refused, true));
        assert_eq!(play.seq(), 1);
        let mut play = begin(tree);
        let run = super::run(&mut play, LEFT, &list("on on roll")).unwrap();
        assert!(run.stopped.is_none(), "an order may end with dice");
    }

    #[test]
    fn a_list_whose_first_action_is_refused_changes_nothing() {
        let mut play = begin("left(on: ^, stay: ^)");
        assert!(super::run(&mut play, LEFT, &list("give on")).is_err());
        assert_eq!(play.seq(), 0);
    }

    #[test]
    fn the_only_choice_is_no_question() {
        let play = begin("left(on: left(a: ^, b: ^))");
        assert_eq!(forced(&play).unwrap().action, "on");
        assert!(forced(&begin("left(on: ^, stay: ^)")).is_none());
    }

    /// What was chosen before could be taken back; the only way on would bar that.
    #[test]
    fn the_only_choice_is_asked_where_it_would_bar_undo() {
        let mut play = begin("left(on: left(give: right(x: ^, y: ^)), stay: ^)");
        AnyMatch::play(&mut play, LEFT, "on").unwrap();
        assert!(forced(&play).is_none());
        let mut play = begin("left(on: left(more: left(x: ^, y: ^)), stay: ^)");
        AnyMatch::play(&mut play, LEFT, "on").unwrap();
        assert_eq!(forced(&play).unwrap().action, "more");
    }

    #[test]
    fn dice_with_odds_are_asked_for() {
        assert!(forced(&begin("left(roll: die(=left, =right))")).is_none());
    }
}
