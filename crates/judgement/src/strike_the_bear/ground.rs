//! What scoring asks of the tables all the time, worked out once.

use board::Space;
use strike_the_bear::tables::{AREAS, Counter, OBJECTIVES, Objective, Tables, UNITS};

use super::{forecast::Forecast, prospects::Prospects};

/// Objectives as bits, ways to them, and what dice may bring.
#[derive(Debug)]
pub struct Ground {
    /// What a combat unit brings to its area: strength by the face it shows, and corps equivalents in the upper byte.
    pub brings: [[u16; 2]; UNITS],
    /// The sets of objectives, a bit for each objective: by roll, the default one first.
    pub set_bits: [u32; 13],
    /// The objectives that lie anywhere, a bit each.
    pub objective_bits: u32,
    /// The word and bit of each objective's area, or of one of them.
    pub sites: Vec<(u8, u8)>,
    /// The objectives that do not lie in a single area.
    pub several: Vec<Several>,
    /// Steps to the nearest area of each objective from each area.
    pub steps: [[u8; AREAS]; OBJECTIVES],
    /// What the dice may still make of the objectives.
    pub prospects: Prospects,
    /// What combats bring on average.
    pub forecast: Forecast,
}

/// An objective of several areas, by its place among the objectives.
#[derive(Clone, Debug)]
pub struct Several {
    pub objective: u8,
    pub areas: Vec<Space>,
}

impl Ground {
    pub fn new(t: &Tables) -> Ground {
        let objectives = &t.objectives;
        let mut steps = [[u8::MAX; AREAS]; OBJECTIVES];
        for (steps, objective) in steps.iter_mut().zip(objectives) {
            for from in t.map.graph.spaces() {
                let ways = objective.spaces.iter().filter_map(|to| t.map.distances.between(from, to));
                steps[from.index()] = ways.min().map_or(u8::MAX, |steps| steps.min(254) as u8);
            }
        }
        let bits = |set: &Vec<u8>| set.iter().fold(0, |bits, &objective| bits | 1 << objective);
        let set_bits =
            std::array::from_fn(|roll| match roll.checked_sub(2).and_then(|row| t.sets.get(row)) {
                Some(set) => bits(set),
                None => bits(&t.default_set),
            });
        let objective_bits = objectives
            .iter()
            .rev()
            .fold(0, |bits, objective| bits << 1 | u32::from(!objective.spaces.is_empty()));
        let site = |objective: &Objective| {
            let area = objective.spaces.first().map_or(0, |area| area.0 as u8);
            (area / 64, area % 64)
        };
        let sites = objectives.iter().map(site).collect();
        let several = (0..).zip(objectives).filter(|(_, objective)| objective.spaces.len() != 1);
        let several = several
            .map(|(index, objective)| Several { objective: index, areas: objective.spaces.iter().collect() })
            .collect();
        let brings = |counter: &Counter| {
            [counter.front, counter.back]
                .map(|face| u16::from(face.strength) | u16::from(counter.stack()) << 8)
        };
        Ground {
            brings: std::array::from_fn(|index| brings(&t.counters[index])),
            set_bits,
            objective_bits,
            sites,
            several,
            steps,
            prospects: Prospects::new(t),
            forecast: Forecast::new(&t.charts),
        }
    }
}
