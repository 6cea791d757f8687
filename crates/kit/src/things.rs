//! The things a game counts: sides, kinds with words, numbered counters.

/// An enumeration whose members have an id and a name that people read.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident: $case:literal { $($(#[$doc:meta])* $member:ident = $id:literal, $says:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ::serde::Deserialize)]
        #[serde(rename_all = $case)]
        pub enum $name {
            $($(#[$doc])* $member,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [$name; [$($id),*].len()] = [$($name::$member),*];

            /// Its place in [`Self::ALL`].
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The id in records, views and examples.
            pub const fn id(self) -> &'static str {
                [$($id),*][self.index()]
            }

            /// The name people read.
            pub const fn name(self) -> &'static str {
                [$($says),*][self.index()]
            }

            /// The member with this id.
            pub fn of_id(id: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|it| it.id() == id)
            }
        }
    };
}

/// The two sides of a game, in the order of their seats.
#[macro_export]
macro_rules! two_sides {
    ($(#[$meta:meta])* $name:ident { $one:ident = $one_id:literal, $one_says:literal; $other:ident = $other_id:literal, $other_says:literal; }) => {
        $crate::words! {
            $(#[$meta])*
            $name: "lowercase" { $one = $one_id, $one_says; $other = $other_id, $other_says; }
        }

        impl $name {
            /// Both sides, in the order of their seats.
            pub const BOTH: [$name; 2] = $name::ALL;

            /// Their ids and names.
            pub fn parties() -> [(&'static str, &'static str); 2] {
                $name::BOTH.map(|side| (side.id(), side.name()))
            }

            /// The other side.
            pub const fn enemy(self) -> $name {
                match self {
                    $name::$one => $name::$other,
                    $name::$other => $name::$one,
                }
            }
        }
    };
}

/// A thing known by its number, such as a counter: a member of sets.
#[macro_export]
macro_rules! numbered {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u8);

        impl ::board::Member for $name {
            fn at(index: usize) -> $name {
                $name(index as u8)
            }

            fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}
