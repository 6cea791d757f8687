//! Colours of the sides. One is dark with light ink, the other light with dark ink, in every game.

use view::Tone;

/// What one side's counters are painted with.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    pub fill: &'static str,
    pub ink: &'static str,
    pub edge: &'static str,
}

/// Both sides of a game.
#[derive(Clone, Copy)]
pub(crate) struct Palette {
    dark: Paint,
    light: Paint,
}

pub(crate) const PAPER: &str = "#fdfcf8";
pub(crate) const INK: &str = "#211c15";
pub(crate) const CHOSEN: &str = "#f5b301";

const SLATE: Paint = Paint { fill: "#4d6072", ink: "#fff", edge: "#26323d" };
const SAND: Paint = Paint { fill: "#e3bd77", ink: "#2b1c05", edge: "#7d5a1c" };

impl Palette {
    pub(crate) const STANDARD: Palette = Palette { dark: SLATE, light: SAND };

    pub(crate) fn of(game: &str) -> Palette {
        match game {
            "bear-trap" => Palette {
                dark: Paint { fill: "#1f6157", ink: "#fff", edge: "#0d332d" },
                light: Paint { fill: "#e9b98c", ink: "#331705", edge: "#8b4e1f" },
            },
            "strike-the-bear" | "slaughterhouse" | "the-year-before" => {
                Palette { dark: SLATE, light: Paint { fill: "#eba593", ink: "#3a0d05", edge: "#963a28" } }
            }
            _ => Palette::STANDARD,
        }
    }

    pub(crate) fn paint(self, tone: Tone) -> Paint {
        match tone {
            Tone::Dark => self.dark,
            Tone::Light => self.light,
        }
    }
}
