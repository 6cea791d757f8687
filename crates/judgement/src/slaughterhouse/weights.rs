//! What counts for how much in Slaughterhouse.
//!
//! There are two units of measure. A weight is in hundredths of a point, and a hundred points are a victory point. A [`Share`] is
//! a part of something else. The few that are neither are counts, of rounds or of victory points, and say so.

use serde::Deserialize;
use slaughterhouse::Side;

/// A part of something, in hundred-thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(transparent)]
pub struct Share(i32);

impl Share {
    /// Nothing.
    pub const NONE: Share = Share(0);
    /// All of it.
    pub const ALL: Share = Share(100_000);

    /// The number of hundred-thousandths, for sums that are divided once at their end.
    pub fn parts(self) -> i64 {
        i64::from(self.0)
    }

    /// The share of a score.
    pub fn of(self, whole: i64) -> i64 {
        whole * self.parts() / Share::ALL.parts()
    }

    /// What is left of a score without the share.
    pub fn rest_of(self, whole: i64) -> i64 {
        whole * (Share::ALL.parts() - self.parts()) / Share::ALL.parts()
    }

    /// The share of a weight, within bounds.
    pub fn part(self, whole: i32) -> i32 {
        fit(i128::from(whole) * i128::from(self.0) / i128::from(Share::ALL.0))
    }

    /// All but this.
    pub fn complement(self) -> Share {
        Share(Share::ALL.0.saturating_sub(self.0))
    }
}

/// A number within bounds that no sum of such numbers overflows.
pub fn fit(number: i128) -> i32 {
    number.clamp(-400_000_000, 400_000_000) as i32
}

/// What counts for how much, from `data/slaughterhouse/weights.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A victory point in Axis hands. The same in every turn: a side must not gain by the mere end of one.
    pub point: i32,
    /// Any Area in Axis hands.
    pub area: i32,
    /// The points around the victory number decide.
    pub decisive: i32,
    /// Of the three cities, by how many the Axis holds.
    pub cities: [i32; 4],
    /// A unit at full strength and a reduced one.
    pub panzer: [i32; 2],
    pub german: [i32; 2],
    pub ally: [i32; 2],
    pub front: [i32; 2],
    pub army: [i32; 2],
    pub shock: [i32; 2],
    /// The share of a full unit that goes with its first step.
    pub first_step: Share,
    /// The share of a step that an isolated unit will lose.
    pub isolated: Share,
    /// A unit near what it wants, by steps away; shares of the Area's value.
    pub near: [Share; 8],
    /// A stack of one, two, three units counts for less than their number.
    pub crowd: [Share; 3],
    /// The share of a town's value that its holder would give to be there, by the steps to the nearest enemy; the
    /// enemy gives all of it.
    pub stay: [Share; 7],
    /// A town is needed from this want on: those of the enemy, and one's own in danger.
    pub needed: i32,
    /// A step that a unit is away from the nearest town it is needed at: for the Axis, and for the Soviet side.
    pub march: [i32; 2],
    /// How much a town needs its guard, by the steps to the nearest enemy.
    pub danger: [Share; 7],
    /// What a town in danger costs its holder if it has no garrison, or one of one, two, three units.
    pub guard: [Share; 4],
    /// A point of rating with the unit a Leader commands, or elsewhere with units he may support.
    pub command: i32,
    pub support: i32,
    /// The share of what a threatened assault would win: by units that can act, and by tired ones.
    pub threat: [Share; 2],
    /// The same for an Area that nobody defends.
    pub open: [Share; 2],
    /// What a stack can do to a town of the enemy, by the steps away: the share of what an assault on those who are there
    /// now would win on average.
    pub distant_assault: [Share; 8],
    /// How much of that counts by the turn, for what each side could do.
    pub distant_by_turn_axis: [Share; 5],
    pub distant_by_turn_soviet: [Share; 5],
    /// The share of what those still to come would add to an assault.
    pub followers: Share,
    /// A step that a point of attack is away from being next to the nearest town of the enemy, by the
    /// turn and side.
    pub drive_axis: [i32; 5],
    pub drive_soviet: [i32; 5],
    /// The same for Fronts and Shock Armies besides, by the turn: they need nobody to lead them.
    pub drive_unled: [i32; 5],
    /// How much a Fortress held by more than a step pulls the Axis. With less than all of it, the Axis
    /// marches and drives on other towns.
    pub stronghold: Share,
    /// The share of a town in danger that its holder fears to lose if nobody is there, besides what `guard` says, by the
    /// turn and side.
    pub ungarrisoned_axis: [Share; 5],
    pub ungarrisoned_soviet: [Share; 5],
    /// The share of what a side could win by an assault where it stands among the enemy. With it, such
    /// Areas can be threatened from outside too.
    pub inside_assault: Share,
    /// The share of the value of ground that is gone, by the turn.
    pub ground_fades: [Share; 5],
    /// The share of an Area's value that a Success wins, by the steps it leaves of the garrison, three for
    /// more: whoever is left may stay and counter-attack.
    pub taken: [Share; 4],
    /// The same for a Fortress, whose garrison may stay.
    pub stormed: Share,
    /// The share of an Area's value that goes with its last defender when he falls in a counter-attack.
    pub last_defender: Share,
    /// Whether units are feared as before while an assault on them is not won yet: the enemy who has entered
    /// pins them only if he stays.
    pub fear_entered: bool,
    /// What a threatened assault costs if it fails.
    pub failure: i32,
    /// The Advantage, unspent.
    pub advantage: i32,
    /// Air Support not yet used in an Axis impulse.
    pub air_unused: i32,
    /// A turn that goes on because somebody pressed on, to the Axis: in Clear, Rain and Snow.
    pub pressed: [i32; 3],
    /// The share of its danger that a town of the Axis keeps while no Soviet unit can reach it in this turn, by the turn.
    pub out_of_reach: [Share; 5],
    /// So many rounds before the first end roll, what the Soviet side can reach in the next turn counts as well.
    pub rounds_before_end: i32,
    /// What it costs the Axis that panzers alone hold a town, by the turn.
    pub panzer_garrison: [i32; 5],
    /// The share of a Fortress's value that a Success wins which leaves nobody in it.
    pub breach: Share,
    /// How many points beyond the victory number still decide: winter takes some.
    pub points_beyond: i32,
}

