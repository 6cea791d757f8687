//! One click each, and how it is written down.

use board::{Member, Space};
use kernel::Unreadable;
use kit::Reading;

use crate::tables::{Tables, Unit};

/// How an attack is reckoned (11.1.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    Odds,
    Differential,
}

impl Method {
    pub const BOTH: [Method; 2] = [Method::Odds, Method::Differential];

    pub fn word(self) -> &'static str {
        ["odds", "differential"][self as usize]
    }
}

/// What partisans strike at (8.1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Prey {
    Rail,
    Truck,
}

/// Everything a player can do. The order of the variants is the order in which choices are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `place su_truck1 E4`: set-up and reinforcements
    Place { unit: Unit, to: Space },
    /// `place rest`: what is left as the suggested set-up has it
    PlaceRest,
    /// `convert ax_rr1 C5`: a rail marker advances
    Convert { unit: Unit, to: Space },
    /// `move ax_pz1 C6`: one step; a leader takes along whom he carries
    Move { unit: Unit, to: Space },
    /// `attach su_zhukov su_a10`: the leader picks the unit up
    Attach { leader: Unit, unit: Unit },
    /// `detach su_a10`
    Detach { unit: Unit },
    /// `rail su_mc19`: the unit boards a train
    Entrain { unit: Unit },
    /// `fly ax_lw1`
    Fly { unit: Unit },
    /// `drop I5`: the airborne division jumps
    Drop { to: Space },
    /// `break ax_a4`
    Break { unit: Unit },
    /// `join ax_k8 ax_k9`
    Join { one: Unit, other: Unit },
    /// `take su_rk62` or `take su_rk62 reduced`: a corps out of a box
    Take { unit: Unit, reduced: bool },
    /// `form ax_a4`: what two corps become
    Form { unit: Unit },
    /// `to J7`: where a ride, a flight, a bought unit, a leader or the Commissar goes
    To { to: Space },
    /// `remove su_rk62`: an overstacked unit is eliminated
    Remove { unit: Unit },
    /// `bomb ax_lw1 su_truck1`
    Bomb { unit: Unit, truck: Unit },
    /// `attack C5 odds`
    Attack { space: Space, method: Method },
    /// `reserve ax_guderian ax_ss`
    Reserve { leader: Unit, unit: Unit },
    /// `commit`: the named reserves set out
    Commit,
    /// `airlift ax_lw1 ax_a9`: the Luftwaffe supplies the unit
    Airlift { unit: Unit, to: Unit },
    /// `buy supply`
    BuySupply,
    /// `go without`: fight unsupplied
    GoWithout,
    /// `support ax_lw1`
    Support { unit: Unit },
    /// `lose su_a10`: one step
    Lose { unit: Unit },
    /// `substitute su_a10 su_rk62 reduced`: a corps takes the place of an army
    Substitute { unit: Unit, corps: Unit, reduced: bool },
    /// `stand`
    Stand,
    /// `withdraw`
    Withdraw,
    /// `retreat su_a10 E5`: one step back
    Retreat { unit: Unit, to: Space },
    /// `follow su_zhukov E5`: a leader or truck goes with the withdrawal
    Follow { unit: Unit, to: Space },
    /// `advance ax_pz3 G5`
    Advance { unit: Unit, to: Space },
    /// `odds`, `differential`: how the Commissar's counter-attack is reckoned
    Reckon(Method),
    /// `continue E5`
    Continue { space: Space },
    /// `recover ax_guderian`
    RecoverLeader { unit: Unit },
    /// `recover ax_truck1 ax_kleist`
    RecoverTruck { unit: Unit, leader: Unit },
    /// `swap su_a4`: an army or group changes boxes with two corps
    Swap { unit: Unit },
    /// `buy su_a4` or `buy su_a4 reduced`
    Buy { unit: Unit, reduced: bool },
    /// `rebuild su_mc3`: to full strength
    Rebuild { unit: Unit },
    /// `partisans rail`, `partisans truck`: which kind acts
    Incite(Prey),
    /// `raid C5`: partisans cut the rail there
    Raid { to: Space },
    /// `ambush ax_truck1`
    Ambush { truck: Unit },
    /// `stay`: the partisans stay where they are
    Stay,
    /// `save 6`: OPs kept for the next turn
    Save(u8),
    /// `pass`
    Pass,
    /// `decline`
    Decline,
    /// `done`
    Done,
}

