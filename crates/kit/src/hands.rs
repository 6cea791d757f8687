//! `Look` and `Play`: a position with the tables at hand, to read and to change.
// `Tables`, `State`, `Event`, `Step` and `Side` are those of the crate that calls the macro.
#![allow(clippy::crate_in_macro_def)]

/// Declares `Look`, to which every rules module adds its questions, and `Play`, to which it adds its steps.
#[macro_export]
macro_rules! look_and_play {
    () => {
        /// Reading a position with the tables at hand. Every module adds its questions.
        #[derive(Clone, Copy)]
        pub struct Look<'a> {
            /// The tables.
            pub t: &'a crate::tables::Tables,
            /// The position.
            pub s: &'a crate::state::State,
        }

        /// Changing a position with the tables and the journal at hand. Every module adds its steps.
        pub struct Play<'a> {
            /// The tables.
            pub t: &'a crate::tables::Tables,
            /// The position.
            pub s: &'a mut crate::state::State,
            /// What happens goes here.
            pub j: &'a mut kernel::Journal<crate::event::Event>,
        }

        impl Look<'_> {
            /// The legal actions as a list of its own.
            pub fn actions(self) -> Vec<crate::action::Action> {
                let mut actions = Vec::new();
                self.legal(&mut actions);
                actions
            }
        }

        impl Play<'_> {
            /// The position as it stands now, to ask questions.
            #[inline]
            pub fn look(&self) -> Look<'_> {
                Look { t: self.t, s: self.s }
            }

            /// Notes a fact that everybody may know.
            pub fn note(&mut self, rule: kernel::RuleRef, event: crate::event::Event) {
                self.j.note(rule, event);
            }

            /// Opens a step. Each step is opened in one file, which the page of the sequence of play names.
            pub fn go(&mut self, step: crate::sequence::Step) {
                self.s.step = step;
            }
        }
    };
}

/// Declares who sits where: side and seat agree unless the state's `swapped` says that a bid has changed them.
#[macro_export]
macro_rules! seats {
    () => {
        impl crate::state::State {
            /// The seat of a side.
            #[inline]
            pub fn seat(&self, side: crate::tables::Side) -> kernel::Seat {
                kernel::Seat(side as u8 ^ u8::from(self.swapped))
            }

            /// The side that a seat plays.
            #[inline]
            pub fn side_of(&self, seat: kernel::Seat) -> crate::tables::Side {
                crate::tables::Side::BOTH[usize::from(seat.0 ^ u8::from(self.swapped)) & 1]
            }
        }

        impl crate::state::Look<'_> {
            /// The seat of a side.
            #[inline]
            pub fn seat(self, side: crate::tables::Side) -> kernel::Seat {
                self.s.seat(side)
            }
        }
    };
}

/// Declares where units stand, for a state with `place` by unit, `here` by space and `occupied` by side, and tables with the
/// units `of` each side. A `Place` that is on the map is `On(space)`.
#[macro_export]
macro_rules! stands {
    () => {
        const _: () = {
            use board::{Member as _, Space};

            use crate::{
                state::{Look, Place, Play},
                tables::{Side, Spaces, Unit, Units},
            };

            impl Look<'_> {
                /// Where a unit is.
                #[inline]
                pub fn place(self, unit: Unit) -> Place {
                    self.s.place[unit.index()]
                }

                /// The space a unit stands in.
                #[inline]
                pub fn at(self, unit: Unit) -> Option<Space> {
                    match self.place(unit) {
                        Place::On(space) => Some(Space(u16::from(space))),
                        _ => None,
                    }
                }

                /// The units of a side in a space.
                #[inline]
                pub fn units(self, side: Side, space: Space) -> Units {
                    self.s.here[space.index()] & self.t.of[side.index()]
                }

                /// The spaces in which a side has units.
                #[inline]
                pub fn occupied(self, side: Side) -> Spaces {
                    self.s.occupied[side.index()]
                }
            }

            impl Play<'_> {
                /// Puts a unit somewhere else and keeps the derived sets right. Control is the caller's to settle.
                pub fn put(&mut self, unit: Unit, place: Place) {
                    let side = self.look().side(unit);
                    if let Place::On(from) = self.s.place[unit.index()] {
                        let from = Space(u16::from(from));
                        self.s.here[from.index()].remove(unit);
                        if (self.s.here[from.index()] & self.t.of[side.index()]).is_empty() {
                            self.s.occupied[side.index()].remove(from);
                        }
                    }
                    self.s.place[unit.index()] = place;
                    if let Place::On(to) = place {
                        let to = Space(u16::from(to));
                        self.s.here[to.index()].insert(unit);
                        self.s.occupied[side.index()].insert(to);
                    }
                }
            }
        };
    };
}
