//! Matches as a class of Python.

use std::{fmt::Display, sync::Arc};

use kernel::{Luck, Node, PlayError, Seat, Viewer, erased::AnyMatch};
use pyo3::{
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::PyByteArray,
};

use crate::{
    IllegalAction, game::as_python, lanes::reward, play::AnyPlay, table::AnyTable, vocabulary::WORDS,
};

/// A match under way or over.
#[pyclass(module = "sandtable")]
pub struct Match {
    table: Arc<dyn AnyTable>,
    play: Box<dyn AnyPlay>,
}

/// An action, by its number among the legal ones or as a notation.
#[derive(FromPyObject)]
pub enum Click {
    Index(i64),
    Notation(String),
}

impl Match {
    pub fn new(table: Arc<dyn AnyTable>, play: Box<dyn AnyPlay>) -> Match {
        Match { table, play }
    }

    pub fn kept(&self) -> PyResult<&dyn AnyMatch> {
        self.play
            .kept()
            .ok_or_else(|| PyValueError::new_err("a world without a record: start one with record=True"))
    }

    fn another(&self, play: Box<dyn AnyPlay>) -> Match {
        Match { table: self.table.clone(), play }
    }

    fn seats(&self) -> u8 {
        self.table.about().sides.len() as u8
    }

    fn seat(&self, seat: u8) -> PyResult<Seat> {
        if seat < self.seats() {
            return Ok(Seat(seat));
        }
        Err(PyValueError::new_err(format!("seat must be a number below {}", self.seats())))
    }

    fn index(&self, action: &Click) -> PyResult<usize> {
        match action {
            Click::Notation(notation) => self.play.index(notation).map_err(refused),
            Click::Index(index) => {
                let count = self.play.count();
                let found = usize::try_from(*index).ok().filter(|&index| index < count);
                found.ok_or_else(|| {
                    PyIndexError::new_err(match self.play.node() {
                        Node::Decision(_) => format!("action {index}: there are {count}, counted from 0"),
                        Node::Chance(_) => PlayError::DiceDue.to_string(),
                        Node::Over(_) => PlayError::Over.to_string(),
                    })
                })
            }
        }
    }
}

#[pymethods]
impl Match {
    fn __repr__(&self) -> String {
        let (seq, step) = (self.play.seq(), self.play.step());
        format!("Match('{}', {seq} plies, {step})", self.table.about().id)
    }

    #[getter]
    fn game(&self) -> &str {
        &self.table.about().id
    }

    #[getter]
    fn seq(&self) -> usize {
        self.play.seq()
    }

    #[getter]
    fn turn(&self) -> u16 {
        self.play.turn()
    }

