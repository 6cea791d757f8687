//! What viewers are told of changes gives them exactly the view of now.

use view::View;

use super::{Held, Law, Walk, difference};
use crate::{Game, Match, Ply, Viewer, Watch};

/// Viewers who follow a game by its changes alone.
#[derive(Clone, Default)]
pub(super) struct Followers {
    watch: Watch,
    views: Vec<(Viewer, View)>,
}

impl<G: Game> Walk<'_, G> {
    /// Brings the followers to the position of now. Then copies of them see the last action taken back and played again.
    pub(super) fn check_changes(&mut self, played: &Match<G>, followers: &mut Followers) -> Held {
        self.law = Law::Change;
        if followers.views.is_empty() {
            for viewer in self.viewers() {
                followers.watch.follow(played, viewer);
                followers.views.push((viewer, played.view(viewer)));
            }
        }
        self.follow(played, followers)?;
        if let Some(&Ply::Act(seat, action)) = played.plies().last()
            && played.may_undo(seat).is_ok()
        {
            let (mut undone, mut followers) = (played.clone(), followers.clone());
            undone.undo(seat).map_err(|error| self.broken(error.to_string()))?;
            self.follow(&undone, &mut followers)?;
            undone.play(action).map_err(|error| self.broken(error.to_string()))?;
            self.follow(&undone, &mut followers)?;
        }
        Ok(())
    }

    fn follow(&self, played: &Match<G>, followers: &mut Followers) -> Held {
        let changes = followers.watch.changes(played);
        for ((viewer, view), (told, change)) in followers.views.iter_mut().zip(changes) {
            let applied = change.apply(view);
            self.hold(*viewer == told && applied.is_ok(), || format!("{viewer:?}: the change does not fit"))?;
            let whole = played.view(*viewer);
            self.hold(*view == whole, || {
                format!("{viewer:?}, by changes or whole: {}", difference(view, &whole))
            })?;
        }
        Ok(())
    }
}
