//! Ways to positions: a game is played at random, off the table, until something is so. Its record is what a table
//! then begins with.

use kernel::{Node, Players, Rng, Viewer, data::Overlay, erased::AnyMatch};
use serde_json::{Value, json};
use view::View;

/// What to play and how to get where the test begins.
pub struct Way<'a> {
    pub game: &'a str,
    pub scenario: Option<&'a str>,
    pub options: &'a [&'a str],
    /// Notations that begin with an earlier one of these words are played first; the others at random.
    pub prefer: &'a [&'a str],
}

/// So many plies of one game lead nowhere: try another.
const LONGEST: usize = 6000;
/// So many games were tried in vain.
const TRIES: u64 = 40;

impl Way<'_> {
    /// What begins a match on one screen, in the first position that the side which decides finds fit.
    pub fn to(&self, fits: impl Fn(&View) -> bool) -> Value {
        for seed in 0..TRIES {
            if let Some(played) = self.play(seed, &fits) {
                return json!({ "game": self.game, "against": "hotseat", "record": played.record().to_text() });
            }
        }
        panic!("no such position of {} was reached", self.game);
    }

    fn play(&self, seed: u64, fits: &impl Fn(&View) -> bool) -> Option<Box<dyn AnyMatch>> {
        let game = games::open(self.game, &Overlay::none()).expect("the game is there");
        let options: Vec<String> = self.options.iter().map(|&option| option.to_owned()).collect();
        let mut played = game.start(self.scenario, &options, Players::default()).expect("it can be set up");
        let mut rng = Rng::new(seed, 0);
        while played.seq() < LONGEST {
            match played.node() {
                Node::Over(_) => return None,
                Node::Chance(_) => played.roll(&mut rng),
                Node::Decision(seat) => {
                    if fits(&played.view(Viewer::Seat(seat))) {
                        return Some(played);
                    }
                    let actions = played.legal();
                    let rank = |action: &String| self.prefer.iter().position(|it| action.starts_with(it));
                    let best = actions.iter().map(|it| rank(it).unwrap_or(usize::MAX)).min()?;
                    let fit: Vec<&String> =
                        actions.iter().filter(|it| rank(it).unwrap_or(usize::MAX) == best).collect();
                    let action = fit[rng.index(fit.len())].clone();
                    played.play(seat, &action).expect("what is legal can be played");
                }
            }
        }
        None
    }
}

/// Whether something on offer begins with this word.
pub fn offered(view: &View, word: &str) -> bool {
    view.offers.iter().any(|offer| offer.action.starts_with(word))
}
