//! Why not. Every refusal names its case.

use board::{Member, Space};
use kernel::rule;
use kit::{names, refusals};

use crate::tables::{Tables, Unit};

pub(crate) use kit::ensure;

/// What a question about an action answers.
pub type Answer = Result<(), Refusal>;

names! { Tables;
    Unit => "unit", |t, unit| t.counter(unit).id.clone();
    Space => "space", |t, space| t.name(space).to_owned();
}

refusals! { Tables;
    NotNow { } rule!("3.1") => "this is not what has to be decided now";
    NotYours { unit: Unit } rule!("3.1") => "{unit} is not a unit of yours on the map";
    NoNeighbour { unit: Unit, to: Space } rule!("4.1") => "{to} is no neighbour of the space of {unit}";
    EnemyThere { to: Space } rule!("4.2") => "enemy units bar the way to {to}";
    NobodyThere { to: Space } rule!("5.1") => "there is no enemy unit in {to}";
}
