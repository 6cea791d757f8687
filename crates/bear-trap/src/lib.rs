//! Into a Bear Trap: The Battle for Grozny, January 1995, by its whole rulebook.
#![deny(clippy::float_arithmetic)]
#![allow(dead_code)]

mod action;
mod event;
mod fog;
mod m03_stacking;
mod m04_activation;
mod m05_movement;
mod m06_direct_fire;
mod m06_indirect_fire;
mod m06_interdiction;
mod m06_results;
mod m07_close_assault;
mod m08_buratino;
mod m08_loading;
mod m08_obstacles;
mod m08_rubble;
mod m08_snipers;
mod m09_events;
mod m10_entry;
mod m10_placing;
mod m11_victory;
mod odds;
mod prose;
mod refusal;
mod sequence;
mod sight;
mod state;
mod tables;
mod turn_table;

#[cfg(test)]
mod smoke {
    use kernel::{Journal, Node, Options, Rng, data::Overlay};
    use crate::{state::{State, Play, Look}, tables::Tables};
    #[test]
    fn play() {
        let t = Tables::load(&Overlay::none()).unwrap_or_else(|e| panic!("{e}"));
        println!("state {} bytes", size_of::<State>());
        for sc in 0..2 { for opts in [0u32, 15] {
        let (mut plies, mut maxp) = (0u64, 0u64);
        let mut wins = [0; 2];
        let start = std::time::Instant::now();
        for n in 0..100u64 {
            let mut rng = Rng::new(7, n);
            let mut j = Journal::deaf();
            let mut s = State::new(&t, sc, Options(opts));
            Play { t: &t, s: &mut s, j: &mut j }.open_game();
            let mut legal = Vec::new();
            let mut p = 0;
            loop {
                let look = Look { t: &t, s: &s };
                if let Err(e) = look.invariant() { panic!("{sc} {opts} game {n} ply {p}: {e} {:?}", s.step); }
                match look.node() {
                    Node::Over(o) => { wins[usize::from(o.side.unwrap())] += 1; break }
                    Node::Chance(d) => { let l = rng.luck(d); Play { t: &t, s: &mut s, j: &mut j }.resolve(l); }
                    Node::Decision(_) => {
                        legal.clear(); look.legal(&mut legal);
                        assert!(!legal.is_empty(), "game {n} dead end {:?}", s.step);
                        for w in legal.windows(2) { assert!(w[0] < w[1], "{:?} {w:?}", s.step); }
                        for &a in &legal { if let Err(r) = look.refuse(a) { panic!("{a:?} refused {r:?} in {:?}", s.step) } }
                        let a = legal[rng.index(legal.len())];
                        Play { t: &t, s: &mut s, j: &mut j }.apply(a);
                    }
                }
                p += 1;
                assert!(p < 30000, "too long {:?} turn {}", s.step, s.turn);
            }
            plies += p; maxp = maxp.max(p);
        }
        println!("scenario {sc} options {opts}: mean {} longest {maxp} wins {wins:?} {:?}", plies / 100, start.elapsed());
        }}
    }
}
