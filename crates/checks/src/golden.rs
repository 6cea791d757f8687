//! Whole games kept as text: they replay to the same journal, word for word.

use std::{fs, path::PathBuf, sync::Arc};

use kernel::{Game, Match, Players, Record, Rng, Rules, data::Overlay};

/// A game that is kept.
pub struct Golden {
    /// The name of its files.
    pub name: &'static str,
    /// The scenario; the first one if none is named.
    pub scenario: Option<&'static str>,
    /// The options that are on.
    pub options: &'static [&'static str],
    /// The first seed to try.
    pub seed: u64,
    /// The turn it has to reach.
    pub turn: u16,
    /// Cases that its journal has to cite.
    pub cites: &'static [&'static str],
}

impl Golden {
    /// A game of the first scenario under these options that cites these cases.
    pub const fn of(
        name: &'static str,
        options: &'static [&'static str],
        seed: u64,
        cites: &'static [&'static str],
    ) -> Golden {
        Golden { name, scenario: None, options, seed, turn: 0, cites }
    }

    /// The same in this scenario.
    #[must_use]
    pub const fn in_scenario(self, scenario: &'static str) -> Golden {
        Golden { scenario: Some(scenario), ..self }
    }

    /// The same, reaching this turn.
    #[must_use]
    pub const fn until(self, turn: u16) -> Golden {
        Golden { turn, ..self }
    }
}

/// How a random player chooses among the legal actions.
pub type Choose<G> = fn(&G, &[<G as Rules>::Action], &mut Rng) -> <G as Rules>::Action;

/// The golden games of a crate, in its folder `golden/`.
pub struct Goldens<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// The folder of its crate.
    pub root: &'static str,
    /// What is kept.
    pub kept: &'static [Golden],
    /// A journal of so many bytes or more is kept as digest, beginning and end.
    pub long: usize,
    /// How a player of a new golden game chooses among the legal actions.
    pub choose: Choose<G>,
}

/// How many seeds are tried for a golden game that cites what it should.
const TRIES: u64 = 20_000;

impl<G: Game> Goldens<G> {
    /// Replays every kept game. With `UPDATE_GOLDEN=1` they are played anew first.
    pub fn replay_to_the_same_journal(&self) {
        let update = std::env::var_os("UPDATE_GOLDEN").is_some();
        for kept in self.kept {
            if update {
                self.write(kept);
            }
            self.check(kept);
        }
    }

    fn check(&self, kept: &Golden) {
        let name = kept.name;
        let text = self.record(name);
        let record = Record::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let table =
            Match::from_record(self.game.clone(), &record).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(table.outcome().is_some(), "{name} is over");
        assert!(reaches(&*self.game, &table, kept), "{name} cites {:?}", kept.cites);
        assert_eq!(table.record().to_text(), text, "{name} is written back as it was");
        assert_eq!(record.to_text(), text, "{name} is written back unread as it was");
        let (now, then) = (shortened(&journal(&table), self.long), self.read(name, "journal"));
        let differ = now.lines().zip(then.lines()).position(|(now, then)| now != then);
        assert!(now == then, "{name}: the journal differs, first in line {differ:?} of what is kept");
    }

    fn write(&self, kept: &Golden) {
        let game = |seed| random_game(&self.game, kept.scenario, kept.options, seed, self.choose);
        let mut games = (kept.seed..kept.seed + TRIES).map(game);
        let table = games.find(|table| reaches(&*self.game, table, kept)).expect("such a game");
        let folder = self.path(kept.name, "record");
        fs::create_dir_all(folder.parent().expect("a folder")).expect("the folder can be made");
        fs::write(folder, table.record().to_text()).expect("the record can be written");
        fs::write(self.path(kept.name, "journal"), shortened(&journal(&table), self.long))
            .expect("the journal can be written");
    }

    /// The text of a kept record.
    pub fn record(&self, name: &str) -> String {
        self.read(name, "record")
    }

    /// A kept record.
    pub fn parsed(&self, name: &str) -> Record {
        Record::parse(&self.record(name)).expect("the golden record is sound")
    }

    /// Why a kept record is not taken after this change, its digest made anew.
    pub fn refused_after(&self, name: &str, change: impl FnOnce(&mut Record)) -> String {
        let mut record = self.parsed(name);
        change(&mut record);
        refused(&self.game, &record.to_text())
    }

