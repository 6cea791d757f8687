//! How far long work has come: on the terminal's error stream, and nowhere else.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for this many steps; hidden in a pipe.
pub fn bar(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec} {eta}");
    let bar = ProgressBar::new(steps);
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}

/// A sign of life for work without steps; hidden in a pipe.
pub fn spinner() -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    // A hidden spinner needs no ticking, and ticking would disturb what is measured more often than this.
    if !spinner.is_hidden() {
        spinner.enable_steady_tick(Duration::from_millis(500));
    }
    spinner
}
