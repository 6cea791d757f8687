//! A host that cheats by the book of cheating, and does its sums well: every hash is recomputed for what it claims.

use crate::host::{Played, bytes, play};
use kernel::{Draw, Luck, Node, Record, Rng};
use proof::{Aside, Chain, Doubt, Event, Genesis, Kept, Proof, What, kinds, verify, woven};

const MATCHES: u64 = 12;

fn each(mut test: impl FnMut(&dyn kernel::erased::AnyGame, &mut Rng)) {
    for id in games::ids() {
        let game = games::open(id, &kernel::data::Overlay::none()).unwrap();
        (0..MATCHES).for_each(|number| test(&*game, &mut Rng::new(number, 13)));
    }
}

/// What the host publishes after he changed something: marks, hashes and kinds fit.
fn published(of: &Played, record: &Record, asides: &[Aside]) -> Proof {
    let woven = woven(&record.lines, asides).unwrap();
    Proof::new(&of.genesis, of.secret, &woven, &kinds(&*of.play)).opened(of.secret)
}

#[test]
fn a_roll_that_is_made_again_is_found() {
    let mut caught = 0;
    each(|game, rng| {
        let spoil = rng.below(6);
        let (mut drawn, mut spoiled) = (0, None);
        let played = play(game, rng, &mut |draw, luck| {
            drawn += 1;
            if drawn - 1 != spoil || draw.count() == 1 {
                return luck;
            }
            spoiled = Some(drawn);
            Luck((luck.0 + 1) % draw.count())
        });
        let Some(number) = spoiled else { return };
        let fault = verify(&played.record, &played.proof, None, &Kept::default()).unwrap_err();
        let ply = fault.ply.unwrap();
        let draws = played.record.lines[..ply].iter().filter(|line| line.starts_with("* ")).count();
        assert!(matches!(fault.what, What::Die { .. }) && draws as u64 == number, "{fault}");
        caught += 1;
    });
    assert!(caught > 30, "{caught}");
}

#[test]
fn another_order_is_found_by_the_rolls_after_it_and_by_what_a_player_kept() {
    let (mut by_dice, mut by_memory) = (0, 0);
    each(|game, rng| {
        let played = play(game, rng, &mut |_, luck| luck);
        let lines = &played.record.lines;
        let acts = |at: &usize| !lines[*at].starts_with("* ") && !lines[at + 1].starts_with("* ");
        let swaps: Vec<usize> =
            (0..lines.len() - 1).filter(acts).filter(|&at| lines[at] != lines[at + 1]).collect();
        if swaps.is_empty() {
            return;
        }
        let at = swaps[rng.index(swaps.len())];
        let mut record = played.record.clone();
        record.lines.swap(at, at + 1);
        let forged = published(&played, &record, &played.asides);
        // A die may fall alike by chance: then a later one shows it.
        if let Err(fault) = verify(&record, &forged, None, &Kept::default()) {
            assert!(matches!(fault.what, What::Die { .. }) && fault.ply.unwrap() > at, "{fault}");
            by_dice += 1;
        }
        let fault = verify(&record, &forged, None, &played.kept).unwrap_err();
        assert!(matches!(fault.what, What::Die { .. } | What::Head), "{fault}");
        by_memory += 1;
    });
    assert!(by_dice > 20 && by_memory >= by_dice, "{by_dice} {by_memory}");
}

#[test]
fn a_salt_of_the_hosts_own_is_found_by_its_owner() {
    each(|game, rng| {
        let played = play(game, rng, &mut |_, luck| luck);
        // He used another salt from the beginning: all his sums are right.
        let mine = Kept { salts: vec![(played.kept.salts[0].0, bytes(rng))], ..Kept::default() };
        assert!(verify(&played.record, &played.proof, None, &Kept::default()).is_ok());
        assert_eq!(verify(&played.record, &played.proof, None, &mine).unwrap_err().what, What::Salt);
        // He left it out: for a seat that has none, and for one whose salt is swapped afterwards.
        let nobody = Kept { salts: vec![(9, bytes(rng))], ..Kept::default() };
        assert_eq!(verify(&played.record, &played.proof, None, &nobody).unwrap_err().what, What::Salt);
        let mut asides = played.asides.clone();
        let Aside::Salt { salt, .. } = &mut asides[0] else { panic!("the first aside is a salt") };
        *salt = bytes(rng);
        let forged = published(&played, &played.record, &asides);
        if played.record.lines.iter().any(|line| line.starts_with("* ")) {
            let fault = verify(&played.record, &forged, None, &Kept::default()).unwrap_err();
            assert!(matches!(fault.what, What::Die { .. }), "{fault}");
        }
    });
}