impl Weights {
    /// What a side could do to distant towns counts for so much in a turn.
    pub fn distant_by_turn(&self, side: Side, turn: usize) -> Share {
        [&self.distant_by_turn_axis, &self.distant_by_turn_soviet][side.index()][turn]
    }

    /// How much a side drives on in a turn.
    pub fn drive(&self, side: Side, turn: usize) -> i32 {
        [&self.drive_axis, &self.drive_soviet][side.index()][turn]
    }

    /// How much a side fears for a town without a garrison in a turn.
    pub fn ungarrisoned(&self, side: Side, turn: usize) -> Share {
        [&self.ungarrisoned_axis, &self.ungarrisoned_soviet][side.index()][turn]
    }

    /// The same with every number so small that no sum with it overflows, whatever the overlay says.
    pub fn bounded(mut self) -> Weights {
        const MOST: i32 = 1_000_000;
        const MOST_SHARE: i32 = 100 * Share::ALL.0;
        let points = self.drive_axis.iter_mut().chain(&mut self.drive_soviet);
        for weight in points.chain(&mut self.drive_unled).chain(&mut self.panzer_garrison) {
            *weight = (*weight).clamp(-MOST, MOST);
        }
        let single =
            [&mut self.followers, &mut self.inside_assault, &mut self.stronghold, &mut self.last_defender];
        let by_steps = self.distant_assault.iter_mut();
        let by_turn = self.distant_by_turn_axis.iter_mut().chain(&mut self.distant_by_turn_soviet);
        let garrisons = self.ungarrisoned_axis.iter_mut().chain(&mut self.ungarrisoned_soviet);
        let others = self.out_of_reach.iter_mut().chain(&mut self.ground_fades);
        let threats = self.threat.iter_mut().chain(&mut self.open);
        let shares =
            single.into_iter().chain(by_steps).chain(by_turn).chain(garrisons).chain(others).chain(threats);
        for share in shares {
            share.0 = share.0.clamp(-MOST_SHARE, MOST_SHARE);
        }
        self
    }
}
