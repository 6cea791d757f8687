//! A report and a film of a random match of every game.

use kernel::{Draw, Node, Players, Rng, Viewer, data::Overlay, erased::AnyMatch};
use story::{Chance, Tale, film, html, markdown, rolls};

fn played(game: &games::Opened, plies: usize) -> Box<dyn AnyMatch> {
    let mut rng = Rng::new(5, 0);
    let mut play = game.start(None, &[], Players::default()).unwrap();
    while play.seq() < plies {
        play.roll(&mut rng);
        let Node::Decision(seat) = play.node() else { break };
        let legal = play.legal();
        play.play(seat, &legal[rng.index(legal.len())]).unwrap();
    }
    play.roll(&mut rng);
    play
}

#[test]
fn every_game_has_its_story() {
    for id in games::ids() {
        let game = games::open(id, &Overlay::none()).unwrap();
        let play = played(&game, 220);
        let says = Some(["this".to_owned(), "that <b>".to_owned()]);
        let chance = |ply: usize| Chance {
            ply,
            seat: ply / 10 % 2,
            chance: (ply * 4) as u16,
            loss: 9,
            says: says.clone(),
        };
        let tale = Tale::new(&*game, &*play, Viewer::Umpire, vec![chance(10), chance(60), chance(200)]);
        assert!(!tale.chapters.is_empty(), "{id}");
        let cited = tale.chapters.iter().flat_map(|it| &it.sentences).filter(|it| !it.case.is_empty());
        assert!(cited.count() > 5, "{id}: sentences cite their cases");
        let page = html(&tale);
        assert!(page.contains("Luck apart from skill") && page.contains("Decision by decision"), "{id}");
        assert!(page.contains(&game.about().title) && page.contains("that &lt;b&gt;"), "{id}");
        assert_eq!(page.matches("<use href=\"#map\"/>").count(), tale.figures.len(), "{id}");
        let pictures: usize = tale.figures.iter().map(|figure| figure.svg.len()).sum();
        assert!(tale.figures.len() > 1 && page.len() < pictures, "{id}: what maps share is drawn once");
        let text = markdown(&tale);
        assert!(
            text.starts_with("# ")
                && text.contains("## The dice")
                && text.contains("## Luck apart")
                && !text.contains("<svg"),
            "{id}"
        );
        let moving = film(&*game, &*play, Viewer::Umpire);
        assert!(moving.contains("DecompressionStream") && !moving.contains("{{"), "{id}");
        println!("{id}: report {} kB, film {} kB", page.len() / 1000, moving.len() / 1000);
    }
}

#[test]
fn dice_are_counted_exactly() {
    let (mut told, mut made) = (0, 0);
    for id in games::ids() {
        let game = games::open(id, &Overlay::none()).unwrap();
        let play = played(&game, 400);
        let record = play.record();
        let kinds = proof::kinds(&*play);
        let dice = |draw: &Draw| matches!(draw, Draw::Dice { .. });
        let pips: u64 = kinds
            .iter()
            .filter(|(_, draw)| dice(draw))
            .flat_map(|(&ply, _)| record.lines[ply][2..].split(' ').map(|face| face.parse::<u64>().unwrap()))
            .sum();
        let all = rolls(&*play, Viewer::Umpire);
        let counted: u64 = all.iter().map(|it| it.sum).sum();
        let thrown: u32 = all.iter().map(|it| it.rolls).sum();
        let drawn = kinds.values().filter(|draw| dice(draw)).count();
        println!("{id}: {thrown} of {drawn} throws are told");
        assert!(counted <= pips && thrown as usize <= drawn, "{id}");
        (told, made) = (told + thrown as usize, made + drawn);
        for it in &all {
            let draw = proof::read_kind(&it.dice).unwrap();
            let Draw::Dice { n, sides } = draw else { panic!("{id}: {}", it.dice) };
            // The mean and the variance again, from every outcome there is.
            let sums: Vec<f64> = (0..draw.count())
                .map(|luck| draw.faces(kernel::Luck(luck)).into_iter().map(f64::from).sum())
                .collect();
            let mean = sums.iter().sum::<f64>() / sums.len() as f64;
            let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / sums.len() as f64;
            let rolls = f64::from(it.rolls);
            assert!((it.expected - rolls * mean).abs() < 1e-6, "{id}: {n}d{sides}");
            let z = (it.sum as f64 - rolls * mean) / (rolls * variance).sqrt();
            assert!((it.z - z).abs() < 1e-6, "{id}: {z} {}", it.z);
        }
    }
    assert!(told * 20 >= made * 19, "the journal tells whose throws they are: {told} of {made}");
}