#[test]
fn another_secret_is_found_by_whoever_kept_the_commitment() {
    each(|game, rng| {
        let played = play(game, rng, &mut |_, luck| luck);
        // A secret that was chosen when the salts were known has another digest than the one that was published.
        let published = Kept { commitment: Some(bytes(rng)), ..Kept::default() };
        let fault = verify(&played.record, &played.proof, None, &published).unwrap_err();
        assert_eq!((fault.entry, fault.what), (0, What::Commitment));
        let genesis = Genesis { commitment: published.commitment.unwrap(), ..played.genesis.clone() };
        let woven = woven(&played.record.lines, &played.asides).unwrap();
        let forged = Proof::new(&genesis, played.secret, &woven, &kinds(&*played.play)).opened(played.secret);
        let fault = verify(&played.record, &forged, None, &published).unwrap_err();
        assert_eq!((fault.entry, fault.what), (0, What::Secret));
    });
}

#[test]
fn a_secret_that_is_withheld_is_told() {
    each(|game, rng| {
        let played = play(game, rng, &mut |_, luck| luck);
        let sealed = Proof { secret: None, ..played.proof.clone() };
        let verdict = verify(&played.record, &sealed, None, &Kept::default()).unwrap();
        assert_eq!((verdict.doubt(true), verdict.doubt(false)), (Some(Doubt::Withheld), Some(Doubt::Sealed)));
        assert!(
            !matches!(played.play.node(), Node::Chance(_)) || played.record.lines.len() >= crate::host::PLIES
        );
    });
}

#[test]
fn a_step_back_that_is_hidden_is_found() {
    let mut caught = 0;
    each(|game, rng| {
        let played = play(game, rng, &mut |_, luck| luck);
        let salts: Vec<Aside> =
            played.asides.iter().filter(|aside| matches!(aside, Aside::Salt { .. })).cloned().collect();
        if salts.len() == played.asides.len() {
            return;
        }
        let forged = published(&played, &played.record, &salts);
        let fault = verify(&played.record, &forged, None, &played.kept).unwrap_err();
        assert!(matches!(fault.what, What::Die { .. } | What::Head), "{fault}");
        caught += 1;
    });
    assert!(caught > 20, "{caught}");
}

/// Each entry makes another roll of the next one: a host who could add entries of nothing would take the roll he likes.
#[test]
fn a_roll_that_is_tried_out_by_taking_nothing_back_is_found() {
    let mut caught = 0;
    each(|game, rng| {
        let played = play(game, rng, &mut |_, luck| luck);
        let drawn = kinds(&*played.play);
        let Some((&ply, &draw)) = drawn.iter().find(|(_, draw)| draw.count() > 1) else { return };
        let salt = played.asides[0].clone();
        assert!(matches!(salt, Aside::Salt { at: 0, .. }));
        for lost in [Vec::new(), vec![("* 1".to_owned(), Some(Draw::Cup { tokens: 1 }))]] {
            let mut chain = Chain::new(&played.genesis, played.secret);
            let mut lines = played.record.lines[..ply].to_vec();
            chain.add(&salt.event());
            lines.iter().for_each(|line| chain.add(&Event::Line(line.clone())));
            let (unwanted, mut asides) = (chain.luck(draw), vec![salt.clone()]);
            while chain.luck(draw) == unwanted {
                let cut = Aside::Cut { at: ply, lost: lost.clone() };
                lost.iter().for_each(|(line, _)| chain.add(&Event::Line(line.clone())));
                chain.add(&cut.event());
                asides.push(cut);
            }
            lines.push(format!("* {}", draw.write(chain.luck(draw))));
            let record = Record { lines, ..played.record.clone() };
            let forged = published(&played, &record, &asides);
            let fault = verify(&record, &forged, None, &Kept::default()).unwrap_err();
            assert_eq!((fault.ply, fault.what), (None, What::Impossible));
            caught += 1;
        }
    });
    assert!(caught > 20, "{caught}");
}