impl Action {
    pub fn write(self, t: &Tables) -> String {
        let u = |unit: Unit| &*t.counters[unit.index()].id;
        let s = |space: Space| t.map.id(space);
        let side = |reduced: bool| if reduced { " reduced" } else { "" };
        match self {
            Action::Place { unit, to } => format!("place {} {}", u(unit), s(to)),
            Action::PlaceRest => "place rest".to_owned(),
            Action::Convert { unit, to } => format!("convert {} {}", u(unit), s(to)),
            Action::Move { unit, to } => format!("move {} {}", u(unit), s(to)),
            Action::Attach { leader, unit } => format!("attach {} {}", u(leader), u(unit)),
            Action::Detach { unit } => format!("detach {}", u(unit)),
            Action::Entrain { unit } => format!("rail {}", u(unit)),
            Action::Fly { unit } => format!("fly {}", u(unit)),
            Action::Drop { to } => format!("drop {}", s(to)),
            Action::Break { unit } => format!("break {}", u(unit)),
            Action::Join { one, other } => format!("join {} {}", u(one), u(other)),
            Action::Take { unit, reduced } => format!("take {}{}", u(unit), side(reduced)),
            Action::Form { unit } => format!("form {}", u(unit)),
            Action::To { to } => format!("to {}", s(to)),
            Action::Remove { unit } => format!("remove {}", u(unit)),
            Action::Bomb { unit, truck } => format!("bomb {} {}", u(unit), u(truck)),
            Action::Attack { space, method } => format!("attack {} {}", s(space), method.word()),
            Action::Reserve { leader, unit } => format!("reserve {} {}", u(leader), u(unit)),
            Action::Commit => "commit".to_owned(),
            Action::Airlift { unit, to } => format!("airlift {} {}", u(unit), u(to)),
            Action::BuySupply => "buy supply".to_owned(),
            Action::GoWithout => "go without".to_owned(),
            Action::Support { unit } => format!("support {}", u(unit)),
            Action::Lose { unit } => format!("lose {}", u(unit)),
            Action::Substitute { unit, corps, reduced } => {
                format!("substitute {} {}{}", u(unit), u(corps), side(reduced))
            }
            Action::Stand => "stand".to_owned(),
            Action::Withdraw => "withdraw".to_owned(),
            Action::Retreat { unit, to } => format!("retreat {} {}", u(unit), s(to)),
            Action::Follow { unit, to } => format!("follow {} {}", u(unit), s(to)),
            Action::Advance { unit, to } => format!("advance {} {}", u(unit), s(to)),
            Action::Reckon(method) => method.word().to_owned(),
            Action::Continue { space } => format!("continue {}", s(space)),
            Action::RecoverLeader { unit } => format!("recover {}", u(unit)),
            Action::RecoverTruck { unit, leader } => format!("recover {} {}", u(unit), u(leader)),
            Action::Swap { unit } => format!("swap {}", u(unit)),
            Action::Buy { unit, reduced } => format!("buy {}{}", u(unit), side(reduced)),
            Action::Rebuild { unit } => format!("rebuild {}", u(unit)),
            Action::Incite(Prey::Rail) => "partisans rail".to_owned(),
            Action::Incite(Prey::Truck) => "partisans truck".to_owned(),
            Action::Raid { to } => format!("raid {}", s(to)),
            Action::Ambush { truck } => format!("ambush {}", u(truck)),
            Action::Stay => "stay".to_owned(),
            Action::Save(n) => format!("save {n}"),
            Action::Pass => "pass".to_owned(),
            Action::Decline => "decline".to_owned(),
            Action::Done => "done".to_owned(),
        }
    }

