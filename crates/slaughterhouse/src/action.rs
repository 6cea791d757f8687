//! One click each, and how it is written down.

use board::{Member, Space};
use kernel::Unreadable;
use kit::Reading;

use crate::tables::{Leader, Side, Tables, Unit};

/// Everything a player can do. The order of the variants is the order in which choices are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `bid axis 3`
    Bid { side: Side, number: u8 },
    /// `weather +1`, `weather -1`: Advantage F
    Weather { up: bool },
    /// `advantage`: spend it where the step offers it (B, C, E)
    Advantage,
    /// `leader timoshenko z-gorki`: a Leader arrives, is displaced or is stationed
    Leader { leader: Leader, to: Space },
    /// `restore pz2`: a reduced unit to full strength
    Restore { unit: Unit },
    /// `rebuild de17 z-germany`: an eliminated unit returns
    Rebuild { unit: Unit, at: Space },
    /// `security minsk`
    Security { at: Space },
    /// `partisans bryansk`
    Partisans { at: Space },
    /// `interdict`: the Air Support marker will interdict
    Interdict,
    /// `interdict tula`
    InterdictAt { at: Space },
    /// `operate koenigsberg`: an Operations impulse; Advantage A: a second Active Area
    Operate { at: Space },
    /// `redeploy su-7`
    Redeploy { unit: Unit },
    /// `to tula`: where the unit redeploys
    RedeployTo { to: Space, with: With },
    /// `pass`
    Pass,
    /// `move pz4 riga`
    Move { unit: Unit, to: Space, with: With },
    /// `walk busch riga`: a Leader moves by himself
    Walk { leader: Leader, to: Space },
    /// `assault riga`
    Assault { at: Space },
    /// `point pz4`: the Point Unit of the assault
    Point { unit: Unit },
    /// `join de16`
    Join { unit: Unit },
    /// `join all`
    JoinAll,
    /// `roll`, `roll focus`, `roll spread`: the dice, with the Air Support declared
    Roll { air: Air },
    /// `hit su-8`: the unit takes an attrition point
    Hit { unit: Unit },
    /// `stand`: Advantage D
    Stand,
    /// `retreat su-8 pskov`
    Retreat { unit: Unit, to: Space, with: With },
    /// `counter su-swf`
    Counter { unit: Unit },
    /// `hold`: neither retreat (further) nor counter-attack
    Hold,
    /// `finish`: this Active Area has done its work
    Finish,
    /// `decline`
    Decline,
    /// `done`
    Done,
}

/// Which Leaders go along with a unit (9.6.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum With {
    /// The Leader whose Command ID names it, if he is there.
    Own,
    /// Nobody: he is left behind.
    Alone,
    /// Another Leader who may support it, besides its own.
    Leader(Leader),
}

/// Air Support declared with an assault (9.5.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Air {
    None,
    Focus,
    Spread,
}

impl Action {
    pub fn write(self, t: &Tables) -> String {
        let unit = |unit: Unit| &*t.counters[unit.index()].id;
        let leader = |leader: Leader| &*t.officers[leader.index()].id;
        let space = |space: Space| t.graph.id(space);
        let tail = |with: With| match with {
            With::Own => String::new(),
            With::Alone => " alone".to_owned(),
            With::Leader(other) => format!(" with {}", leader(other)),
        };
        match self {
            Action::Bid { side, number } => format!("bid {} {number}", side.id()),
            Action::Weather { up } => format!("weather {}1", if up { '+' } else { '-' }),
            Action::Advantage => "advantage".to_owned(),
            Action::Leader { leader: it, to } => format!("leader {} {}", leader(it), space(to)),
            Action::Restore { unit: it } => format!("restore {}", unit(it)),
            Action::Rebuild { unit: it, at } => format!("rebuild {} {}", unit(it), space(at)),
            Action::Security { at } => format!("security {}", space(at)),
            Action::Partisans { at } => format!("partisans {}", space(at)),
            Action::Interdict => "interdict".to_owned(),
            Action::InterdictAt { at } => format!("interdict {}", space(at)),
            Action::Operate { at } => format!("operate {}", space(at)),
            Action::Redeploy { unit: it } => format!("redeploy {}", unit(it)),
            Action::RedeployTo { to, with } => format!("to {}{}", space(to), tail(with)),
            Action::Pass => "pass".to_owned(),
            Action::Move { unit: it, to, with } => format!("move {} {}{}", unit(it), space(to), tail(with)),
            Action::Walk { leader: it, to } => format!("walk {} {}", leader(it), space(to)),
            Action::Assault { at } => format!("assault {}", space(at)),
            Action::Point { unit: it } => format!("point {}", unit(it)),
            Action::Join { unit: it } => format!("join {}", unit(it)),
            Action::JoinAll => "join all".to_owned(),
            Action::Roll { air: Air::None } => "roll".to_owned(),
            Action::Roll { air: Air::Focus } => "roll focus".to_owned(),
            Action::Roll { air: Air::Spread } => "roll spread".to_owned(),
            Action::Hit { unit: it } => format!("hit {}", unit(it)),
            Action::Stand => "stand".to_owned(),
            Action::Retreat { unit: it, to, with } => {
                format!("retreat {} {}{}", unit(it), space(to), tail(with))
            }
            Action::Counter { unit: it } => format!("counter {}", unit(it)),
            Action::Hold => "hold".to_owned(),
            Action::Finish => "finish".to_owned(),
            Action::Decline => "decline".to_owned(),
            Action::Done => "done".to_owned(),
        }
    }

