//! Why not. Every refusal names its case.

use board::{Member, Space};
use kernel::{RuleRef, rule};
use kit::{facts, names, refusals};

use crate::{
    action::Method,
    tables::{Side, Tables, Unit},
};

pub(crate) use kit::ensure;

names! { Tables;
    Unit => "unit", |t, unit| t.counter(unit).name.to_string();
    Space => "space", crate::prose::area;
}

facts! { Tables;
    Side => |it| it.name().to_owned();
    Method => |it| it.word().to_owned();
}

refusals! { Tables;
    NotNow { } rule!("2.0") => "this is not what has to be decided now";
    NotYours { unit: Unit, rule: RuleRef } rule => "{unit} belongs to the other side";
    NotOnMap { unit: Unit } rule!("6.0") => "{unit} is not on the map";

    PlacedAlready { unit: Unit, rule: RuleRef } rule => "{unit} is not among the counters to be set up";
    NotForSetUp { unit: Unit, space: Space, rule: RuleRef } rule => "{unit} is not set up in {space}";
    SetUpUnfinished { } rule!("14.0") => "counters are still to be placed";
    AllPlaced { } rule!("14.0") => "everything has been placed";
    NotDue { unit: Unit, rule: RuleRef } rule => "{unit} does not arrive now";
    NotForArrival { unit: Unit, space: Space, rule: RuleRef } rule => "{unit} cannot arrive in {space} now";
    SavesTooMuch { most: u8 } rule!("3.3.5") => "at most half of the points are kept: {most}";

    StacksFree { unit: Unit } rule!("4.1.5") => "{unit} stacks free";
    NotOverstacked { unit: Unit } rule!("4.1.4") => "{unit} is not in an overstacked area";
    NoRoom { unit: Unit, space: Space, rule: RuleRef } rule => "{space} has no room for {unit} now";

    DoesNotMarch { unit: Unit } rule!("6.0") => "{unit} does not march";
    NotRedeploying { unit: Unit } rule!("3.2.2") => "units only move while redeploying; {unit} waits for the Movement Phase";
    NotThisPart { unit: Unit } rule!("2.0") => "this part of the turn is not for {unit}";
    NoRedeploymentLeft { unit: Unit } rule!("3.2.1") => "no more units may be redeployed; {unit} stays";
    LeaderDisrupted { unit: Unit, rule: RuleRef } rule => "{unit} is disrupted";
    IsCarried { unit: Unit } rule!("6.3.4") => "{unit} travels with a leader";
    NotAdjacent { from: Space, to: Space } rule!("6.0") => "{to} is not adjacent to {from}";
    NoDiamond { unit: Unit, space: Space } rule!("6.1.1") => "{unit} may not enter {space}: it is a diamond";
    NoWayOut { unit: Unit, space: Space } rule!("6.1.1") => "{unit} could not leave {space} again in the same move";
    Finished { unit: Unit } rule!("6.0") => "{unit} has no movement points left";
    Halted { unit: Unit, rule: RuleRef } rule => "{unit} had to stop where it is";
    TooDear { unit: Unit, cost: u8, left: u8 } rule!("6.2.2") => "movement points {unit} would need: {cost}; points left: {left}";
    NoLine { space: Space } rule!("6.1.3") => "no line of communication leads from {space} to the friendly edge";
    EnemyAhead { unit: Unit, space: Space } rule!("6.1.4") => "{unit} enters an enemy area only with or after a friendly combat unit; the enemy alone is in {space}";
    SnowedIn { unit: Unit } rule!("6.3.3") => "infantry does not move in heavy snow; {unit} stays";
    NeedsLeader { unit: Unit } rule!("6.3.3") => "in this weather {unit} moves only in company of a leader";
    NoLeader { unit: Unit } rule!("6.3.4") => "{unit} is no leader of this side";
    NotCarried { unit: Unit } rule!("6.3.4") => "leaders take along friendly combat units only, not {unit}";
    NotWithLeader { unit: Unit } rule!("6.3.4") => "{unit} is not in the leader's area";
    HasMoved { unit: Unit } rule!("6.3.4") => "{unit} has moved in this phase";
    NobodyCarries { unit: Unit } rule!("6.3.4") => "no leader carries {unit}";

    NoTrains { side: Side } rule!("6.4.3a") => "too few of this turn's {side} rail moves are left";
    RodeBefore { unit: Unit } rule!("6.4.3b") => "{unit} has ridden this turn";
    TooWeakToRide { unit: Unit, cost: u8, left: u8 } rule!("6.4.4") => "a ride takes {cost} movement points and {unit} has {left}";
    NoRailThere { side: Side, space: Space } line_of(side) => "no line that works for this side runs through {space}";
    EnemyThere { space: Space } rule!("6.4.5") => "the enemy is in {space}";
    NowhereToRide { unit: Unit } rule!("6.4") => "no train takes {unit} anywhere";
    NoLineOfRail { side: Side, from: Space, to: Space } line_of(side) => "no working line runs from {from} to {to}";
    NoRailMarker { unit: Unit } rule!("6.4.1a") => "{unit} is no rail marker";
    RailFrozen { } rule!("6.4.1b") => "rails are not converted in heavy snow";
    AdvancedBefore { unit: Unit } rule!("6.4.1a") => "{unit} has advanced this turn";
    MarkerInDiamond { space: Space } rule!("6.4.1a") => "rail markers never stop in a diamond such as {space}";
    NotAlongRail { from: Space, to: Space } rule!("6.4.1a") => "no rail links {from} and {to} directly or through one diamond";
    NotEastward { to: Space } rule!("6.4.1a") => "rails are converted eastward; {to} lies to the west";
    NoFriends { space: Space } rule!("6.4.1a") => "no Axis combat unit is in {space}";
    EnemyOnRail { space: Space } rule!("6.4.1a") => "Soviet units are in {space}";
    LineCut { space: Space } rule!("6.4.1a") => "no line free of Soviets runs from {space} back to the west edge";
    PartisansBehind { space: Space } rule!("6.4.1c") => "partisans cut the line from {space} back to the west edge";

    NotForCommissar { space: Space } rule!("7.1.3") => "{space} is not among the nearest shared oxes";
    CommissarOrders { space: Space } rule!("7.2.2a") => "the Commissar orders an attack in {space} first";

    NotConverted { space: Space } rule!("8.1.1") => "partisans cut converted rail in an ox; {space} has none";
    AxisAtStart { space: Space } rule!("8.1.1") => "{space} was the Axis side's at the start";
    PartisansThere { space: Space } rule!("8.1.4") => "partisans are in {space} already: let them stay";
    NoAxisTruck { unit: Unit } rule!("8.1.1") => "{unit} is no Axis truck";
    TruckDisrupted { unit: Unit, rule: RuleRef } rule => "{unit} is disrupted already";
    NoPartisans { } rule!("8.1.4") => "no partisans are there to stay";

    DoesNotFly { unit: Unit } rule!("9.0") => "{unit} is no Luftwaffe unit of this side";
    FlewBefore { unit: Unit } rule!("9.1.1") => "{unit} has flown in this phase";
    OutOfRange { unit: Unit, space: Space } rule!("9.1.1") => "{space} is out of range for {unit}";
    HasMission { unit: Unit } rule!("9.2") => "{unit} has flown its mission of this player turn";
    NoSovietTruck { unit: Unit } rule!("9.2.2") => "{unit} is no Soviet truck";
    NotUnderneath { unit: Unit, truck: Unit } rule!("9.2.2") => "{unit} and {truck} are not in the same area";
    NoDropNow { } rule!("1.2") => "the airborne division cannot jump now";
    DroppedBefore { } rule!("1.2") => "the airborne division has jumped once";
    NoDropZone { space: Space } rule!("1.2") => "the airborne division cannot jump into {space}";

    NeverBreaks { unit: Unit } rule!("10.1.1") => "{unit} is no army or panzer group";
    NotFull { unit: Unit } rule!("10.1.1") => "{unit} is not at full strength";
    BrokenBefore { unit: Unit } rule!("10.0") => "{unit} has been broken down in this phase";
    BuiltBefore { unit: Unit } rule!("10.0") => "{unit} has been built up in this phase";
    NoHalves { unit: Unit } rule!("10.1.4") => "no two corps in one box could stand for {unit}";
    NoHalf { unit: Unit, corps: Unit } rule!("10.1.3") => "{corps} is no corps in a box that could stand for half of {unit}";
    ReducedInBox { unit: Unit } rule!("10.2.2") => "{unit} lies reduced in its box";
    TooStrong { unit: Unit, corps: Unit } rule!("10.1.4") => "with {corps} the two corps would be stronger than {unit}";
    TwoBoxes { corps: Unit } rule!("10.2.2") => "both corps come from one box, and {corps} lies in the other";
    NeverCombines { unit: Unit, rule: RuleRef } rule => "{unit} never combines";
    NoPair { one: Unit, other: Unit } rule!("10.2.1") => "{one} and {other} are not two corps of one kind in one area";
    NothingToForm { one: Unit, other: Unit } rule!("10.2.1") => "no army or group that {one} and {other} could form is in a box";
    CannotForm { unit: Unit } rule!("10.2.1") => "the two corps cannot form {unit} here";

    NotShared { space: Space } rule!("11.1.3") => "combat needs units of both sides in {space}";
    FoughtBefore { space: Space } rule!("11.1.4") => "{space} has been fought over in this phase";
    NoStrength { space: Space } rule!("11.1.4") => "the attackers in {space} have no strength";
    BelowTable { space: Space, method: Method } match method {
        Method::Odds => rule!("11.3.4"),
        Method::Differential => rule!("11.2.3"),
    } => "by {method} the attack in {space} would be below the table";
    NotInCombat { unit: Unit, rule: RuleRef } rule => "{unit} takes no part in this combat on that side";
    TooExpensive { price: u8, left: u8, rule: RuleRef } rule => "operations points this would cost: {price}; points left: {left}";
    NeedsNoSupply { unit: Unit } rule!("11.5.5") => "{unit} does not lack supply in this combat";
    StaysForTheTurn { unit: Unit } rule!("11.5.5") => "{unit} has supplied somebody from the air and stays where it is for this turn";
    NotNearCombat { leader: Unit, space: Space } rule!("11.8.2") => "{leader} is disrupted, or neither in {space} nor next to it";
    OtherLeader { leader: Unit } rule!("11.8.2b") => "one leader calls reserves in a combat, and {leader} is another";
    ReservesFull { most: u8 } rule!("11.8.2b") => "at most {most} units are called";
    NamedAlready { unit: Unit } rule!("11.8.2b") => "{unit} has been named";
    TriedBefore { unit: Unit, rule: RuleRef } rule => "{unit} has tried in this phase";
    NoReserve { unit: Unit } rule!("11.8.2a") => "{unit} is not next to the combat and the leader, free of the enemy";
    NobodyNamed { } rule!("11.8.2") => "no reserve has been named";
    NotNearest { space: Space } rule!("11.8.3") => "{space} is not among the nearest oxes that friends occupy";
    FlipFirst { unit: Unit } rule!("11.9.2") => "{unit} is at full strength: it is flipped first";
    NoSubstitute { unit: Unit, corps: Unit } rule!("11.9.2") => "{corps} cannot take the place of {unit} on that side";
    CannotStand { price: u8, most: u8 } rule!("11.9.3") => "standing costs {price} points and the force can pay {most}";
    NotWithdrawing { unit: Unit } rule!("11.9.3") => "{unit} is not to withdraw";
    OneAtATime { unit: Unit } rule!("11.9.3") => "another unit is under way; {unit} comes later";
    NotARetreat { unit: Unit, space: Space } rule!("11.9.3") => "{unit} cannot withdraw to {space}";
    NobodyToFollow { space: Space } rule!("11.9.3") => "nobody has withdrawn to {space}";
    NotAnAdvance { unit: Unit, space: Space } rule!("11.9.5") => "{unit} cannot advance to {space}";
    LeaderGoesAlong { unit: Unit, space: Space } rule!("11.9.5") => "{unit} goes only where an advancing unit has ended, and none is in {space}";
    LeadersGoLast { unit: Unit } rule!("11.9.5") => "a leader has followed: {unit} advances no more";
    NotThisBattle { space: Space } rule!("11.10.1") => "{space} is no part of this battle";
    NobodyLeft { space: Space } rule!("11.10.2") => "both sides must have units in {space}";
    NoLeaderNear { space: Space } rule!("11.10.2") => "no undisrupted leader of yours is in {space} or next to it";
    NoEnemyLeaderNear { space: Space } rule!("11.10.2") => "no undisrupted leader of the other side is in {space} or next to it";

    NotDisrupted { unit: Unit } rule!("12.1") => "{unit} is not disrupted";
    NoTruck { unit: Unit } rule!("12.1.2") => "{unit} is no truck of this side";
    LeaderTooFar { leader: Unit } rule!("12.1.2") => "{leader} is not in the same or an adjacent area";
    NotBoxed { unit: Unit } rule!("12.2.1") => "{unit} is in neither box";
    SwappedBefore { unit: Unit } rule!("12.2.1") => "{unit} has been swapped that way in this phase";
    NoSwap { unit: Unit } rule!("12.2.1") => "no two corps in the other box fit {unit}";
    SwapStrength { unit: Unit, corps: Unit, rule: RuleRef } rule => "with {corps} the strengths do not fit {unit}";
    NotEliminated { unit: Unit } rule!("12.3.1") => "{unit} is not in the Eliminated Box";
    BelowMinimum { least: u8 } rule!("12.5") => "the boxes must keep {least} corps equivalents";
    NoRoomHome { unit: Unit } rule!("12.3.6") => "there is no room for {unit} at the friendly edge";
    NotHome { unit: Unit, space: Space, rule: RuleRef } rule => "{unit} does not return in {space}";
    FullStrength { unit: Unit, rule: RuleRef } rule => "{unit} is at full strength";
    NeverRebuilt { unit: Unit, rule: RuleRef } rule => "{unit} is never rebuilt";
    EnemyHere { unit: Unit } rule!("12.4.2") => "the enemy is in the area of {unit}";
    NoLineToRebuild { unit: Unit } rule!("12.4.2") => "{unit} has no line of communication";
}

/// 6.4.1e German trains run on converted track, 6.4.2 Soviet trains on the rest.
fn line_of(side: Side) -> RuleRef {
    match side {
        Side::Axis => rule!("6.4.1e"),
        Side::Soviet => rule!("6.4.2"),
    }
}
