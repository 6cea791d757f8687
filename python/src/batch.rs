//! Many matches side by side as a class of Python. While they are played, other threads of Python run.

use std::sync::Arc;

use pyo3::{exceptions::PyIndexError, prelude::*, types::PyBytes};

use crate::{
    lanes::{AnyLanes, NoSuchAction},
    matches::{Match, floats, integers, wrong},
    table::AnyTable,
    vocabulary::WORDS,
};

/// Matches of one game, stepped together.
#[pyclass(module = "sandtable")]
pub struct Lanes {
    table: Arc<dyn AnyTable>,
    lanes: Box<dyn AnyLanes>,
    /// Kept from call to call.
    actions: Vec<i32>,
    report: Vec<u8>,
}

impl Lanes {
    pub fn new(table: Arc<dyn AnyTable>, lanes: Box<dyn AnyLanes>) -> Lanes {
        Lanes { table, lanes, actions: Vec::new(), report: Vec::new() }
    }

    fn reported<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.report.clear();
        self.lanes.report(&mut self.report);
        PyBytes::new(py, &self.report)
    }
}

#[pymethods]
impl Lanes {
    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    fn report<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.reported(py)
    }

    /// Plays an action in each; the actions are 32-bit numbers, the lowest byte first.
    fn step<'py>(&mut self, py: Python<'py>, actions: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let count = self.lanes.len();
        if actions.len() != 4 * count {
            return Err(wrong(format!("{} actions for {count} matches", actions.len() / 4)));
        }
        self.actions.clear();
        let numbers = actions.chunks_exact(4).map(|it| i32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        self.actions.extend(numbers);
        let (lanes, actions) = (&mut self.lanes, &self.actions);
        py.detach(|| lanes.step(actions)).map_err(|NoSuchAction { lane, action, count }| {
            PyIndexError::new_err(format!("match {lane}, action {action}: there are {count}, counted from 0"))
        })?;
        Ok(self.reported(py))
    }

    fn random<'py>(&mut self, py: Python<'py>, steps: usize) -> Bound<'py, PyBytes> {
        let lanes = &mut self.lanes;
        py.detach(|| lanes.random(steps));
        self.reported(py)
    }

    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (count, size) = (self.lanes.len(), self.table.layout().size);
        let mut rows = vec![0.0_f32; count * size];
        py.detach(|| self.lanes.observe(&mut rows));
        floats(py, &rows)?.call_method1("reshape", (count, size))
    }

    fn action_words<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyAny>> {
        let count = self.lanes.len();
        let mut words = vec![0_i32; count * most * WORDS];
        py.detach(|| self.lanes.words(most, &mut words));
        integers(py, &words)?.call_method1("reshape", (count, most, WORDS))
    }

    #[pyo3(signature = (lane, seed=0))]
    fn world(&self, lane: usize, seed: u64) -> PyResult<Match> {
        if lane >= self.lanes.len() {
            return Err(PyIndexError::new_err(format!("lane must be a number below {}", self.lanes.len())));
        }
        Ok(Match::new(self.table.clone(), self.lanes.world(lane, seed)))
    }
}
