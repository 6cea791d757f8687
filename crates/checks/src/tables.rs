//! Tables that are refused, with file, key and reason.

use kernel::data::{DataError, Overlay};

/// An overlay of one file of a game's data.
pub fn with(game: &str, file: &str, text: &str) -> Overlay {
    let mut overlay = Overlay::none();
    overlay.insert(&format!("{game}/{file}"), text);
    overlay
}

/// Loads the game with each of these texts over its file (file, text, key, reason): every one is refused with an error
/// that names a file of the game, the key and the reason.
pub fn refuses<G>(
    game: &str,
    load: fn(&Overlay) -> Result<G, DataError>,
    kinds: &[(&str, &str, &str, &str)],
) {
    for (file, text, key, reason) in kinds {
        let Err(error) = load(&with(game, file, text)) else { panic!("{game}/{file} takes\n{text}") };
        assert!(error.file.starts_with(&format!("{game}/")), "{error}");
        assert!(error.key.contains(key), "key of {error}\nshould name {key}");
        assert!(
            error.reason.contains(reason) && !error.reason.is_empty(),
            "{error}\nshould speak of {reason}"
        );
        assert!(error.to_string().contains(&error.key), "{error}");
    }
}
