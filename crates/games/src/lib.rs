//! The registry: every game behind one list. A new game is one dependency and one line in it.

pub mod link;

use std::{ops::Deref, sync::Arc};

use kernel::{
    Game,
    data::{DataError, Overlay},
    erased::AnyGame,
};
use search::{AnyEngine, Engine, Judgement};

/// Work that needs the type of a game: self-play, benchmarks, machine players.
pub trait Visitor {
    /// What the work yields.
    type Out;
    /// Does it with this game and its judgement.
    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Self::Out;
}

/// Why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// No game of this name.
    #[error("there is no game '{asked}'{}; the games are {}", meant(.asked), view::list(ids()))]
    Unknown {
        /// What was asked for.
        asked: String,
    },
    /// One of its tables cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
}

/// Ids and types; everything else in this crate follows from the list.
macro_rules! registry {
    ($($id:literal => $game:ty, $judgement:ty);+ $(;)?) => {
        /// The ids of all games.
        pub const fn ids() -> &'static [&'static str] {
            &[$($id),+]
        }

        /// The files that may override the built-in tables and weights, as `<game>/<file>`.
        pub fn data_files() -> Vec<String> {
            let games: &[&[&str]] = &[$(<$game>::FILES, <$judgement>::FILES),+];
            games.iter().flat_map(|files| files.iter().map(|file| (*file).to_owned())).collect()
        }

        /// Opens a game and hands it over with its type.
        pub fn visit<V: Visitor>(id: &str, overlay: &Overlay, visitor: V) -> Result<V::Out, OpenError> {
            match id {
                $($id => {
                    let game = <$game>::load(overlay)?;
                    let judgement = <$judgement>::load(&game, overlay)?;
                    Ok(visitor.visit(Engine { game: Arc::new(game), judgement: Arc::new(judgement) }))
                })+
                _ => Err(OpenError::Unknown { asked: id.to_owned() }),
            }
        }
    };
}

registry! {
    "circle-of-fire" => circle_of_fire::CircleOfFire, judgement::circle_of_fire::CircleOfFireJudgement;
    "bear-trap" => bear_trap::BearTrap, judgement::bear_trap::BearTrapJudgement;
    "strike-the-bear" => strike_the_bear::StrikeTheBear, judgement::strike_the_bear::StrikeTheBearJudgement;
    "slaughterhouse" => slaughterhouse::Slaughterhouse, judgement::slaughterhouse::SlaughterhouseJudgement;
    "the-year-before" => the_year_before::TheYearBefore, judgement::the_year_before::TheYearBeforeJudgement;
}

/// A game that was opened, once: rules and table, and the machine players and the adviser that go with them.
#[derive(Clone)]
pub struct Opened {
    /// Its machine players and its adviser.
    pub engine: Arc<dyn AnyEngine>,
}

impl Deref for Opened {
    type Target = dyn AnyGame;

    /// Rules and table.
    fn deref(&self) -> &(dyn AnyGame + 'static) {
        self.engine.game()
    }
}

/// Opens a game with everything the edge needs of it.
pub fn open(id: &str, overlay: &Overlay) -> Result<Opened, OpenError> {
    visit(id, overlay, Erase)
}

/// Opens every game.
pub fn all(overlay: &Overlay) -> Result<Vec<Opened>, DataError> {
    let open = |id: &&str| match open(id, overlay) {
        Ok(game) => Ok(game),
        Err(OpenError::Data(error)) => Err(error),
        Err(OpenError::Unknown { asked }) => unreachable!("the list names '{asked}'"),
    };
    ids().iter().map(open).collect()
}

struct Erase;

impl Visitor for Erase {
    type Out = Opened;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Opened {
        Opened { engine: Arc::new(engine) }
    }
}

/// Words a suggestion when a known id is close to what was asked for.
fn meant(asked: &str) -> String {
    near(asked, ids()).map_or_else(String::new, |id| format!(" (did you mean '{id}'?)"))
}

