//! Why not. Every refusal names its case.

use board::{Member, Space};
use kernel::{RuleRef, rule};
use kit::{facts, names, refusals};

use crate::{
    m11_advantage::Use,
    prose::count,
    tables::{Leader, Side, Tables, Unit},
};

pub(crate) use kit::ensure;

/// Replacement Points, counted in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points(pub u8);

names! { Tables;
    Unit => "unit", |t, unit| t.counter(unit).name.to_string();
    Leader => "leader", |t, leader| t.officer(leader).name.to_string();
    Space => "space", |t, space| t.info(space).name.clone();
}

facts! { Tables;
    Points => |it| count(it.0, "point", "points");
    Side => |it| it.name().to_owned();
    Use => |it| {
        let what = match it {
            Use::Reserve => "activating a second Area",
            Use::Battle => "turning the battle",
            Use::PressOn => "pressing on",
            Use::Stand => "standing fast",
            Use::Replacements => "priority replacements",
            Use::Weather => "a break in the weather",
            Use::Redeploy => "strategic redeployment",
        };
        what.to_owned()
    };
}

refusals! { Tables;
    NotNow { } rule!("6.1") => "this is not what has to be decided now";
    NotYours { unit: Unit } rule!("8.3.2") => "{unit} belongs to the other side";
    NotOnMap { unit: Unit } rule!("8.3.2") => "{unit} is not on the map";
    NoAdvantage { use_: Use } use_.rule() => "the Advantage is not this side's to spend on {use_}";
    BidTooHigh { most: u8 } rule!("20.2") => "a bid is at most {most}";
    DieAtLimit { } rule!("11.1F") => "the die stays between 1 and 6";

    NotArriving { leader: Leader } rule!("14.1") => "{leader} does not arrive now";
    NotForArrival { leader: Leader, space: Space } rule!("14.1") => "{leader} cannot arrive in {space}";
    FullAlready { unit: Unit } rule!("14.2") => "{unit} is at full strength";
    InBattle { unit: Unit } rule!("14.2") => "{unit} is in a contested Area";
    Unsupplied { unit: Unit, rule: RuleRef } rule => "{unit} is not supplied";
    TooDear { price: Points, points: Points } rule!("14.2") => "that costs {price}, with {points} left to spend";
    NotEliminated { unit: Unit } rule!("14.2") => "{unit} has not been eliminated";
    NeverRebuilt { unit: Unit } rule!("14.3") => "{unit} cannot return once it is eliminated";
    NotForRebuilding { unit: Unit, space: Space } rule!("14.2") => "{unit} does not return in {space}";
    StationedAlready { leader: Leader } rule!("16.5") => "{leader} has been repositioned";
    NotHisStation { leader: Leader, space: Space } rule!("16.5") => "{leader} cannot be repositioned to {space} now";
    NotConquered { space: Space, rule: RuleRef } rule => "{space} is no Soviet Area under Axis control";
    SovietsThere { space: Space } rule!("17.2.1") => "Soviet units are in {space}";
    MarkerThere { space: Space, rule: RuleRef } rule => "a marker is in {space} already";
    PartisansInTown { space: Space } rule!("17.1.2") => "{space} is Urban";
    UnitsThere { space: Space } rule!("17.1.2") => "units are in {space}";
    PartisansSecured { space: Space } rule!("17.1.2") => "a Security marker is in or next to {space}";

    NoAirForce { } rule!("9.5") => "only the Axis has Air Support";
    AirInSnow { } rule!("9.5.4") => "Air Support may not be used in Snow";
    AirUsed { } rule!("9.5.5") => "the Air Support marker has been used in this impulse";
    SpreadLate { } rule!("9.5.5") => "support for every attack is declared with the first assault of the impulse";
    NobodyFlies { } rule!("18.1.1") => "no Area is near enough to an Axis unit";
    OutOfAirRange { space: Space, range: u8 } rule!("18.1.1") => "{space} is more than {range} Areas away from every Axis unit";

    NobodyThere { space: Space } rule!("8.3.1") => "no friendly unit is in {space}";
    NobodyAble { space: Space } rule!("8.3.1") => "no friendly unit in {space} is able to act";
    SameArea { space: Space } rule!("11.1A") => "{space} has been active in this impulse";
    Exhausted { unit: Unit } rule!("8.4.3") => "{unit} has acted as often as it may in this turn";
    TooEarly { unit: Unit, rounds: u8, turn: u8 } rule!("18.2.2") => "{unit} acts only after round {rounds} of Turn {turn}";
    NotAStarter { unit: Unit } rule!("8.3.2") => "{unit} did not begin the impulse in the Active Area, or cannot act";
    AssaultFirst { space: Space } rule!("8.3.4") => "the assault in {space} must be resolved first";
    ImpulseOver { } rule!("10.6.1") => "a counter-attack has ended the impulse; only assaults that must be made are left";
    OverrunFirst { } rule!("10.4.4b") => "the assault of the overrun comes first";

    RedeployedEnough { rule: RuleRef } rule => "no further unit may redeploy";
    RedeployedAlready { unit: Unit } rule!("8.5.1") => "{unit} has been redeployed";
    InContact { unit: Unit, space: Space, rule: RuleRef } rule => "{unit} cannot entrain in {space}: enemies are there or next to it";
    RailsCut { space: Space } rule!("8.5.4") => "partisans or the air force have cut the railways in {space}";
    NotByRail { unit: Unit, leader: Leader } rule!("8.5.5") => "{leader} does not command {unit} and cannot travel with it";
    NoJourney { unit: Unit } rule!("8.5.3") => "{unit} has nowhere to go by rail";
    NoRail { unit: Unit, space: Space } rule!("8.5.3") => "{unit} cannot redeploy to {space}";

    Stopped { unit: Unit } rule!("9.1.4") => "{unit} may not go on in this impulse";
    FinishedHere { unit: Unit } rule!("10.3") => "{unit} has assaulted and defenders are left: it is finished for this impulse";
    StoppedByEnemy { unit: Unit } rule!("9.2") => "{unit} stops among enemy units";
    StoppedByGround { unit: Unit, space: Space } rule!("9.4.2") => "{unit} stops in the rough ground of {space}";
    StoppedInZone { unit: Unit } rule!("15.3") => "{unit} stops in a Zone";
    NoMovement { unit: Unit } rule!("9.2") => "{unit} has too few MF left";
    NotAdjacent { from: Space, to: Space } rule!("3.2") => "{to} is not adjacent to {from}";
    Strait { unit: Unit } rule!("3.3") => "{unit} cannot cross the strait";
    SeaLane { unit: Unit } rule!("9.4.6") => "{unit} cannot go by sea now: Soviet Armies may while both ports are Soviet";
    Closed { space: Space } rule!("9.2.2") => "{space} has been assaulted in this impulse and is closed";
    FromContested { space: Space } rule!("9.2.1") => "a contested Area is left into a Vacant or Free one; enemies are in {space}";
    Secured { space: Space } rule!("9.2.1") => "a Security marker in or next to {space} bars the way out of a contested Area";
    Full { unit: Unit, space: Space } rule!("9.4.1") => "{space} has no room for {unit}";
    NoPanzers { space: Space } rule!("9.4.3") => "{space} is barred to panzers";
    MinorLimit { unit: Unit, space: Space } rule!("9.4.4") => "{unit} may not go so far north as {space}";
    PanzerFirst { unit: Unit, space: Space } rule!("9.4.5") => "{unit} may not be the first to enter {space}, a Fortress with enemies";
    FinnishSector { unit: Unit, space: Space } rule!("9.4.7") => "{unit} may not be in {space}: Finns keep to their sector, others stay out of it";
    HomeArea { space: Space } rule!("9.4.8") => "{space} is an Axis home Area";
    EnemyZone { space: Space } rule!("9.4.9") => "{space} is a Zone of the enemy";
    NotTheirZone { unit: Unit, space: Space } rule!("15.2") => "{unit} may not use the Zone {space}";
    NoInitiative { unit: Unit, space: Space } rule!("9.3.2") => "{unit} is neither Front nor Shock Army and no Leader goes with it: it may not be first into {space}";
    NobodyToLeave { unit: Unit } rule!("9.6.2") => "{unit} cannot leave its Leader behind here";
    AllGoAlong { unit: Unit } rule!("9.6.2") => "{unit} is the last to leave: all Leaders go along anyway";
    LostHisUnit { leader: Leader } rule!("10.5") => "the unit of {leader} has just been eliminated: he retreats with nobody";
    NotCompany { unit: Unit, leader: Leader } rule!("9.6.2") => "{leader} cannot go along with {unit}";
    LeaderBarred { leader: Leader, space: Space } rule!("9.6.1") => "{leader} may not be in {space}";
    LeaderOffMap { leader: Leader } rule!("9.6.1") => "{leader} is not on the map";
    LeaderElsewhere { leader: Leader } rule!("9.6.1") => "{leader} did not begin the impulse in the Active Area";
    LeaderTired { leader: Leader } rule!("9.6.1") => "{leader} has no MF left";
    LeaderNeedsPoint { leader: Leader, space: Space } rule!("9.3") => "{leader} enters {space} only after a Point Unit";

    NobodyEntered { space: Space } rule!("8.3.2") => "no unit of the Active Area has entered {space} to assault there";
    NotContested { space: Space } rule!("10.3") => "{space} is not contested";
    NotFirstAct { space: Space } rule!("10.3.1") => "an assault in the Active Area {space} is the first act or none";
    NoPoint { space: Space } rule!("9.4.5") => "nobody in {space} may be the Point Unit of an assault";
    NotAParticipant { unit: Unit } rule!("10.2") => "{unit} cannot take part in this assault";
    PanzerPoint { unit: Unit, space: Space } rule!("9.4.5") => "{unit} may not be the Point Unit against {space}, a Fortress";
    JoinedAlready { unit: Unit } rule!("10.2") => "{unit} takes part already";
    NobodyToJoin { } rule!("10.2") => "fewer than two units are left to join";
    NotADefender { unit: Unit } rule!("10.5") => "{unit} is not among the units that were attacked";
    NotAmongThem { unit: Unit, rule: RuleRef } rule => "{unit} is not among the units that were attacked";
    HighestFirst { unit: Unit } rule!("10.5") => "the first point goes to the highest counter-attack factor, and that is not {unit}";
    NotFlexible { unit: Unit } rule!("10.5.1") => "{unit} is no reduced Axis unit that could retreat instead";
    TakenOver { unit: Unit } rule!("6.2.4") => "Hitler has taken command: {unit} may not retreat instead of its loss";
    NoOverrun { unit: Unit } rule!("10.4.4") => "{unit} cannot overrun now";
    OverrunIntoZone { space: Space } rule!("10.4.4b") => "an overrun leads into an Area; {space} is a Zone";
    NotDisplaced { leader: Leader } rule!("10.5") => "{leader} has not lost his unit";
    NotJustLost { unit: Unit } rule!("10.6b") => "{unit} was not eliminated in this assault";
    NothingToCounter { } rule!("10.6") => "a counter-attack answers a Success or a Stalemate of attackers who are still there";
    MustAnswer { space: Space } rule!("10.6") => "after a Success the units in {space} counter-attack or retreat";
    NeedNotStand { } rule!("11.1D") => "nobody has to stand fast here";
    NoStepBack { unit: Unit } rule!("6.2.4a") => "Hitler has taken command: {unit} retreats only after a Success";
    TheyCameFrom { space: Space } rule!("10.7.2b") => "the attack came from {space}";
    NoWayOut { unit: Unit } rule!("10.7.4") => "{unit} has no way out";
    NotARetreat { unit: Unit, space: Space } rule!("10.7.2") => "the priorities do not lead {unit} to {space}";
    NotItsRetreat { unit: Unit } rule!("10.7.1") => "{unit} is not among those who have to go back";
}
