//! How sure a share is, and whether two differ.

/// The 95 per cent Wilson interval of a share: `hits` out of `of`.
pub fn wilson(hits: u64, of: u64) -> [f64; 2] {
    wilson_of_points(hits as f64, of)
}

/// The same for points, where a draw is half of one. Draws vary less than wins and losses, so it is a little too wide.
pub fn wilson_of_points(points: f64, of: u64) -> [f64; 2] {
    if of == 0 {
        return [0.0, 1.0];
    }
    const Z: f64 = 1.959_963_985;
    let n = of as f64;
    let share = points / n;
    let scale = 1.0 + Z * Z / n;
    let middle = (share + Z * Z / (2.0 * n)) / scale;
    let spread = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    // Rounding must not push the share out of its own interval.
    [(middle - spread).clamp(0.0, share), (middle + spread).clamp(share, 1.0)]
}

/// The 95 per cent Clopper-Pearson interval: exact, and wider than Wilson's.
pub fn clopper_pearson(hits: u64, of: u64) -> [f64; 2] {
    if of == 0 {
        return [0.0, 1.0];
    }
    // The bounds are where the chance of so many hits, or more extreme, is 2.5 per cent.
    let search = |wanted: &dyn Fn(f64) -> bool| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if wanted(middle) { low = middle } else { high = middle }
        }
        (low + high) / 2.0
    };
    let low = if hits == 0 { 0.0 } else { search(&|p| 1.0 - at_most(hits - 1, of, p) < 0.025) };
    let high = if hits == of { 1.0 } else { search(&|p| at_most(hits, of, p) > 0.025) };
    [low, high]
}

/// The chance of at most `hits` of `of` when each hits with the chance `p`.
fn at_most(hits: u64, of: u64, p: f64) -> f64 {
    let (mut sum, mut log_choose) = (0.0, 0.0_f64);
    for k in 0..=hits {
        if k > 0 {
            log_choose += ((of - k + 1) as f64).ln() - (k as f64).ln();
        }
        sum += (log_choose + k as f64 * p.ln() + (of - k) as f64 * (-p).ln_1p()).exp();
    }
    sum.min(1.0)
}

/// The chance that chance alone splits the pairs that differ as unevenly as this (McNemar, exact, two-sided).
pub fn mcnemar(one: u64, other: u64) -> f64 {
    (2.0 * at_most(one.min(other), one + other, 0.5)).min(1.0)
}

/// The difference in Elo that a share of the points speaks of; without bound when one side won everything.
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// Mean and standard deviation.
pub fn spread(values: &[f64]) -> [f64; 2] {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n;
    [mean, variance.sqrt()]
}

/// The share of the variance of one that goes with the other: the square of their correlation.
pub fn explained(one: &[f64], other: &[f64]) -> f64 {
    let ([a, sa], [b, sb]) = (spread(one), spread(other));
    if sa == 0.0 || sb == 0.0 {
        return 0.0;
    }
    let n = one.len() as f64;
    let both = one.iter().zip(other).map(|(x, y)| (x - a) * (y - b)).sum::<f64>() / n;
    (both / (sa * sb)).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close([low, high]: [f64; 2], a: f64, b: f64) -> bool {
        (low - a).abs() < 5e-5 && (high - b).abs() < 5e-5
    }

    /// Reference values: Wilson 1927, computed with R's `prop.test(correct = FALSE)`.
    #[test]
    fn the_interval_agrees_with_the_textbook() {
        assert!(close(wilson(50, 100), 0.4038, 0.5962), "{:?}", wilson(50, 100));
        assert!(close(wilson(0, 10), 0.0, 0.2775), "{:?}", wilson(0, 10));
        assert!(close(wilson(10, 10), 0.7225, 1.0), "{:?}", wilson(10, 10));
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
        assert!(close(wilson_of_points(49.5, 99), 0.4034, 0.5966), "{:?}", wilson_of_points(49.5, 99));
        for of in 1..200 {
            assert_eq!((wilson(of, of)[1], wilson(0, of)[0]), (1.0, 0.0), "{of}");
        }
    }

    /// Reference values: R's `binom.test`.
    #[test]
    fn the_exact_interval_agrees_with_the_textbook() {
        assert!(close(clopper_pearson(50, 100), 0.3983, 0.6017), "{:?}", clopper_pearson(50, 100));
        assert!(close(clopper_pearson(0, 10), 0.0, 0.3085), "{:?}", clopper_pearson(0, 10));
        assert!(close(clopper_pearson(10, 10), 0.6915, 1.0), "{:?}", clopper_pearson(10, 10));
    }

    /// By hand: of ten coins, two or fewer show heads in 56 of 1024 cases.
    #[test]
    fn pairs_that_differ_are_tested_exactly() {
        assert!((mcnemar(2, 8) - 112.0 / 1024.0).abs() < 1e-9);
        assert!((mcnemar(5, 5) - 1.0).abs() < 1e-9);
        assert!((mcnemar(0, 0) - 1.0).abs() < 1e-9);
        assert!(mcnemar(10, 40) < 0.001);
    }

    #[test]
    fn luck_explains_all_or_nothing() {
        assert!((explained(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]) - 1.0).abs() < 1e-9);
        assert!(explained(&[1.0, 2.0, 1.0, 2.0], &[1.0, 1.0, 2.0, 2.0]) < 1e-9);
        assert!(explained(&[1.0, 1.0], &[1.0, 2.0]) < 1e-9);
        assert!((elo(0.5)).abs() < 1e-9 && (elo(10.0 / 11.0) - 400.0).abs() < 1e-6);
    }
}
