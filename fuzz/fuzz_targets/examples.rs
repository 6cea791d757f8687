#![no_main]

#[allow(dead_code)]
#[path = "../../crates/games/tests/corpus/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| targets::examples(text));
