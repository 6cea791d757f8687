//! Whole games kept as text, and records that do not fit.

use checks::{Golden, keeps_busy};
use slaughterhouse::Slaughterhouse;

const KEPT: &[Golden] = &[
    Golden::of("plain", &[], 1, &["10.6b"]),
    Golden::of("historical-weather", &["historical-weather"], 100, &["11.1G"]),
    Golden::of("bid", &["bid"], 200, &["20.2"]),
    Golden::of("uncertain-takeover", &["uncertain-takeover"], 300, &["20.3"]),
    Golden::of("everything", &["historical-weather", "bid", "uncertain-takeover"], 400, &["9.6.3"]),
];

// Players who do nothing only when they must, or now and then.
checks::goldens!(Slaughterhouse, KEPT, 60_000, |game, legal, mind| keeps_busy(
    game,
    legal,
    mind,
    &["pass", "done", "decline", "finish"]
));

#[test]
fn a_record_with_an_illegal_ply_is_refused_with_ply_and_case() {
    let goldens = goldens();
    let lines = goldens.parsed("plain").lines;
    let at = lines.iter().position(|line| line.starts_with("operate")).expect("somebody operates");
    for (text, case) in [("operate gomel", "(8.3.1)"), ("security minsk", "(6.1)")] {
        let says = goldens.refused_after("plain", |it| it.lines[at] = text.to_owned());
        assert!(says.contains(&format!("ply {} ('{text}')", at + 1)) && says.contains(case), "{says}");
    }
}