    /// Records of another revision, another game or with an unknown option are refused with the reason.
    pub fn refuse_what_does_not_fit(&self, name: &str) {
        let about = self.game.about();
        let newer = format!("revision {}", about.revision + 1);
        let says = self.refused_after(name, |it| it.header.rules += 1);
        assert!(says.contains(&newer) && says.contains("newer sandtable"), "{says}");
        let says = self.refused_after(name, |it| it.header.game = "chess".to_owned());
        assert!(says.contains("'chess'") && says.contains(&format!("'{}'", about.id)), "{says}");
        let says = self.refused_after(name, |it| it.header.scenario = "nowhere".to_owned());
        assert!(says.contains("no scenario 'nowhere'") && says.contains(&about.scenarios[0].id), "{says}");
        let says = self.refused_after(name, |it| it.header.options = vec!["flood".to_owned()]);
        let known = about.options.iter().all(|option| says.contains(&option.id));
        assert!(says.contains("no option 'flood'") && known, "{says}");
        let says = self.refused_after(name, |it| it.header.data = "0123456789abcdef".to_owned());
        assert!(says.contains("0123456789abcdef") && says.contains("builtin"), "{says}");
        let says = self.refused_after(name, |it| it.lines.push(it.lines[0].clone()));
        assert!(says.contains("over"), "{says}");
    }

    fn path(&self, name: &str, ending: &str) -> PathBuf {
        [self.root, "golden", &format!("{name}.{ending}")].iter().collect()
    }

    fn read(&self, name: &str, ending: &str) -> String {
        fs::read_to_string(self.path(name, ending))
            .unwrap_or_else(|error| panic!("{name}.{ending}: {error}; run with UPDATE_GOLDEN=1"))
    }
}

/// A game of two players who choose in this way.
pub fn random_game<G: Game>(
    game: &Arc<G>,
    scenario: Option<&str>,
    options: &[&str],
    seed: u64,
    choose: Choose<G>,
) -> Match<G> {
    let players = Players {
        luck: format!("seed {seed}"),
        players: vec!["first random".to_owned(), "second random".to_owned()],
    };
    let mut table = Match::new(game.clone(), scenario, options, players).expect("the options exist");
    let (mut dice, mut mind) = (Rng::new(seed, 0), Rng::new(seed, 1));
    let mut legal = Vec::new();
    loop {
        table.roll(&mut dice);
        if table.outcome().is_some() {
            return table;
        }
        game.legal(table.state(), &mut legal);
        table.play(choose(game, &legal, &mut mind)).expect("a legal action is played");
    }
}

/// Chooses any legal action.
pub fn any<G: Game>(_: &G, legal: &[G::Action], mind: &mut Rng) -> G::Action {
    legal[mind.index(legal.len())]
}

/// Chooses at random, but what only ends a step (such as `pass`) in one of twelve decisions at most.
pub fn keeps_busy<G: Game>(game: &G, legal: &[G::Action], mind: &mut Rng, idle: &[&str]) -> G::Action {
    let busy: Vec<G::Action> =
        legal.iter().copied().filter(|&action| !idle.contains(&game.write(action).as_str())).collect();
    let choices = if busy.is_empty() || mind.below(12) == 0 { legal } else { &busy };
    choices[mind.index(choices.len())]
}

/// Why this text of a record is not taken.
pub fn refused<G: Game>(game: &Arc<G>, text: &str) -> String {
    match Record::parse(text).and_then(|record| Match::from_record(game.clone(), &record)) {
        Ok(_) => panic!("the record is taken"),
        Err(error) => error.to_string(),
    }
}

fn reaches<G: Game>(game: &G, table: &Match<G>, kept: &Golden) -> bool {
    let cited = |case: &&str| table.journal().iter().any(|entry| entry.rule.0 == *case);
    game.turn(table.state()) >= kept.turn && kept.cites.iter().all(cited)
}

fn journal<G: Game>(table: &Match<G>) -> String {
    table.facts().iter().map(|line| format!("{} {} {}\n", line.seq, line.cites, line.says)).collect()
}

/// What is stored of a journal: all of it, or for a long one a digest, its beginning and its end.
fn shortened(journal: &str, long: usize) -> String {
    const ENDS: usize = 150;
    if journal.len() < long {
        return journal.to_owned();
    }
    // The fingerprint of an overlay is the front of a SHA-256.
    let mut overlay = Overlay::none();
    overlay.insert("journal/text", journal);
    let digest = overlay.fingerprint(&["journal/text"]);
    let lines: Vec<&str> = journal.lines().collect();
    let ends = ENDS.min(lines.len() / 2);
    let (first, last) = (&lines[..ends], &lines[lines.len() - ends..]);
    format!("{} lines, digest {digest}\n{}\n[...]\n{}\n", lines.len(), first.join("\n"), last.join("\n"))
}
