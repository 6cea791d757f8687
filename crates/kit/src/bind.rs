//! A game's parts bound to the contract: `game!`, `rules!`, `table!`. The macros name the parts where every game has them: `Look` and `Play` of
//! `state.rs`, `Action` of `action.rs`, and the functions of `view.rs`, `query.rs`, `prose.rs` and `arrange.rs`.
// The parts are those of the crate that calls the macro.
#![allow(clippy::crate_in_macro_def)]

/// Declares a game by its id: its tables, what it says of itself, its rulebook and the names that its views repeat. The crate's
/// `about(&Tables)` makes the second, without revision, tables and fingerprint.
#[macro_export]
macro_rules! game {
    ($(#[$meta:meta])* $game:ident, $id:literal) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $game {
            t: crate::tables::Tables,
            about: kernel::About,
            book: kernel::rules::Rulebook,
            names: crate::board_view::Names,
        }

        impl $game {
            /// The files of its data folder that an overlay may change.
            pub const FILES: &[&str] = crate::tables::FILES;

            /// Loads the tables, the overlay's values over the built-in ones, and checks that they fit together.
            pub fn load(
                overlay: &kernel::data::Overlay,
            ) -> ::std::result::Result<$game, kernel::data::DataError> {
                let t = crate::tables::Tables::load(overlay)?;
                let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/rules.toml"));
                let book = kernel::rules::Rulebook::parse(concat!($id, "/rules.toml"), text)?;
                let about = kernel::About {
                    id: $id.to_owned(),
                    revision: book.book.revision,
                    data: overlay.fingerprint($game::FILES),
                    tables: t.sources.clone(),
                    ..about(&t)
                };
                let names = crate::board_view::Names::new(&t);
                Ok($game { t, about, book, names })
            }
        }
    };
}

/// Binds a game with its tables in `t` to `kernel::Rules` and `kernel::Notation`. Between the braces stand `setup`,
/// `redeal` and whatever else the game does in its own way.
#[macro_export]
macro_rules! rules {
    // Units act in many clicks: the game's `Look` knows `actor` and `stand`.
    ($game:ident acts { $($own:tt)* }) => {
        $crate::rules!($game {
            fn actor(&self, state: &State, action: Action) -> Option<u16> {
                self.look(state).actor(action)
            }

            fn stand(&self, state: &State, unit: u16) -> Option<kernel::Stand> {
                self.look(state).stand(unit)
            }

            $($own)*
        });
    };
    ($game:ident { $($own:tt)* }) => {
        const _: () = {
            use crate::{action::Action, event::Event, refusal::Refusal, state::{Look, Play, State}};

            impl $game {
                /// The tables.
                pub fn tables(&self) -> &crate::tables::Tables {
                    &self.t
                }

                /// A position with the tables at hand, to ask questions.
                pub fn look<'a>(&'a self, s: &'a State) -> Look<'a> {
                    Look { t: &self.t, s }
                }
            }

            impl kernel::Rules for $game {
                type State = State;
                type Action = Action;
                type Event = Event;
                type Refusal = Refusal;

                fn node(&self, state: &State) -> kernel::Node {
                    self.look(state).node()
                }

                fn legal(&self, state: &State, out: &mut Vec<Action>) {
                    out.clear();
                    self.look(state).legal(out);
                }

                fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
                    self.look(state).refuse(action).err()
                }

                fn apply(&self, state: &mut State, action: Action, journal: &mut kernel::Journal<Event>) {
                    Play { t: &self.t, s: state, j: journal }.apply(action);
                }

                fn resolve(&self, state: &mut State, luck: kernel::Luck, journal: &mut kernel::Journal<Event>) {
                    Play { t: &self.t, s: state, j: journal }.resolve(luck);
                }

                fn turn(&self, state: &State) -> u16 {
                    u16::from(state.turn)
                }

                fn step(&self, state: &State) -> &'static str {
                    self.look(state).step_name()
                }

                fn invariant(&self, state: &State) -> ::std::result::Result<(), String> {
                    self.look(state).invariant()
                }

                $($own)*
            }

            impl kernel::Notation for $game {
                fn write(&self, action: Action) -> String {
                    action.write(&self.t)
                }

                fn read(&self, text: &str) -> ::std::result::Result<Action, kernel::Unreadable> {
                    Action::read(&self.t, text)
                }
            }
        };
    };
}

/// Binds a game with `about` and `book` beside its tables to `kernel::Table`, with the functions that make its board and its
/// picture. With `open` at the end nothing is hidden from anybody: `position` does not look at its viewer.
#[macro_export]
macro_rules! table {
    ($game:ident, $board:expr, $art:expr, open) => {
        $crate::table!(@ $game, $board, $art, true);
    };
    ($game:ident, $board:expr, $art:expr) => {
        $crate::table!(@ $game, $board, $art, false);
    };
    (@ $game:ident, $board:expr, $art:expr, $open:literal) => {
        const _: () = {
            use crate::{event::Event, refusal::Refusal, state::State};

            impl kernel::Table for $game {
                fn about(&self) -> &kernel::About {
                    &self.about
                }

                fn rulebook(&self) -> &kernel::rules::Rulebook {
                    &self.book
                }

                fn board(&self) -> ::view::Board {
                    let board: fn(&$game) -> ::view::Board = $board;
                    board(self)
                }

                fn art(&self) -> ::view::Art {
                    let art: fn(&$game) -> ::view::Art = $art;
                    art(self)
                }

                fn position(&self, state: &State, viewer: kernel::Viewer) -> ::view::View {
                    crate::view::position(self, state, viewer)
                }

                fn offers(&self, state: &State, seat: kernel::Seat) -> Vec<::view::Offer> {
                    crate::view::offers(self, state, seat)
                }

                fn side(&self, state: &State, seat: kernel::Seat) -> ::view::Name {
                    crate::view::side(self, state, seat)
                }

                fn is_open(&self) -> bool {
                    $open
                }

                fn query(
                    &self,
                    state: &State,
                    viewer: kernel::Viewer,
                    query: &::view::Query,
                ) -> ::std::result::Result<::view::Overlay, kernel::Unreadable> {
                    crate::query::answer(self.look(state), viewer, query)
                }

                fn tell(&self, entry: &kernel::Entry<Event>) -> ::view::Line {
                    use crate::prose::{manner, meaning, says};
                    let (rank, side, dice) = manner(&self.t, entry.event);
                    let manner = (rank, side.map(crate::tables::Side::id), dice);
                    $crate::line(entry, says(&self.t, entry.event), manner, meaning(&self.t, entry.event))
                }

                fn explain(&self, refusal: &Refusal) -> String {
                    refusal.in_words(&self.t)
                }

                fn vocabulary(&self) -> ::view::study::Vocabulary {
                    crate::arrange::vocabulary(&self.t)
                }

                fn arrange(
                    &self,
                    state: &mut State,
                    position: &kernel::example::Position,
                ) -> ::std::result::Result<(), kernel::Misplaced> {
                    let mut journal = kernel::Journal::disabled();
                    crate::arrange::arrange(
                        &mut crate::state::Play { t: &self.t, s: state, j: &mut journal },
                        position,
                    )
                }
            }
        };
    };
}
