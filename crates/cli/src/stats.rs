//! How sure a share is.

/// The 95 per cent Wilson interval of a share: `hits` out of `of`.
pub fn wilson(hits: u64, of: u64) -> [f64; 2] {
    if of == 0 {
        return [0.0, 1.0];
    }
    const Z: f64 = 1.959_963_985;
    let n = of as f64;
    let share = hits as f64 / n;
    let scale = 1.0 + Z * Z / n;
    let middle = (share + Z * Z / (2.0 * n)) / scale;
    let spread = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    [(middle - spread).max(0.0), (middle + spread).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::wilson;

    /// Reference values: Wilson 1927, computed with R's `prop.test(correct = FALSE)`.
    #[test]
    fn the_interval_agrees_with_the_textbook() {
        let close = |[low, high]: [f64; 2], a: f64, b: f64| (low - a).abs() < 5e-5 && (high - b).abs() < 5e-5;
        assert!(close(wilson(50, 100), 0.4038, 0.5962), "{:?}", wilson(50, 100));
        assert!(close(wilson(0, 10), 0.0, 0.2775), "{:?}", wilson(0, 10));
        assert!(close(wilson(10, 10), 0.7225, 1.0), "{:?}", wilson(10, 10));
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
    }
}
