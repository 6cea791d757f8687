//! What listeners get after their first view: what has changed. It is worked out once for all who look through the same
//! eyes, and put into JSON once.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use kernel::{Viewer, Watch, erased::AnyMatch};
use view::Change;

use crate::{
    identity::Caller,
    look::{self, Look, Meta},
    table::Seated,
};

/// How many steps a listener may lie behind; one who lies further behind gets the whole view.
const STEPS: usize = 32;
/// A viewer whom nobody asked for during so many changes is forgotten.
const UNASKED: u64 = 64;

/// What a listener has been sent: through whose eyes, and which position of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    viewer: Viewer,
    position: u64,
}

/// What a listener is sent next.
pub struct News {
    pub what: What,
    pub known: Known,
}

pub enum What {
    Whole(Look),
    Changes { meta: Meta, seq: usize, changes: Vec<Arc<str>> },
}

/// The changes of a live match.
#[derive(Default)]
pub struct Follow {
    watch: Watch,
    /// The position of the table that the viewers have been brought to.
    at: u64,
    steps: BTreeMap<u8, Steps>,
}

/// The last changes for one viewer.
#[derive(Default)]
struct Steps {
    list: VecDeque<Step>,
    /// When somebody last asked for this viewer.
    asked: u64,
}

struct Step {
    from: u64,
    text: Arc<str>,
}

/// What is new for a caller who knows this much.
pub fn news(table: &mut Seated, caller: &Caller, known: Option<Known>) -> News {
    let viewer = table.viewer(caller, &*table.play);
    if table.ahead(caller).is_some() {
        // What he decides before he is asked is no step of the match: he is sent it whole, and so is what follows.
        let known = Known { viewer, position: u64::MAX };
        return News { what: What::Whole(look::look(table, caller)), known };
    }
    let now = Known { viewer, position: table.position };
    // What has ended beside the rules is shown in its own way, and does not change any more.
    let goes_on = table.past.is_none() && table.agreed_end().is_none();
    let changes = match known {
        Some(known) if goes_on && may_have_seen(table, caller, known.viewer) => changes(table, known, viewer),
        _ => None,
    };
    let what = match changes {
        Some(changes) => What::Changes { meta: look::meta(table, caller), seq: table.play.seq(), changes },
        None => {
            catch_up(table);
            table.follow.begin(&*table.play, viewer);
            What::Whole(look::look(table, caller))
        }
    };
    News { what, known: now }
}

/// Whether the caller may still be told what this viewer sees.
fn may_have_seen(table: &Seated, caller: &Caller, viewer: Viewer) -> bool {
    match viewer {
        Viewer::Seat(seat) => table.held(caller).contains(&seat),
        Viewer::Spectator => true,
        Viewer::Umpire => table.viewer(caller, &*table.play) == Viewer::Umpire,
    }
}

/// The steps from what is known to what this viewer sees now, if they are still there.
fn changes(table: &mut Seated, known: Known, viewer: Viewer) -> Option<Vec<Arc<str>>> {
    catch_up(table);
    let Seated { follow, play, .. } = table;
    let mut found = follow.since(known)?;
    if viewer != known.viewer {
        let change = Change::between(&play.view(known.viewer), &play.view(viewer));
        found.push(text(&change));
        follow.begin(&**play, viewer);
    }
    Some(found)
}

/// Brings all who are followed to the position of now.
fn catch_up(table: &mut Seated) {
    let Seated { follow, play, position, .. } = table;
    if follow.at == *position {
        return;
    }
    let from = std::mem::replace(&mut follow.at, *position);
    for (viewer, change) in play.changes(&mut follow.watch) {
        let steps = follow.steps.entry(look::key(viewer)).or_default();
        if *position - steps.asked > UNASKED {
            follow.watch.leave(viewer);
            follow.steps.remove(&look::key(viewer));
            continue;
        }
        if steps.list.len() == STEPS {
            steps.list.pop_front();
        }
        steps.list.push_back(Step { from, text: text(&change) });
    }
}

impl Follow {
    /// Follows the match for this viewer from now on.
    fn begin(&mut self, play: &dyn AnyMatch, viewer: Viewer) {
        if !self.watch.follows(viewer) {
            play.watch(&mut self.watch, viewer);
        }
        self.steps.entry(look::key(viewer)).or_default().asked = self.at;
    }

    fn since(&mut self, known: Known) -> Option<Vec<Arc<str>>> {
        let steps = self.steps.get_mut(&look::key(known.viewer))?;
        steps.asked = self.at;
        if known.position == self.at {
            return Some(Vec::new());
        }
        let first = steps.list.iter().position(|step| step.from == known.position)?;
        Some(steps.list.range(first..).map(|step| step.text.clone()).collect())
    }
}

fn text(change: &Change) -> Arc<str> {
    serde_json::to_string(change).expect("a change has a form in JSON").into()
}