    #[getter]
    fn step(&self) -> &'static str {
        self.play.step()
    }

    #[getter]
    fn seat_to_act(&self) -> Option<u8> {
        if let Node::Decision(seat) = self.play.node() { Some(seat.0) } else { None }
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.play.outcome().is_some()
    }

    #[getter]
    fn is_chance(&self) -> bool {
        matches!(self.play.node(), Node::Chance(_))
    }

    #[getter]
    fn has_record(&self) -> bool {
        self.play.kept().is_some()
    }

    fn side(&self, seat: u8) -> PyResult<String> {
        Ok(self.play.side(self.seat(seat)?))
    }

    fn outcome(&self) -> Option<(Option<u8>, &'static str, &'static str)> {
        let outcome = self.play.outcome()?;
        Some((outcome.winner.map(|seat| seat.0), outcome.says, outcome.rule.0))
    }

    fn returns(&self) -> Vec<f32> {
        let outcome = self.play.outcome();
        (0..self.seats()).map(|seat| outcome.map_or(0.0, |it| reward(&it, Seat(seat)))).collect()
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.play.count()
    }

    fn legal(&self) -> Vec<String> {
        (0..self.play.count()).map(|index| self.play.notation(index)).collect()
    }

    fn notation(&self, action: i64) -> PyResult<String> {
        Ok(self.play.notation(self.index(&Click::Index(action))?))
    }

    fn action(&self, notation: &str) -> PyResult<usize> {
        self.play.index(notation).map_err(refused)
    }

    fn apply(&mut self, action: Click) -> PyResult<()> {
        let index = self.index(&action)?;
        self.play.apply(index).map_err(refused)
    }

    /// The number of equally likely outcomes of the draw that is due.
    fn chance_count(&self) -> Option<u64> {
        if let Node::Chance(draw) = self.play.node() { Some(draw.count()) } else { None }
    }

    fn chance_text(&self, outcome: u64) -> PyResult<String> {
        match self.play.node() {
            Node::Chance(draw) if outcome < draw.count() => Ok(draw.write(Luck(outcome))),
            Node::Chance(draw) => Err(wrong(format!("outcome must be a number below {}", draw.count()))),
            _ => Err(refused(PlayError::NoDiceDue)),
        }
    }

    fn sample_chance(&self) -> PyResult<u64> {
        Ok(self.play.sample().ok_or_else(|| refused(PlayError::NoDiceDue))?.1.0)
    }

    fn apply_chance(&mut self, outcome: u64) -> PyResult<()> {
        self.play.resolve(Luck(outcome)).map_err(refused)
    }

    fn seed(&mut self, seed: u64) {
        self.play.seed(seed);
    }

    #[pyo3(signature = (seat=None, *, everything=false))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>, everything: bool) -> PyResult<Bound<'py, PyAny>> {
        let viewer = match seat {
            Some(seat) => Viewer::Seat(self.seat(seat)?),
            None if everything => Viewer::Umpire,
            None => Viewer::Spectator,
        };
        as_python(py, &self.play.view(viewer))
    }

    fn observation<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyAny>> {
        let mut row = vec![0.0_f32; self.table.layout().size];
        self.play.observe(self.seat(seat)?, &mut row);
        floats(py, &row)
    }

    #[pyo3(signature = (seat=None))]
    fn action_mask<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0; self.table.words().max_actions];
        let decides = self.seat_to_act();
        if seat.is_none() || seat == decides {
            let count = self.play.count().min(mask.len());
            mask[..count].fill(1);
        }
        array(py, &mask, "<i1")
    }

    #[pyo3(signature = (seat=None))]
    fn action_words<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let most = self.table.words().max_actions;
        let mut words = vec![0_i32; most * WORDS];
        if seat.is_none() || seat == self.seat_to_act() {
            self.play.words(&mut words);
        }
        integers(py, &words)?.call_method1("reshape", (most, WORDS))
    }

    fn memory(&self, seat: u8) -> PyResult<String> {
        let seat = self.seat(seat)?;
        self.play
            .memory(seat)
            .ok_or_else(|| wrong("a world without a record knows nothing of what was before it"))
    }

    #[pyo3(name = "clone")]
    fn duplicate(&self) -> Match {
        self.another(self.play.duplicate())
    }

    fn __copy__(&self) -> Match {
        self.duplicate()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Match {
        self.duplicate()
    }

    #[pyo3(signature = (seed=0))]
    fn world(&self, seed: u64) -> Match {
        self.another(self.play.world(seed))
    }

    #[pyo3(signature = (seat, seed=0))]
    fn redeal(&self, seat: u8, seed: u64) -> PyResult<Match> {
        Ok(self.another(self.play.redeal(self.seat(seat)?, seed)))
    }

    fn record(&self) -> PyResult<String> {
        Ok(self.kept()?.record().to_text())
    }

    fn journal(&self, seat: u8) -> PyResult<Vec<String>> {
        let viewer = Viewer::Seat(self.seat(seat)?);
        Ok(self.kept()?.lines(viewer, 0).iter().map(|line| line.says.to_string()).collect())
    }
}

/// An error that names what is wrong with what was asked.
pub fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn refused(error: PlayError) -> PyErr {
    IllegalAction::new_err(error.to_string())
}

/// Bytes as an array of numpy that owns them.
pub fn array<'py>(py: Python<'py>, bytes: &[u8], kind: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind))
}

pub fn floats<'py>(py: Python<'py>, numbers: &[f32]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    array(py, &bytes, "<f4")
}

pub fn integers<'py>(py: Python<'py>, numbers: &[i32]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    array(py, &bytes, "<i4")
}