    pub fn read(t: &Tables, text: &str) -> Result<Action, Unreadable> {
        let reading = Reading(text);
        let wrong = |reason: String| reading.wrong(reason);
        let u = |id: &str| reading.known(t.unit(id), "counter", id);
        let s = |id: &str| reading.known(t.map.graph.space(id).ok(), "area", id);
        let method = |word: &str| Method::BOTH.into_iter().find(|method| method.word() == word);
        let action = match reading.words()[..] {
            ["place", "rest"] => Action::PlaceRest,
            ["place", unit, to] => Action::Place { unit: u(unit)?, to: s(to)? },
            ["convert", unit, to] => Action::Convert { unit: u(unit)?, to: s(to)? },
            ["move", unit, to] => Action::Move { unit: u(unit)?, to: s(to)? },
            ["attach", leader, unit] => Action::Attach { leader: u(leader)?, unit: u(unit)? },
            ["detach", unit] => Action::Detach { unit: u(unit)? },
            ["rail", unit] => Action::Entrain { unit: u(unit)? },
            ["fly", unit] => Action::Fly { unit: u(unit)? },
            ["drop", to] => Action::Drop { to: s(to)? },
            ["break", unit] => Action::Break { unit: u(unit)? },
            ["join", one, other] => Action::Join { one: u(one)?, other: u(other)? },
            ["take", unit] => Action::Take { unit: u(unit)?, reduced: false },
            ["take", unit, "reduced"] => Action::Take { unit: u(unit)?, reduced: true },
            ["form", unit] => Action::Form { unit: u(unit)? },
            ["to", to] => Action::To { to: s(to)? },
            ["remove", unit] => Action::Remove { unit: u(unit)? },
            ["bomb", unit, truck] => Action::Bomb { unit: u(unit)?, truck: u(truck)? },
            ["attack", space, word] => {
                let method =
                    method(word).ok_or_else(|| wrong("attack by odds or by differential".to_owned()))?;
                Action::Attack { space: s(space)?, method }
            }
            ["reserve", leader, unit] => Action::Reserve { leader: u(leader)?, unit: u(unit)? },
            ["commit"] => Action::Commit,
            ["airlift", unit, to] => Action::Airlift { unit: u(unit)?, to: u(to)? },
            ["buy", "supply"] => Action::BuySupply,
            ["go", "without"] => Action::GoWithout,
            ["support", unit] => Action::Support { unit: u(unit)? },
            ["lose", unit] => Action::Lose { unit: u(unit)? },
            ["substitute", unit, corps] => {
                Action::Substitute { unit: u(unit)?, corps: u(corps)?, reduced: false }
            }
            ["substitute", unit, corps, "reduced"] => {
                Action::Substitute { unit: u(unit)?, corps: u(corps)?, reduced: true }
            }
            ["stand"] => Action::Stand,
            ["withdraw"] => Action::Withdraw,
            ["retreat", unit, to] => Action::Retreat { unit: u(unit)?, to: s(to)? },
            ["follow", unit, to] => Action::Follow { unit: u(unit)?, to: s(to)? },
            ["advance", unit, to] => Action::Advance { unit: u(unit)?, to: s(to)? },
            ["odds"] => Action::Reckon(Method::Odds),
            ["differential"] => Action::Reckon(Method::Differential),
            ["continue", space] => Action::Continue { space: s(space)? },
            ["recover", unit] => Action::RecoverLeader { unit: u(unit)? },
            ["recover", unit, leader] => Action::RecoverTruck { unit: u(unit)?, leader: u(leader)? },
            ["swap", unit] => Action::Swap { unit: u(unit)? },
            ["buy", unit] => Action::Buy { unit: u(unit)?, reduced: false },
            ["buy", unit, "reduced"] => Action::Buy { unit: u(unit)?, reduced: true },
            ["rebuild", unit] => Action::Rebuild { unit: u(unit)? },
            ["partisans", "rail"] => Action::Incite(Prey::Rail),
            ["partisans", "truck"] => Action::Incite(Prey::Truck),
            ["raid", to] => Action::Raid { to: s(to)? },
            ["ambush", truck] => Action::Ambush { truck: u(truck)? },
            ["stay"] => Action::Stay,
            ["save", n] => {
                Action::Save(n.parse().map_err(|_| wrong("save a whole number of points".to_owned()))?)
            }
            ["pass"] => Action::Pass,
            ["decline"] => Action::Decline,
            ["done"] => Action::Done,
            _ => return Err(reading.no_action("move ax_pz1 C6")),
        };
        Ok(action)
    }
}
