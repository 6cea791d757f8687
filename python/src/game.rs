//! Games and machine players as classes of Python.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{Record, data::Overlay};
use pyo3::{
    exceptions::{PyKeyError, PyValueError},
    prelude::*,
    types::{PyDict, PyList},
};
use search::{AnyPlayer, Means};

use crate::{
    batch::Lanes,
    matches::{Match, wrong},
    table::{AnyTable, Setup, open},
    vocabulary::WORDS,
};

/// The ids of all games.
#[pyfunction(name = "games")]
pub fn game_ids() -> Vec<&'static str> {
    games::ids().to_vec()
}

/// A game that was opened: its rules, tables and the numbers of what it names.
#[pyclass(frozen, module = "sandtable")]
pub struct Game {
    table: Arc<dyn AnyTable>,
}

impl Game {
    fn setup(&self, scenario: Option<&str>, options: &[String], seed: u64) -> PyResult<Setup> {
        let about = self.table.about();
        let scenario = about.scenario(scenario).map_err(wrong)?;
        let options = about.options(options).map_err(wrong)?;
        Ok(Setup { scenario, options, seed })
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (id, data=None))]
    fn new(py: Python<'_>, id: &str, data: Option<BTreeMap<String, String>>) -> PyResult<Game> {
        let mut overlay = Overlay::none();
        for (name, text) in data.iter().flatten() {
            overlay.insert(name, text);
        }
        overlay.check_names(&games::data_files()).map_err(wrong)?;
        let opened = py.detach(|| open(id, &overlay));
        let table = opened.map_err(|error| match error {
            games::OpenError::Unknown { .. } => PyKeyError::new_err(error.to_string()),
            games::OpenError::Data(_) => PyValueError::new_err(error.to_string()),
        })?;
        Ok(Game { table })
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.table.about().id)
    }

    #[getter]
    fn id(&self) -> &str {
        &self.table.about().id
    }

    #[getter]
    fn title(&self) -> &str {
        &self.table.about().title
    }

    #[getter]
    fn revision(&self) -> u32 {
        self.table.about().revision
    }

    #[getter]
    fn sides(&self) -> Vec<&str> {
        self.table.about().sides.iter().map(|side| &*side.id).collect()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.table.about().sides.len()
    }

    #[getter]
    fn scenarios(&self) -> Vec<&str> {
        self.table.about().scenarios.iter().map(|it| &*it.id).collect()
    }

    #[getter]
    fn options(&self) -> Vec<&str> {
        self.table.about().options.iter().map(|it| &*it.id).collect()
    }

    #[getter]
    fn max_actions(&self) -> usize {
        self.table.words().max_actions
    }

    #[getter]
    fn observation_size(&self) -> usize {
        self.table.layout().size
    }

    #[getter]
    fn words_per_action(&self) -> usize {
        WORDS
    }

    #[getter]
    fn word_ids(&self) -> usize {
        self.table.words().word_ids()
    }

    fn word_names(&self) -> Vec<String> {
        self.table.words().word_names()
    }

    #[getter]
    fn fingerprint(&self) -> String {
        self.table.layout().fingerprint()
    }

    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let blocks = self.table.layout().blocks.iter().map(|block| {
            let dict = PyDict::new(py);
            dict.set_item("name", &block.name)?;
            dict.set_item("offset", block.offset)?;
            dict.set_item("things", &block.things)?;
            dict.set_item("features", &block.features)?;
            Ok(dict)
        });
        PyList::new(py, blocks.collect::<PyResult<Vec<_>>>()?)
    }

    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_python(py, self.table.about())
    }

    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_python(py, &self.table.board())
    }

    #[pyo3(signature = (scenario=None, options=Vec::new(), seed=0, *, record=true, auto_chance=true))]
    fn start(
        &self,
        scenario: Option<&str>,
        options: Vec<String>,
        seed: u64,
        record: bool,
        auto_chance: bool,
    ) -> PyResult<Match> {
        let setup = self.setup(scenario, &options, seed)?;
        let play = self.table.clone().start(setup, record, auto_chance).map_err(wrong)?;
        Ok(Match::new(self.table.clone(), play))
    }

    #[pyo3(signature = (record, seed=0, *, auto_chance=true))]
    fn resume(&self, record: &str, seed: u64, auto_chance: bool) -> PyResult<Match> {
        let record = Record::parse(record).map_err(wrong)?;
        let play = self.table.clone().resume(&record, seed, auto_chance).map_err(wrong)?;
        Ok(Match::new(self.table.clone(), play))
    }

    #[pyo3(signature = (count, scenario=None, options=Vec::new(), seed=0, *, auto_reset=true, threads=1))]
    fn lanes(
        &self,
        count: usize,
        scenario: Option<&str>,
        options: Vec<String>,
        seed: u64,
        auto_reset: bool,
        threads: usize,
    ) -> PyResult<Lanes> {
        if count == 0 || threads == 0 {
            return Err(PyValueError::new_err("count and threads must be at least 1"));
        }
        let setup = self.setup(scenario, &options, seed)?;
        let lanes = self.table.clone().lanes(setup, count, auto_reset, threads);
        Ok(Lanes::new(self.table.clone(), lanes))
    }

    #[pyo3(signature = (spec, seed=0))]
    fn player(&self, spec: &str, seed: u64) -> PyResult<Player> {
        let player = self.table.engine().player(spec, seed, Means::default()).map_err(wrong)?;
        Ok(Player { player: std::sync::Mutex::new(player) })
    }
}

/// A machine player of a game. It is shown worlds that its seat cannot tell apart from the true one.
#[pyclass(frozen, module = "sandtable")]
pub struct Player {
    player: std::sync::Mutex<Box<dyn AnyPlayer>>,
}

#[pymethods]
impl Player {
    #[getter]
    fn name(&self) -> PyResult<String> {
        Ok(self.locked()?.name())
    }

    /// What it plays now, as a notation.
    fn choose(&self, py: Python<'_>, play: PyRef<'_, Match>) -> PyResult<String> {
        let kept = play.kept()?;
        let chosen = py.detach(|| Ok::<_, PyErr>(self.locked()?.choose(kept)))?;
        chosen.ok_or_else(|| PyValueError::new_err("nobody decides now, or this is a match of another game"))
    }
}

impl Player {
    fn locked(&self) -> PyResult<std::sync::MutexGuard<'_, Box<dyn AnyPlayer>>> {
        self.player.lock().map_err(|_| PyValueError::new_err("this player broke down while it thought"))
    }
}

/// Something as the dicts and lists of its JSON.
pub fn as_python<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(wrong)?;
    py.import("json")?.call_method1("loads", (text,))
}
