//! Tables that say where their numbers come from.

use kernel::TableAbout;

/// Declares the struct of a table, with its source and whether it is ours.
#[macro_export]
macro_rules! chart {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $field:ident : $type:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            pub(crate) source: String,
            pub(crate) reconstructed: bool,
            $($(#[$doc])* pub $field: $type,)*
        }
    };
}

/// Declares structs that are read from TOML as they stand; a key that they do not have is an error.
#[macro_export]
macro_rules! raw {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident { $($body:tt)* })*) => {
        $($(#[$meta])*
        #[derive(Clone, Debug, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $vis struct $name { $($body)* })*
    };
}

/// Adds to a list where tables of a file come from, each by its key.
#[macro_export]
macro_rules! sources {
    ($list:expr, $file:expr; $($key:literal => $table:expr),* $(,)?) => {
        $($crate::Sources::add(&mut *$list, $file, $key, $table.reconstructed, &$table.source);)*
    };
}

/// A list of where tables come from.
pub trait Sources {
    /// Adds a table of a file by its key.
    fn add(&mut self, file: &str, key: &str, reconstructed: bool, source: &str);
}

impl Sources for Vec<TableAbout> {
    fn add(&mut self, file: &str, key: &str, reconstructed: bool, source: &str) {
        self.push(TableAbout {
            file: file.rsplit('/').next().unwrap_or(file).to_owned(),
            key: key.to_owned(),
            reconstructed,
            source: source.to_owned(),
        });
    }
}

/// Declares the files of the game's folder `data/` that an overlay may change: a constant each, `FILES` with all of
/// them, and `read`, which reads one, the overlay's values over the built-in ones.
#[macro_export]
macro_rules! files {
    ($game:literal; $($name:ident = $file:literal;)*) => {
        $(pub const $name: &str = concat!($game, "/", $file);)*

        /// The files of the data folder that an overlay may change.
        pub const FILES: &[&str] = &[$($name),*];

        /// Reads a file, the overlay's values over the built-in ones.
        pub(crate) fn read<T: ::serde::de::DeserializeOwned>(
            file: &str,
            overlay: &kernel::data::Overlay,
        ) -> ::std::result::Result<T, kernel::data::DataError> {
            let builtin = match file {
                $($name => include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $file)),)*
                _ => unreachable!("{file} is declared"),
            };
            kernel::data::load(file, builtin, overlay.get(file))
        }
    };
}
