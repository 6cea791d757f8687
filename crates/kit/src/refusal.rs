//! Refusals: one line holds the facts, the case and the words.

use kernel::RuleRef;

/// A fact in the words of a refusal. Without tables a thing is called by its number.
pub trait Fact<Tables> {
    /// The fact as it stands in the sentence.
    fn show(&self, tables: Option<&Tables>) -> String;
}

impl<Tables> Fact<Tables> for u8 {
    fn show(&self, _: Option<&Tables>) -> String {
        self.to_string()
    }
}

impl<Tables> Fact<Tables> for RuleRef {
    fn show(&self, _: Option<&Tables>) -> String {
        self.to_string()
    }
}

/// Words as a sentence: a capital letter at the beginning, a full stop at the end.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map_or_else(String::new, |first| first.to_uppercase().to_string());
    format!("{first}{}.", letters.as_str())
}

/// Returns the refusal unless the condition holds.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $refusal:expr) => {
        if !$condition {
            return Err($refusal);
        }
    };
}

/// How the things of a game are called in refusals: by a word and a number without tables, else by their name.
#[macro_export]
macro_rules! names {
    ($tables:ty; $($type:ty => $word:literal, $name:expr;)*) => {
        $(impl $crate::Fact<$tables> for $type {
            fn show(&self, tables: Option<&$tables>) -> String {
                let name: fn(&$tables, $type) -> String = $name;
                match tables {
                    Some(tables) => name(tables, *self),
                    None => format!("{} {}", $word, self.index()),
                }
            }
        })*
    };
}

/// How other facts of a game are worded in refusals.
#[macro_export]
macro_rules! facts {
    ($tables:ty; $($type:ty => $show:expr;)*) => {
        $(impl $crate::Fact<$tables> for $type {
            fn show(&self, _: Option<&$tables>) -> String {
                let show: fn(&$type) -> String = $show;
                show(self)
            }
        })*
    };
}

/// Declares the refusals of a game with their case and their words; `{field}` is the fact of that name.
#[macro_export]
macro_rules! refusals {
    ($tables:ty;
     $($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* } $rule:expr => $says:expr;)*) => {
        /// Why an action is not legal.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Refusal {
            $($(#[$doc])* $name { $($field: $type),* },)*
        }

        impl Refusal {
            fn words(self, tables: Option<&$tables>) -> String {
                match self {
                    $(#[allow(unused_variables)] Refusal::$name { $($field),* } => {
                        $(let $field = $crate::Fact::show(&$field, tables);)*
                        format!($says)
                    })*
                }
            }

            /// The words with the names a player knows.
            pub fn in_words(self, t: &$tables) -> String {
                $crate::sentence(&self.words(Some(t)))
            }
        }

        impl ::std::fmt::Display for Refusal {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.words(None))
            }
        }

        impl kernel::Cited for Refusal {
            fn rule(&self) -> kernel::RuleRef {
                match *self {
                    $(#[allow(unused_variables)] Refusal::$name { $($field),* } => $rule,)*
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use kernel::{Cited, rule};

    use super::*;

    pub struct Names(&'static str);
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Hill(u8);

    impl Hill {
        fn index(self) -> u8 {
            self.0
        }
    }

    names! { Names; Hill => "hill", |names, _| names.0.to_owned(); }
    refusals! { Names;
        Steep { hill: Hill, most: u8 } rule!("3.1") => "{hill} is steep; {most} may climb";
        Elsewhere { rule: RuleRef } rule => "not here";
    }

    #[test]
    fn a_refusal_has_a_case_and_words_with_and_without_names() {
        let steep = Refusal::Steep { hill: Hill(7), most: 2 };
        assert_eq!(
            (steep.rule(), steep.to_string()),
            (rule!("3.1"), "hill 7 is steep; 2 may climb".to_owned())
        );
        assert_eq!(steep.in_words(&Names("élan hill")), "Élan hill is steep; 2 may climb.");
        assert_eq!(Refusal::Elsewhere { rule: rule!("9.9") }.rule(), rule!("9.9"));
    }

    #[test]
    fn ensure_returns_what_it_refuses() {
        let ask = |steep: bool| {
            ensure!(!steep, 3);
            Ok(())
        };
        assert_eq!((ask(true), ask(false)), (Err(3), Ok(())));
    }
}
