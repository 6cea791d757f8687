//! Why not. Every refusal names its case.

use board::{Member, Space, hex::Direction};
use kernel::{RuleRef, rule};
use kit::{facts, names, refusals};

use crate::tables::{Marker, Side, Status, Tables, Unit};

pub(crate) use kit::ensure;

/// A distance, worded as a player counts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexes(pub u8);

/// Movement points in halves, worded as a player counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halves(pub u8);

impl std::fmt::Display for Halves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (0, 1) => f.write_str("½"),
            (whole, 0) => write!(f, "{whole}"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

names! { Tables;
    Unit => "unit", |t, unit| t.counter(unit).name.to_string();
    Space => "hex", |t, space| t.id(space).to_owned();
}

facts! { Tables;
    Side => |it| it.name().to_owned();
    Status => |it| it.name().to_owned();
    Marker => |it| it.id().to_owned();
    Direction => |it| ["north", "north-east", "south-east", "south", "south-west", "north-west"][it.index()].to_owned();
    Hexes => |it| format!("{} {}", it.0, if it.0 == 1 { "hex" } else { "hexes" });
    Halves => |it| it.to_string();
}

refusals! { Tables;
    NotNow { rule: RuleRef } rule => "this is not what has to be decided now";
    NotYours { unit: Unit } rule!("4.3") => "{unit} belongs to the other side";
    NotOnMap { unit: Unit } rule!("4.3") => "{unit} is not on the map";
    Aboard { unit: Unit } rule!("8.2") => "{unit} rides in a vehicle and does nothing of its own";
    NotEntitled { unit: Unit, marker: Marker } rule!("4.3.1") => "{unit} does not act on the {marker} marker";
    HasActed { unit: Unit } rule!("4.3.3") => "{unit} has been activated this turn";
    CannotAct { unit: Unit, status: Status } rule!("4.3") => "{unit} is {status} and does nothing";
    NobodyLeft { } rule!("4.3.2") => "no activation is left on this marker";
    NotWhileDesperate { unit: Unit, range: Hexes } rule!("9.0") => "{unit} is not Normal, sees no able leader of its side up to {range} away, or has had its bonus";

    NotNextToPlace { unit: Unit } rule!("10.1.1") => "{unit} is not the unit to be placed now";
    NotInZone { space: Space, rule: RuleRef } rule => "units of this draw do not go to {space}";
    RussianThere { space: Space, rule: RuleRef } rule => "a Russian unit is in {space}";
    EnemyThere { space: Space } rule!("10.4") => "an enemy unit is in {space}";
    InRussianSight { space: Space, rule: RuleRef } rule => "a Russian unit sees {space}";
    InRussianRange { space: Space, rule: RuleRef } rule => "{space} is within reach of a Russian unit";
    NoRoomToPlace { unit: Unit, space: Space } rule!("3.1") => "{space} has no room for {unit}";
    NotForVehicles { unit: Unit, space: Space } rule!("3.4.2") => "{unit} needs a clear hex, or a road free of rubble and obstacles; {space} is neither";
    NoUpperLevel { space: Space } rule!("3.2") => "{space} has no upper level";
    GroundOnly { unit: Unit } rule!("3.2") => "{unit} stands on the ground level";
    NoRoomOnLevel { unit: Unit, space: Space } rule!("3.1") => "that level of {space} has no room for {unit}";
    NeedsFacing { unit: Unit } rule!("3.4") => "say which way {unit} faces";
    NoFacing { unit: Unit } rule!("3.4") => "{unit} is a leader and has no facing";
    NotAlongRoad { unit: Unit, side: Direction } rule!("3.4.2") => "{unit} faces along a road there, and none leads {side}";
    NoBlocksLeft { } rule!("8.4") => "no roadblock is left";
    NoExchangeLeft { per: u8 } rule!("8.4") => "for every {per} units drawn one may be exchanged for a roadblock, no more";
    NoBlockHere { space: Space } rule!("8.4") => "a roadblock lies on a road in a woods or built-up hex; {space} is not such a hex, or is taken";
    BlockSeen { space: Space } rule!("8.4") => "a Russian unit sees {space}";
    CanBePlaced { unit: Unit } rule!("10.1.1") => "{unit} can be placed somewhere and must be";
    NotDudayev { unit: Unit } rule!("11.2") => "only Dudayev may be taken out of the game, not {unit}";
    NotTogether { unit: Unit } rule!("8.10") => "{unit} has no tank of the same draw to ride on";
    NotAmongFallen { unit: Unit } rule!("9.0") => "{unit} is not among the eliminated units that may come back";
    NotChechenBuilding { space: Space } rule!("9.0") => "{space} is no landmark hex under Chechen control";
    FarFromLeaders { space: Space } rule!("10.4") => "{space} is neither with or next to a Russian leader nor on the west edge";

    NoSuchMarker { marker: Marker } rule!("4.2") => "the {marker} marker is not to be had";
    FormationFirst { } rule!("10.1.2") => "the artillery marker is not the first one of the battle";

    NotWaiting { unit: Unit } rule!("10.1.2") => "{unit} is not waiting to enter";
    RidesFirst { unit: Unit } rule!("10.1.2") => "{unit} walks on when every APC of its column is on the map";
    NeedsPassenger { unit: Unit } rule!("10.1.2") => "{unit} must carry a unit of the marker being played, or the Schmel";
    NoWayIn { unit: Unit } rule!("10.1.2") => "no entry hex is open to {unit} now";
    NoRoomAboard { unit: Unit } rule!("8.2") => "there is no room aboard for {unit}";
    NotTogetherHere { unit: Unit } rule!("10.1.2") => "{unit} does not enter with this vehicle now";
    NotAnEntry { space: Space } rule!("10.1.2") => "{space} is not open to this unit";

    NotExamined { unit: Unit } rule!("3.6") => "nobody sees {unit}";
    Halted { } rule!("6.5.3") => "interdiction has stopped it";
    UpperLevel { } rule!("5.1.1") => "a building is left from the ground level";
    OffMap { side: Direction } rule!("2.1") => "there is no hex to the {side}";
    EnemyInHex { space: Space } rule!("5.1.4") => "enemy units hold {space}";
    EnemyOnLevel { } rule!("3.1.4") => "enemy units hold the other level";
    TooDear { cost: Halves, left: Halves } rule!("5.1") => "it costs {cost} MP and {left} MP are left";
    WholeAllowance { } rule!("5.1.1") => "an obstacle takes the whole allowance: nothing may have been spent before";
    ObstacleInWay { space: Space } rule!("8.4") => "an obstacle bars {space} to vehicles";
    RubbleInWay { space: Space } rule!("8.7") => "no vehicle enters the rubble of {space}";
    RoadOnly { side: Direction } rule!("3.4.2") => "no road leads {side}, and only roads lead through woods and buildings";
    NoTurningRound { } rule!("3.4.2") => "it cannot turn round in the street: reverse instead";
    RiverInWay { side: Direction } rule!("5.1.1") => "no bridge crosses the river to the {side}";
    NowhereToStop { space: Space } rule!("3.1.3") => "{space} is full, and no place beyond can be reached";
    MayNotStop { } rule!("3.1.3") => "this place is full: it must go on";
    SpentAlready { rule: RuleRef } rule => "movement points have been spent";
    NotAVehicle { unit: Unit, rule: RuleRef } rule => "{unit} is no vehicle";
    OnFootOnly { unit: Unit } rule!("3.2") => "{unit} is a vehicle and stays on the ground";
    NoLevels { } rule!("3.2") => "there is no other level here";
    TurnsInTheOpen { unit: Unit } rule!("3.4.2") => "{unit} turns in clear hexes only";
    TurnedAlready { } rule!("3.4") => "it has just turned";
    FacesThere { } rule!("3.4") => "it faces that way already";
    ForcedMarch { } rule!("10.1.2") => "the 81st drives for the Presidential Palace by road and nowhere else";
    MarchesOn { } rule!("10.1.2") => "the 81st must go on as far as it can";
    SingleFile { space: Space } rule!("10.1.2") => "the column does not pass the vehicle in {space}";
    CeaseFire { } rule!("10.1.2") => "no Russian unit attacks before a Chechen one has, or turn 2 begins";
    NothingUnloads { } rule!("10.1.2") => "nobody gets off before the columns are attacked or turn 2 begins";

    NotAnApc { unit: Unit } rule!("8.2") => "{unit} is no APC";
    CannotRide { unit: Unit } rule!("8.2") => "an APC carries infantry, heavy weapons, Schmel teams and leaders, not {unit}";
    NotBeside { unit: Unit } rule!("8.2") => "{unit} is not on the ground level of the same hex";
    TooShaken { unit: Unit } rule!("8.2") => "{unit} is in no condition to get in";
    HasFired { unit: Unit } rule!("8.2") => "{unit} has fired this turn";
    LoadedOnce { unit: Unit } rule!("8.2") => "{unit} has got in or off in this activation";
    NotAboard { unit: Unit } rule!("8.2") => "{unit} is not aboard";
    NotNextTo { space: Space } rule!("8.2") => "{space} is neither the vehicle's hex nor next to it";
    BlockedForFoot { space: Space } rule!("8.2") => "enemies, an obstacle or a river keep {space} out of reach";
    FullForFoot { space: Space } rule!("3.1.2") => "{space} is full";
    NoMounting { } rule!("8.10") => "nobody rides on tanks in this game";
    NotATankHere { unit: Unit } rule!("8.10") => "{unit} is no friendly tank in the same hex with room for this unit";

    NotASniper { unit: Unit } rule!("8.8") => "{unit} is no sniper";
    NoExit { } rule!("11.2") => "only Chechen units leave, in the variant, from the ground level of the east edge";
    FacesAway { unit: Unit } rule!("11.2") => "{unit} faces the wrong way and cannot turn in the street";

    OwnTarget { unit: Unit } rule!("6.4") => "{unit} is on the same side";
    TargetOffMap { unit: Unit } rule!("6.4") => "{unit} is not on the map";
    TargetInside { unit: Unit } rule!("8.2") => "{unit} is inside an APC and cannot be attacked";
    OutOfRange { hex: Space, range: Hexes } rule!("6.1") => "{hex} is further away than {range}";
    NoSight { from: Space, to: Space } rule!("6.2.1") => "no line of sight leads from {from} to {to}";
    OutOfArc { unit: Unit, hex: Space } rule!("6.2") => "{unit} fires through its front, and {hex} is not in front of it";
    LeaderInCompany { unit: Unit } rule!("6.4") => "{unit} is in company: only a sniper can pick him out";
    SniperTarget { unit: Unit } rule!("8.8") => "snipers fire at Russian leaders only, not at {unit}";
    SniperShaken { unit: Unit } rule!("8.8") => "{unit} fires in Normal status only";
    TankLoaded { unit: Unit } rule!("8.10") => "{unit} carries riders and does not fire";
    ShakenMoved { unit: Unit } rule!("6.3") => "{unit} is not Normal and has moved: it does not fire as well";
    MovedTooFar { unit: Unit } rule!("5.1.3") => "{unit} has spent more than half its allowance";

    NotHeavy { unit: Unit } rule!("8.4.1") => "{unit} is no heavy unit";
    NoObstacle { hex: Space } rule!("8.4") => "no roadblock or wreck is in {hex}";
    ObstacleTooFar { hex: Space, range: Hexes } rule!("8.4.1") => "{hex} is further away than {range}";
    CannotClear { unit: Unit } rule!("8.4.2") => "{unit} does not clear obstacles";
    ObstacleHeld { hex: Space } rule!("8.4.2") => "enemy units hold {hex}: it takes a close assault";

    NotAMortar { unit: Unit } rule!("6.5") => "{unit} is no heavy weapons unit";
    MortarShaken { unit: Unit } rule!("6.5") => "{unit} is not in Normal status";
    HasFiredDirectly { unit: Unit } rule!("6.5") => "{unit} has fired directly this turn and does not fire indirectly as well";
    HasShelled { unit: Unit } rule!("6.5") => "{unit} has fired indirectly this turn and does not fire directly as well";
    NoEnemyInHex { hex: Space } rule!("6.5") => "no enemy unit is in {hex}";
    SeesItself { unit: Unit, hex: Space } rule!("6.0") => "{unit} sees {hex} itself and fires directly";
    Unspotted { hex: Space } rule!("6.5.1") => "no leader spots {hex}, and it is no landmark";
    NotALeader { unit: Unit } rule!("6.5") => "{unit} is no leader";
    CannotSpot { unit: Unit } rule!("6.5") => "{unit} is not where he could spot";
    SpotterShaken { unit: Unit, status: Status } rule!("8.5.1") => "{unit} is {status} and spots nothing";
    SpotterBusy { unit: Unit } rule!("6.5") => "{unit} has moved, fired or fought this turn";
    SpotterBlind { unit: Unit, hex: Space } rule!("6.5") => "{unit} does not see {hex}";
    NightGuns { } rule!("8.6") => "no off-map battery fires at night";
    GunsUsed { } rule!("6.5") => "every battery of this kind has fired this turn";
    NoBuratino { } rule!("8.3") => "there is no Buratino in this game";
    BuratinoUnspotted { hex: Space } rule!("8.3") => "the Buratino needs a leader who spots {hex}";
    NothingToShell { } rule!("6.5") => "the battery has no target";
    TooClose { hex: Space, rule: RuleRef } rule => "a Russian unit is too close to {hex}";
    NoInterdiction { } rule!("6.5.3") => "interdiction is not played";
    InterdictionOver { } rule!("6.5.3") => "no more interdiction is possible in this game";

    NobodyToAssault { hex: Space } rule!("7.1") => "no enemy is on that level of {hex}";
    NobodyCanAssault { hex: Space } rule!("7.1") => "no unit that may attack can go into {hex}";
    JoinedAlready { unit: Unit } rule!("7.1") => "{unit} attacks already";
    OnlyNormalAttack { unit: Unit } rule!("7.0") => "{unit} is not in Normal status";
    SnipersStayOut { unit: Unit } rule!("8.8") => "{unit} takes no part in a close assault";
    LeaderAlone { unit: Unit } rule!("7.0") => "{unit} is a leader: another unit must be named first";
    NotInReach { unit: Unit, hex: Space } rule!("7.1") => "{unit} cannot go into {hex} from where it stands";
    VehicleUpstairs { unit: Unit } rule!("7.1") => "{unit} attacks on the ground level only";
    NoRoomToAssault { unit: Unit, hex: Space } rule!("3.1.3") => "{hex} would have no room for {unit}";
    NoRideIn { unit: Unit } rule!("7.1") => "{unit} is not aboard a vehicle that attacks";
    NobodyAttacks { } rule!("7.0") => "nobody has been named to attack";
}
