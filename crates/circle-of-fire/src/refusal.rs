//! Why not. Every refusal names its case.

use board::{Member, Space};
use kernel::{RuleRef, rule};
use kit::{facts, names, refusals};

use crate::{
    m08_advantage::Use,
    prose::count,
    tables::{Group, Side, Tables, Unit},
};

pub(crate) use kit::ensure;

/// A number of things with their name: `1 unit`, `3 units`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted(pub u8, pub &'static str);

names! { Tables;
    Unit => "unit", |t, unit| t.counter(unit).name.to_string();
    Space => "space", |t, space| format!("{} ({})", t.info(space).name, t.info(space).id);
}

facts! { Tables;
    Counted => |it| count(usize::from(it.0), it.1);
    Side => |it| it.name().to_owned();
    Group => |it| it.letter().to_owned();
    Use => |it| {
        let what = match it {
            Use::Random => "improving the random reinforcement roll",
            Use::Night => "declaring Night",
            Use::Stubborn => "placing the Stubborn Defense marker",
            Use::Logistics => "preventing a logistical pause",
            Use::Infiltrate => "infiltrating",
            Use::Redeploy => "redeploying",
        };
        what.to_owned()
    };
}

refusals! { Tables;
    NotNow { rule: RuleRef } rule => "this is not what has to be decided now";
    NotYours { unit: Unit, rule: RuleRef } rule => "{unit} belongs to the other side";
    NotOnMap { unit: Unit } rule!("3.5.1") => "{unit} is not on the map";

    BidTooHigh { most: u8 } rule!("20.1.1") => "a bid is at most {most} here";
    NothingToSeize { rule: RuleRef } rule => "this side has no Seize the Initiative left";
    NobodyCommitted { space: Space } rule!("20.1.5c") => "no friendly Committed unit is in {space}";

    NotGarrison { unit: Unit } rule!("5.1.1") => "{unit} does not belong to the garrison";
    AlreadyPlaced { unit: Unit } rule!("5.1.1") => "{unit} has been placed";
    NotUrban { space: Space } rule!("5.1.1") => "the garrison is set up in Urban Areas; {space} is not one";
    SetUpUnfinished { } rule!("5.1.1") => "units of the garrison are still to be placed";
    AllPlaced { } rule!("5.1.1") => "every unit of the garrison has been placed";
    Full { unit: Unit, space: Space } rule!("6.1.1") => "{space} has no room for {unit}";

    TooFewLosses { needed: Counted } rule!("10.2.2") => "the box of the eliminated holds fewer than {needed}";
    NoRegroupedLeft { } rule!("10.2.5") => "all Regrouped units have entered";
    NotForRegrouping { side: Side, space: Space } match side {
        Side::German => rule!("10.2.3"),
        Side::Soviet => rule!("10.2.4"),
    } => "{side} units cannot regroup in {space} now";
    NoRoomOnArrival { unit: Unit, space: Space } rule!("10.1.6") => "{space} has no room for {unit}";
    NotInGroup { unit: Unit, group: Group } rule!("10.1.4") => "{unit} is not among the units of group {group} still to come";
    GroupIsFull { most: Counted } rule!("10.3.5") => "this result brings {most} at most";
    GroundUnitsOnly { } rule!("10.3.6") => "only ground units come instead of group A";
    NeedsPlace { unit: Unit } rule!("10.3.5") => "say where {unit} arrives";
    GunOffMap { unit: Unit } rule!("10.4.3") => "{unit} goes to the Artillery box, not to a space";
    NotForGroup { group: Group, space: Space } rule!("10.3.5") => "group {group} cannot arrive in {space} now";
    HeldUp { } rule!("10.5.4") => "the Stuka holds up everybody beyond the number on the die";
    NotHeldUp { } rule!("10.5.4") => "no unit has to be delayed";
    BalanceWaits { balance: Counted } rule!("10.5.4") => "the Stuka holds up {balance} of the force: take as many as the die allows and name the others";
    GunNeverDelayed { unit: Unit } rule!("10.5.4") => "{unit} is artillery and never delayed";
    ComesNow { unit: Unit } rule!("10.5.4") => "first take as many units as the die allows; {unit} may come now";
    DelayedBefore { unit: Unit } rule!("10.5.4") => "{unit} was delayed once and cannot be delayed again";
    NotDue { unit: Unit } rule!("10.1.3") => "{unit} is not due this turn";
    NotForArrival { unit: Unit, space: Space } rule!("10.4.3") => "{unit} cannot arrive in {space} now";
    ZonesTakeAll { space: Space } rule!("6.1.1") => "all at once can be placed in a Zone only; {space} is an Area";
    NothingElseDue { } rule!("10.1.3") => "place the last unit by itself";

    NoAdvantage { use_: Use } use_.rule() => "the Advantage is not this side's to spend on {use_}";
    GermanOnly { use_: Use } use_.rule() => "only the German may spend the Advantage on {use_}";
    SovietOnly { use_: Use } use_.rule() => "only the Soviet may spend the Advantage on {use_}";
    AlreadyNight { } rule!("9.1.3") => "it is Night already";
    MarkerOnMap { rule: RuleRef } rule => "the Stubborn Defense marker is on the map already";
    MarkerInZone { space: Space, rule: RuleRef } rule => "the Stubborn Defense marker goes into an Area; {space} is a Zone";
    NobodyStubborn { space: Space } rule!("8.1.1C") => "no German unit is in {space}";
    HeadquartersThere { space: Space, rule: RuleRef } rule => "the Scherer HQ is in {space} and has the same effect";
    GermanMarker { } rule!("21.1b") => "the Stubborn Defense marker is the German's";

    NobodyThere { space: Space } rule!("11.1.3") => "no friendly unit is in {space}";
    AllCommitted { space: Space } rule!("11.2.2") => "every friendly unit in {space} is Committed";
    NothingToDo { space: Space } rule!("11.2.5") => "no unit in {space} can move or fire";
    Committed { unit: Unit } rule!("11.2.2") => "{unit} is Committed";

    InMidMove { } rule!("12.1") => "units move one at a time: finish the move under way first";
    NobodyInMidMove { } rule!("12.1.2") => "no unit has made a step that could end here";
    NotAMover { unit: Unit } rule!("12.1.1") => "{unit} cannot move in this impulse, or has moved";
    NobodyMoved { } rule!("12.1.2") => "no unit has left the active space yet";
    SameSpace { space: Space } rule!("12.1") => "it stands in {space} already";
    NotAdjacent { from: Space, to: Space } rule!("12.1") => "{to} is not adjacent to {from}";
    Corner { from: Space, to: Space } rule!("12.3.3") => "{from} and {to} touch at a corner only";
    FullToEnter { unit: Unit, space: Space } rule!("6.1.3") => "{space} has no room for {unit}";
    NotFree { space: Space } rule!("12.2.5") => "a contested space is left into a Free one first, and {space} is not Free";
    NotConnected { start: Space, space: Space } rule!("12.4.1") => "a Zone is entered only from a start connected with it: the unit began in {start}, which no arrow joins to {space}";
    BonusIntoEnemy { space: Space } rule!("12.4.3") => "the bonus step leads into a vacant space; enemies are in {space}";
    BonusBack { space: Space } rule!("12.4.3") => "the bonus step does not lead back to {space}";
    BonusNeedsRoad { space: Space } rule!("12.4.3") => "the bonus step into {space} needs a road arrow";
    BonusNearEnemy { space: Space } rule!("12.4.3") => "enemies stand next to {space}, so no bonus step leads there";
    SolidIsFirstStep { } rule!("3.2.5") => "a solid or river border takes the whole allowance: only as the first step";
    TooDear { cost: u8, left: Counted } rule!("12.2.2") => "the step costs {cost}, and the unit has {left} left";
    EndsAmongEnemies { space: Space } rule!("8.1.1E") => "an infiltrating unit may not end its move among the Soviets in {space}";
    InfiltratorsUsedUp { } rule!("8.1.1E") => "no further unit may infiltrate in this impulse";
    NobodyInfiltrates { space: Space } rule!("8.1.1E") => "it would have no step to make from {space}";
    NotWhenFree { } rule!("21.1a") => "a free activation does not touch the Advantage";

    FiresInside { space: Space } rule!("13.1.3") => "{space} is contested: units there fire only inside it";
    NoEnemyThere { space: Space } rule!("13.1.3") => "no enemy unit is in {space}";
    NotInRange { from: Space, to: Space } rule!("13.1.3") => "{to} is not adjacent to {from}";
    ArmorThere { space: Space } rule!("13.1.3") => "enemy armor is in {space}: infantry alone may not fire there";
    NotAFirer { unit: Unit } rule!("13.1.1") => "{unit} is not in the active space";
    CommittedFire { unit: Unit } rule!("13.1.1") => "{unit} is Committed";
    FiresAlready { unit: Unit } rule!("13.1.1") => "{unit} fires already";
    NobodyToAdd { } rule!("13.1.1") => "fewer than two units are left to join";
    NotADefender { unit: Unit } rule!("13.2.1") => "{unit} is not among the units under fire";
    ArmorStandsAside { unit: Unit } rule!("21.3") => "{unit} is armor and takes no part while infantry is there";
    LeadFirst { lead: Unit } rule!("13.3.2") => "the first casualty point goes to {lead}, the Lead";
    CommittedAlready { unit: Unit } rule!("13.3.3") => "{unit} is Committed already";
    CommitFirst { unit: Unit } rule!("13.3.3") => "{unit} is Uncommitted: it is turned over first";
    OnePointLeft { unit: Unit } rule!("13.3.3") => "one point is left and {unit} can retreat";
    MustAbsorbAll { left: Counted } rule!("13.3.1") => "that leaves no way to take the {left} that must be taken";
    CannotRetreat { unit: Unit } rule!("13.4.4") => "{unit} has no space to retreat to";
    NotARetreat { unit: Unit, space: Space } rule!("13.4.1") => "the Retreat Priority List does not lead {unit} to {space}";
    SovietStands { unit: Unit } rule!("13.4.3") => "{unit} is an Uncommitted Soviet unit and stands its ground";

    NotAGun { unit: Unit } rule!("14.1.1") => "{unit} is no artillery";
    GunNotHere { unit: Unit } rule!("14.1.1") => "{unit} has not arrived";
    GunUsed { unit: Unit } rule!("11.2.3") => "{unit} has been used this turn";
    StukaInterdicted { } rule!("14.2.5") => "the Stuka has flown interdiction this turn";
    StukaAtNight { } rule!("14.2.4") => "the Stuka does not bombard at night";
    NobodyToBombard { space: Space } rule!("14.0") => "no enemy unit is in {space}";
    GunsSpareZones { space: Space } rule!("14.1.4") => "artillery never fires into a Zone such as {space}";
    FriendsThere { space: Space, rule: RuleRef } rule => "{space} is contested";
    Unobserved { space: Space } rule!("14.1.3") => "no friendly unit observes {space}";

    NoCombatThere { space: Space } rule!("16.1.1") => "{space} is not among the contested spaces still to be fought over";
    AllHaveFought { space: Space } rule!("16.1.3") => "in {space} one side has only units that have fought";
    NotInCombat { unit: Unit } rule!("16.1.3") => "{unit} takes no part in this combat on that side";
    ScreenedAlready { unit: Unit } rule!("16.4.4") => "{unit} is screened already";
    ScreenIsFull { most: Counted } rule!("16.4.4") => "at most {most} may be screened";
    AttacksOnce { unit: Unit } rule!("16.1.3") => "{unit} has its attack already";
    AttackedOnce { unit: Unit } rule!("16.1.3") => "{unit} is attacked already: join in support instead";
    TargetScreened { unit: Unit } rule!("16.4.4") => "{unit} is screened";
    ScreenedSupports { unit: Unit } rule!("16.4.5") => "{unit} is screened and attacks only in support";
    InfantryFirst { unit: Unit } rule!("16.4.1") => "{unit} is armor: its infantry must all be attacked first";
    AttackAllFirst { } rule!("16.3.3") => "support needs every other enemy unit to be attacked too";
    AcceptsNothing { unit: Unit } rule!("16.4.3") => "{unit} is not armor of this side that could still take an attack";
    KeepsItsAttack { unit: Unit } rule!("16.4.3") => "the attack on {unit} does not fall on another unit: infantry must lead it, against armor, and once";
    NeedNotRetreat { unit: Unit } rule!("16.5.7") => "{unit} does not have to retreat";

    RedeployedEnough { most: Counted } rule!("8.1.1F") => "at most {most} may be redeployed";
    RedeployedAlready { unit: Unit } rule!("8.1.1F") => "{unit} has been redeployed";
    AlreadyThere { unit: Unit, space: Space } rule!("8.1.1F") => "{unit} is in {space} already";
    NoSafePath { from: Space, to: Space } rule!("8.1.1F") => "no path of friendly-controlled spaces without enemies leads from {from} to {to}";
}