    pub fn read(t: &Tables, text: &str) -> Result<Action, Unreadable> {
        let reading = Reading(text);
        let wrong = |reason: String| reading.wrong(reason);
        let unit = |id: &str| reading.known(t.unit(id), "unit", id);
        let leader = |id: &str| reading.known(t.leader(id), "Leader", id);
        let space = |id: &str| reading.known(t.graph.space(id).ok(), "Area or Zone", id);
        let side = |id: &str| {
            let side = Side::BOTH.into_iter().find(|side| side.id() == id);
            side.ok_or_else(|| wrong(format!("'{id}' is neither axis nor soviet")))
        };
        let with = |tail: &[&str]| match tail {
            [] => Ok(With::Own),
            ["alone"] => Ok(With::Alone),
            ["with", id] => Ok(With::Leader(leader(id)?)),
            _ => Err(wrong("write 'alone' or 'with' and a Leader after the place".to_owned())),
        };
        let action = match reading.words()[..] {
            ["bid", of, number] => Action::Bid {
                side: side(of)?,
                number: number.parse().map_err(|_| wrong("a bid is a whole number".to_owned()))?,
            },
            ["weather", "+1"] => Action::Weather { up: true },
            ["weather", "-1"] => Action::Weather { up: false },
            ["advantage"] => Action::Advantage,
            ["leader", it, to] => Action::Leader { leader: leader(it)?, to: space(to)? },
            ["restore", it] => Action::Restore { unit: unit(it)? },
            ["rebuild", it, at] => Action::Rebuild { unit: unit(it)?, at: space(at)? },
            ["security", at] => Action::Security { at: space(at)? },
            ["partisans", at] => Action::Partisans { at: space(at)? },
            ["interdict"] => Action::Interdict,
            ["interdict", at] => Action::InterdictAt { at: space(at)? },
            ["operate", at] => Action::Operate { at: space(at)? },
            ["redeploy", it] => Action::Redeploy { unit: unit(it)? },
            ["to", to, ref tail @ ..] => Action::RedeployTo { to: space(to)?, with: with(tail)? },
            ["pass"] => Action::Pass,
            ["move", it, to, ref tail @ ..] => {
                Action::Move { unit: unit(it)?, to: space(to)?, with: with(tail)? }
            }
            ["walk", it, to] => Action::Walk { leader: leader(it)?, to: space(to)? },
            ["assault", at] => Action::Assault { at: space(at)? },
            ["point", it] => Action::Point { unit: unit(it)? },
            ["join", "all"] => Action::JoinAll,
            ["join", it] => Action::Join { unit: unit(it)? },
            ["roll"] => Action::Roll { air: Air::None },
            ["roll", "focus"] => Action::Roll { air: Air::Focus },
            ["roll", "spread"] => Action::Roll { air: Air::Spread },
            ["hit", it] => Action::Hit { unit: unit(it)? },
            ["stand"] => Action::Stand,
            ["retreat", it, to, ref tail @ ..] => {
                Action::Retreat { unit: unit(it)?, to: space(to)?, with: with(tail)? }
            }
            ["counter", it] => Action::Counter { unit: unit(it)? },
            ["hold"] => Action::Hold,
            ["finish"] => Action::Finish,
            ["decline"] => Action::Decline,
            ["done"] => Action::Done,
            _ => return Err(wrong("this is no action of Slaughterhouse".to_owned())),
        };
        Ok(action)
    }
}
