//! Map symbols for counters, in a frame of 52 by 34. What is `solid` is filled with the ink of the counter.

use view::SymbolSet;

/// One symbol: strokes and filled shapes, with or without the frame of a unit.
#[derive(Clone, Copy)]
pub(crate) struct Symbol {
    pub framed: bool,
    pub strokes: &'static str,
    pub solid: &'static str,
}

const fn framed(strokes: &'static str, solid: &'static str) -> Symbol {
    Symbol { framed: true, strokes, solid }
}

const fn bare(strokes: &'static str, solid: &'static str) -> Symbol {
    Symbol { framed: false, strokes, solid }
}

/// The symbol of that name in a set. Kinds without a Soviet sign keep the NATO one.
pub(crate) fn symbol(set: SymbolSet, name: &str) -> Option<Symbol> {
    match set {
        SymbolSet::Nato => nato(name),
        SymbolSet::Soviet => soviet(name).or_else(|| nato(name)),
    }
}

const CROSS: &str = "M0 0 52 34M52 0 0 34";

fn nato(name: &str) -> Option<Symbol> {
    Some(match name {
        "infantry" => framed(CROSS, ""),
        "armor" => framed("M10 17a16 9 0 1 0 32 0a16 9 0 1 0-32 0z", ""),
        "mechanized" => framed("M0 0 52 34M52 0 0 34M10 17a16 9 0 1 0 32 0a16 9 0 1 0-32 0z", ""),
        "motorized" => framed(
            CROSS,
            "M8.5 40a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM34.5 40a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
        ),
        "artillery" => framed("", "M19 17a7 7 0 1 0 14 0a7 7 0 1 0-14 0z"),
        "rocket" => framed("M15 26 26 16 37 26M15 17 26 7 37 17", ""),
        "dive_bomber" => framed("", "M26 17C18 5 7 6 7 17S18 29 26 17 45 6 45 17 34 29 26 17Z"),
        "headquarters" => framed("M0 34V41", "M0 0H52V11H0Z"),
        "pioneer" => framed("M12 25V11H40V25M26 11V22", ""),
        "machine_gun" => framed("M26 29V7M19 14 26 6 33 14M17 29H35", ""),
        "cavalry" => framed("M0 34 52 0", ""),
        "mountain" => framed(CROSS, "M26 17 37 34H15Z"),
        "heavy_weapons" => framed("M26 23V6M19 13 26 5 33 13M22 27a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", ""),
        "supply" => framed("M0 25H52", ""),
        "truck" => bare(
            "M2 8H32V28H2ZM32 14H43L50 21V28H32Z",
            "M7 31a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM35 31a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
        ),
        "partisan" | "Part." => bare("M8 34 44 0M33 0H44V11", "M10 4h10v10H10zM32 22h10v10H32z"),
        "militia" => framed("M0 0 52 34M52 0 0 34M26 0V34", ""),
        "airborne" => framed("M0 0 52 34M52 0 0 34M18 31q4-5 8 0 4-5 8 0", ""),
        "anti_tank" => framed("M0 34 26 0 52 34", ""),
        "mortar" => framed("M26 28V8M20 14 26 7 32 14M20 28h12", ""),
        "bomber" => framed("M26 6V30M8 17 26 11 44 17", "M20 28h12v4H20z"),
        "commissar" | "Comm." => bare("", "M12-4H40V20L26 38 12 20Z"),
        "rail" | "Rail" => bare("M14-2V36M38-2V36M8 4H44M8 13H44M8 22H44M8 31H44", ""),
        "garrison" => framed(CROSS, "M0 0H8V8H0ZM15 0H23V8H15ZM29 0H37V8H29ZM44 0H52V8H44Z"),
        "leader" => bare("", "M26-5 32 11 49 12 36 22 40 39 26 30 12 39 16 22 3 12 20 11Z"),
        "sniper" => bare("M11 17a15 15 0 1 0 30 0a15 15 0 1 0-30 0zM26-3V11M26 23V37M6 17H20M32 17H46", ""),
        "rpg" => bare("M0 17H24M6 10V24", "M24 8H32L52 17 32 26H24Z"),
        "flame" => bare(
            "",
            "M27-4C30 8 44 12 40 26 38 34 32 38 26 38 18 38 12 33 12 25 12 16 20 15 19 5 24 8 27 13 26 19 30 14 30 5 27-4Z",
        ),
        _ => return None,
    })
}

/// Rhombs for tracks, pennants for command, arrows for arms on foot.
fn soviet(name: &str) -> Option<Symbol> {
    Some(match name {
        "armor" => bare("", "M1 17 26 1 51 17 26 33Z"),
        "mechanized" => bare("M1 17 26 1 51 17 26 33ZM26 1V33", ""),
        "motorized" => bare("M1 17 26 1 51 17 26 33ZM1 17H51", ""),
        "infantry" => bare("M26 36V4M17 13 26 3 35 13M8 30A18 16 0 0 1 44 30", ""),
        "machine_gun" => bare("M26 36V4M17 13 26 3 35 13M16 24H36M16 31H36", ""),
        "heavy_weapons" => bare("M26 26V2M17 11 26 1 35 11M21 31a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", ""),
        "artillery" => bare("M12 6V28M40 6V28M12 17H40M26 17V-2", ""),
        "headquarters" => bare("M10 38V0", "M10 0H44V20H10Z"),
        "leader" => bare("M12 38V0", "M12 0 46 11 12 22Z"),
        "rpg" => bare("M26 38V2M17 11 26 1 35 11M18 22H34", ""),
        "flame" => bare("M26 38V22M26 22C12 18 20 8 26-2 32 8 40 18 26 22Z", ""),
        "sniper" => bare("M26 38V8M12 17a14 14 0 1 0 28 0a14 14 0 1 0-28 0zM6 17H46", ""),
        _ => return None,
    })
}
