//! A bid makes players change sides: what is kept of a game names the bot on each side.

use std::sync::{Arc, atomic::AtomicBool};

use circle_of_fire::CircleOfFire;
use kernel::{Table, data::Overlay};
use lab::{Plan, Summary, run};
use search::{Engine, NoJudgement};

#[test]
fn the_bot_on_each_side_is_kept_after_a_bid() {
    let game = Arc::new(CircleOfFire::load(&Overlay::none()).expect("the built-in tables are sound"));
    let bots = ["random".to_owned(), "greedy".to_owned()];
    let engine = Engine { game: game.clone(), judgement: Arc::new(NoJudgement) };
    let plan = Plan::new(game.about(), "none", None, &["bid-german".to_owned()], &bots).expect("a plan");
    let plan = Plan { games: 6, ..plan };
    let stop = AtomicBool::new(false);
    let played = run(&engine, &plan, Vec::new(), 1, &stop, &|_, _| Ok(())).expect("six games");
    assert!(played.iter().any(|kept| kept.seating == [1, 0]), "no bid changed the sides");
    for kept in &played {
        let side = usize::from(kept.side.expect("there are no draws"));
        assert_eq!(kept.bot, Some(kept.seating[side]), "game {}", kept.number);
    }
    let summary = Summary::new(game.about(), &plan, &played);
    let by_side = summary.wins_by_bot_and_side.expect("the bots have changed sides");
    for (index, side) in summary.sides.iter().enumerate() {
        assert_eq!(by_side.iter().map(|wins| wins[index]).sum::<u64>(), summary.wins[side], "{side}");
    }
}
