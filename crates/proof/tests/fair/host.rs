//! A host for tests: plays random matches of every game by the protocol, or against it.

use kernel::{
    Draw, Header, Luck, Node, Players, Record, Rng, Seat, erased::AnyGame, erased::AnyMatch, study::Study,
};
use proof::{Aside, By, Bytes, Chain, Event, Genesis, Kept, Proof, Secret, kinds, woven};

/// How long a match is played if it does not end before.
pub const PLIES: usize = 240;

/// What a dishonest host does to a draw that is due: the outcome that it writes down in place of the true one.
pub type Cheat<'a> = &'a mut dyn FnMut(Draw, Luck) -> Luck;

pub struct Played {
    pub record: Record,
    pub proof: Proof,
    pub play: Box<dyn AnyMatch>,
    pub secret: Secret,
    pub asides: Vec<Aside>,
    pub genesis: Genesis,
    /// What an attentive player kept: the commitment, his salt, and a hash in the middle of the game.
    pub kept: Kept,
}

pub struct Hosting<'a> {
    rng: &'a mut Rng,
    chain: Chain,
    asides: Vec<Aside>,
    heads: Vec<(usize, proof::Hash)>,
}

pub fn bytes(rng: &mut Rng) -> Bytes {
    Bytes(std::array::from_fn(|_| rng.below(256) as u8))
}

/// A random match with random salts and steps back.
pub fn play(game: &dyn AnyGame, rng: &mut Rng, cheat: Cheat<'_>) -> Played {
    let about = game.about();
    let scenario = about.scenarios[rng.index(about.scenarios.len())].id.clone();
    let options: Vec<String> = about.options.iter().map(|option| option.id.clone()).collect();
    let chosen: Vec<String> = options.into_iter().filter(|_| rng.below(4) == 0).collect();
    let start = |options: &[String]| game.start(Some(&scenario), options, Players::default());
    let mut play = start(&chosen).or_else(|_| start(&[])).expect("a scenario can be set up");
    if rng.below(4) == 0 {
        // A moment of one game is the position that another begins in.
        while play.seq() < 20 {
            play.roll(rng);
            let Node::Decision(seat) = play.node() else { break };
            let legal = play.legal();
            play.play(seat, &legal[rng.index(legal.len())]).expect("a legal action can be played");
        }
        let Header { scenario, options, .. } = play.header().clone();
        let (game_id, before) = (about.id.clone(), play.record().lines);
        let study = Study { game: game_id, scenario: Some(scenario), options, before, ..Study::default() };
        play = game.set_up(&study, Players::default()).expect("a moment of a game is a position");
    }
    let header: Header = play.header().clone();
    let secret = bytes(rng);
    let genesis = Genesis { id: format!("m{}", rng.below(1 << 40)), header, commitment: secret.digest() };
    let mut host =
        Hosting { chain: Chain::new(&genesis, secret), rng, asides: Vec::new(), heads: Vec::new() };
    let salts: Vec<Bytes> = about.sides.iter().map(|_| bytes(host.rng)).collect();
    let mut kept_salts = Vec::new();
    let first = host.rng.index(about.sides.len());
    host.salt(0, first, salts[first]);
    kept_salts.push((first as u8, salts[first]));
    while play.seq() < PLIES {
        host.heads.push((host.chain.entries(), host.chain.head()));
        match play.node() {
            Node::Over(_) => break,
            Node::Chance(draw) => {
                let luck = cheat(draw, host.chain.luck(draw));
                let outcome = draw.write(luck);
                play.play_luck(&outcome).expect("an outcome of the draw");
                host.chain.add(&Event::Line(format!("* {outcome}")));
            }
            Node::Decision(seat) => host.decide(&mut play, seat, &salts),
        }
    }
    host.heads.push((host.chain.entries(), host.chain.head()));
    let record = play.record();
    let Hosting { asides, heads, .. } = host;
    let woven = woven(&record.lines, &asides).expect("salts and cuts fit the plies");
    let proof = Proof::new(&genesis, secret, &woven, &kinds(&*play)).opened(secret);
    let kept = Kept { commitment: Some(genesis.commitment), salts: kept_salts, heads };
    Played { record, proof, play, secret, asides, genesis, kept }
}

impl Hosting<'_> {
    fn salt(&mut self, at: usize, seat: usize, salt: Bytes) {
        let aside = Aside::Salt { at, seat: seat as u8, salt, by: By::Own };
        self.chain.add(&aside.event());
        self.asides.push(aside);
    }

    fn decide(&mut self, play: &mut Box<dyn AnyMatch>, seat: Seat, salts: &[Bytes]) {
        let number = usize::from(seat.0);
        if self.chain.salt(seat.0).is_none() {
            self.salt(play.seq(), number, salts[number]);
        }
        if self.rng.below(12) == 0 && play.may_undo(seat).is_ok() {
            let lost = play.record().lines.pop().expect("something was played");
            play.undo(seat).expect("it may be taken back");
            let aside = Aside::Cut { at: play.seq(), lost: vec![(lost, None)] };
            self.chain.add(&aside.event());
            return self.asides.push(aside);
        }
        let legal = play.legal();
        let action = &legal[self.rng.index(legal.len())];
        play.play(seat, action).expect("a legal action can be played");
        self.chain.add(&Event::Line(action.clone()));
    }
}