/// The word most like the one asked for: a slip of the fingers, an abbreviation, or another separator.
fn near<'a>(asked: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = |word: &str| word.to_lowercase().replace(['-', '_', ' '], "");
    let asked = plain(asked);
    if asked.is_empty() {
        return None;
    }
    if let Some(word) = known.iter().find(|word| plain(word).contains(&asked)) {
        return Some(word);
    }
    let closest = known.iter().min_by_key(|word| edits(&asked, &plain(word)))?;
    (edits(&asked, &plain(closest)) <= 1 + closest.len() / 4).then_some(*closest)
}

/// How many letters must be added, dropped or changed to turn one word into the other (Levenshtein).
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &wanted) in other.iter().enumerate() {
            let change = diagonal + usize::from(letter != wanted);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use super::*;

    #[test]
    fn every_game_opens_under_its_own_id() {
        let games = all(&Overlay::none()).unwrap();
        assert_eq!(games.iter().map(|game| game.about().id.as_str()).collect::<Vec<_>>(), ids());
    }

    #[test]
    fn a_game_has_players_of_its_own() {
        let game = open("circle-of-fire", &Overlay::none()).unwrap();
        let play = game.start(None, &[], kernel::Players::default()).unwrap();
        let mut player = game.engine.player("greedy", 1, search::Means::default()).unwrap();
        let chosen = player.choose(&*play).expect("somebody decides first");
        assert!(play.legal().contains(&chosen), "{chosen}");
    }

    /// Every plan is one of its game's sides', keeps the laws of judgement and finds an action. A game without a judgement of
    /// its own has none.
    #[test]
    fn every_plan_can_be_followed() {
        struct Follow;
        impl Visitor for Follow {
            type Out = usize;

            fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> usize {
                let Engine { game, judgement } = &engine;
                let sides: Vec<&str> = game.about().sides.iter().map(|side| side.id.as_str()).collect();
                let plans = judgement.plans();
                if TypeId::of::<J>() == TypeId::of::<search::NoJudgement>() {
                    assert!(plans.is_empty());
                    return 0;
                }
                for side in sides {
                    assert!(
                        plans.iter().filter(|plan| plan.side == side).count() >= 2,
                        "{side} has two plans"
                    );
                }
                for plan in &plans {
                    let planned = judgement.with_plan(&plan.name).expect("it is listed");
                    search::laws::check(&**game, &planned, 0, kernel::Options::NONE, 3, 40)
                        .unwrap_or_else(|broken| panic!("{}: {broken}", plan.name));
                    let spec = format!("plan:{}", plan.name);
                    assert_eq!(search::player(judgement, &spec, 1).expect("it sits down").name(), spec);
                }
                let error =
                    search::player(judgement, "plan:none", 1).map(|player| player.name()).unwrap_err();
                assert!(error.to_string().contains(&plans[0].name), "{error}");
                plans.len()
            }
        }
        let followed: usize = ids().iter().map(|id| visit(id, &Overlay::none(), Follow).unwrap()).sum();
        assert!(followed >= 20, "{followed}");
    }

    #[test]
    fn every_data_file_belongs_to_a_game() {
        for file in data_files() {
            let (game, name) = file.split_once('/').unwrap();
            assert!(ids().contains(&game), "{file}");
            assert!(name.ends_with(".toml"), "{file}");
        }
    }

    #[test]
    fn an_unknown_game_is_answered_with_the_known_ones() {
        let error = open("circel-of-fire", &Overlay::none()).err().unwrap().to_string();
        assert!(error.contains("did you mean 'circle-of-fire'?"), "{error}");
        let error = open("chess", &Overlay::none()).err().unwrap().to_string();
        assert!(!error.contains("did you mean"), "{error}");
        assert!(error.contains("the games are circle-of-fire"), "{error}");
    }

    #[test]
    fn slips_and_abbreviations_are_near() {
        let known = ["circle-of-fire", "bear-trap", "strike-the-bear"];
        assert_eq!(near("circle", &known), Some("circle-of-fire"));
        assert_eq!(near("BEAR TRAP", &known), Some("bear-trap"));
        assert_eq!(near("baer-trap", &known), Some("bear-trap"));
        assert_eq!(near("checkers", &known), None);
        assert_eq!(near("", &known), None);
    }
}
