//! Why not. Every refusal names its case.

use board::{Member, Space};
use kernel::rule;
use kit::{facts, names, refusals};

use crate::tables::{CardId, Country, Kind, Tables, Unit};

pub(crate) use kit::ensure;

/// What a question about an action answers.
pub type Answer = std::result::Result<(), Refusal>;

names! { Tables;
    Unit => "unit", |t, unit| format!("{} ({})", t.counter(unit).name, t.counter(unit).id);
    Space => "space", |t, space| t.name(space).to_owned();
}

facts! { Tables;
    i16 => |it| it.to_string();
    Country => |it| it.name().to_owned();
    CardId => |it| it.name().to_owned();
    Kind => |it| it.name().to_owned();
}

refusals! { Tables;
    NotNow { } rule!("3.1") => "this is not what has to be decided now";
    SideNumber { most: u8 } rule!("11.1") => "a bid for a side is a number from 0 to {most}";

    NothingToPlace { kind: Kind } rule!("9.3") => "no {kind} is left to be placed";
    NotPlacedHere { space: Space } rule!("9.3") => "nothing is placed in {space} now: first one in each district without a Fortified Zone, then one in each with one, then one extra where you like";
    PlacedAlready { } rule!("9.3") => "the suggested set-up can be taken as the first click only";

    NotThisLine { } rule!("6.1") => "the sheet asks for another line now";
    Fixed { country: Country } rule!("6.3") => "the marker of {country} is fixed";
    BidTwice { country: Country } rule!("6.2") => "there is a bid on {country} already";
    BidNumber { most: u8 } rule!("6.2") => "a bid is 1 to {most} BRPs";
    ServicePoints { } rule!("6.4") => "a service is given 0, 1 or 2 points";
    DeliveryNumber { most: u8 } rule!("5.3.1") => "a delivery is at most {most} BRPs";
    NotYourCard { card: CardId } rule!("7.1") => "{card} is a card of the other side";
    NotAGermanCard { card: CardId } rule!("6.5") => "{card} is no German card";
    TooDear { cost: i16, stock: i16 } rule!("5.1") => "that costs {cost} and {stock} BRPs are left";

    ActivationsUsed { } rule!("4.6.1") => "all activations of this turn are used";
    NotYours { unit: Unit } rule!("4.6.3") => "{unit} is no unit of yours on the map";
    Immobile { unit: Unit } rule!("4.7.1") => "{unit} never moves";
    NoOtherFace { unit: Unit } rule!("4.6.4") => "{unit} has no other face, or shows it already";
    NotFresh { unit: Unit } rule!("4.6.2") => "{unit} has acted this turn";
    NotTheLowest { unit: Unit, lowest: Unit } rule!("2.4.4") => "{unit} is like {lowest}, which has the lower number and acts for it";
    UpgradeInBox { unit: Unit } rule!("4.6.4") => "{unit} is in a box; units are upgraded in districts";
    NotANeighbour { from: Space, to: Space } rule!("4.1.1") => "{to} is no neighbour of {from}";
    IntoDeepReserve { } rule!("4.2.2") => "nothing moves into Deep Reserve";
    NotFriendly { space: Space } rule!("2.3") => "{space} is not friendly";
    Full { space: Space } rule!("4.5.1") => "{space} has no room";
    Ice { } rule!("4.3.2") => "the Baltic is frozen";
    NotPorts { from: Space, to: Space } rule!("4.3.1") => "{from} and {to} are not two Baltic ports";
    NoTrainLeft { } rule!("4.4.2") => "all trains of this turn have been sent";
    SamePlace { space: Space } rule!("4.4.1") => "the unit is in {space} already";
    NoSuchTrain { from: Space, to: Space } rule!("4.4.3") => "no Soviet train goes from {from} to {to}: trains keep out of the Frontier and of Deep Reserve, and end in districts";
    NotWithColumn { unit: Unit } rule!("4.1.1") => "{unit} cannot follow: another place or side, or the column has gone on";
    ColumnComplete { most: u8 } rule!("4.1.1") => "a column has {most} units at most";
    TrainFull { most: u8 } rule!("4.4.1") => "a train takes {most} units at most";
    CannotGoOn { space: Space } rule!("4.1.2") => "the column cannot go on to {space}: fast units alone go on, by land, once, to a neighbour, and not back";
    ZonesEndMoves { space: Space } rule!("4.2.3") => "a column that starts or arrives in Reserve or Deep Reserve does not go on to {space}";
    NotMobilised { kind: Kind } rule!("4.6.5") => "no {kind} of yours waits in the force pool";
    WrongPlace { kind: Kind, space: Space } rule!("4.6.5") => "no {kind} is mobilised in {space}";
    ZoneThere { space: Space } rule!("4.5.2") => "{space} has a Fortified Zone";
    NoFleet { } rule!("4.6.6") => "no air fleet of yours is in the West";
    NoAirfield { space: Space } rule!("4.6.6") => "an air fleet goes to East Prussia, Warsaw or Lublin, not to {space}";

    NoSuchAlert { } rule!("6.7.1") => "an alert is of level 0, 1 or 2";
    NoStrikeCard { } rule!("7.4.4") => "a strike needs the card Strike";
    Waiting { } rule!("7.3.2") => "with the card Wait no attack may be ordered";
}
