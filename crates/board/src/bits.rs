//! Sets of small numbers.

use std::{
    fmt,
    marker::PhantomData,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign},
};

use crate::Space;

/// Something a set can hold: a space, a unit, anything numbered from zero without large gaps.
pub trait Member: Copy + Ord {
    /// The member with this number.
    fn at(index: usize) -> Self;
    /// The number of this member.
    fn index(self) -> usize;
}

impl Member for usize {
    fn at(index: usize) -> Self {
        index
    }

    fn index(self) -> usize {
        self
    }
}

/// A set of up to `64 * W` members, as plain data: copied, compared and hashed like a number.
///
/// It holds [`Space`]s unless told otherwise, so a set of spaces and a set of units cannot be mixed up.
/// `|` unites, `&` intersects, `-` takes away and `^` leaves what is in exactly one of two sets.
///
/// ```
/// use board::{Bits, Space};
///
/// let town: Bits<1> = [Space(3), Space(9), Space(4)].into_iter().collect();
/// let held = Bits::one(Space(4)) | Bits::one(Space(7));
/// assert_eq!((town - held).len(), 2);
/// assert_eq!((town & held).first(), Some(Space(4)));
/// assert!((town ^ held).contains(Space(7)));
/// assert!(town.iter().eq([Space(3), Space(4), Space(9)]));
/// ```
///
/// A game names its own members:
///
/// ```
/// use board::{Bits, Member};
///
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
/// struct Unit(u8);
///
/// impl Member for Unit {
///     fn at(index: usize) -> Self {
///         Unit(index as u8)
///     }
///
///     fn index(self) -> usize {
///         usize::from(self.0)
///     }
/// }
///
/// let mut spent: Bits<2, Unit> = Bits::empty();
/// assert!(spent.insert(Unit(100)));
/// assert!(!spent.insert(Unit(100)), "it was there already");
/// assert_eq!(format!("{spent:?}"), "{Unit(100)}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const W: usize, T = Space> {
    words: [u64; W],
    members: PhantomData<T>,
}

impl<const W: usize, T> Bits<W, T> {
    /// How many different members the set has room for.
    pub const ROOM: usize = 64 * W;

    /// The set with these bits; member `n` is bit `n % 64` of word `n / 64`.
    pub const fn new(words: [u64; W]) -> Self {
        Bits { words, members: PhantomData }
    }

    /// The set without members.
    pub const fn empty() -> Self {
        Self::new([0; W])
    }

    /// The members numbered below `count`.
    ///
    /// # Panics
    ///
    /// If the set has no room for them.
    pub const fn below(count: usize) -> Self {
        assert!(count <= Self::ROOM, "more members than the set has room for");
        let mut words = [0; W];
        let mut word = 0;
        while 64 * word < count {
            let left = count - 64 * word;
            words[word] = if left < 64 { (1 << left) - 1 } else { u64::MAX };
            word += 1;
        }
        Self::new(words)
    }

    /// The bits, as [`Bits::new`] takes them.
    pub const fn words(self) -> [u64; W] {
        self.words
    }

    /// How many members the set has.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no members.
    pub fn is_empty(&self) -> bool {
        self.words == [0; W]
    }

    /// Joins two sets word by word.
    fn zip(mut self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.words.iter_mut().zip(other.words) {
            *word = join(*word, other);
        }
        self
    }
}

/// Members beyond [`Bits::ROOM`] are mistakes of the caller: these methods panic on them.
impl<const W: usize, T: Member> Bits<W, T> {
    /// The set with a single member.
    pub fn one(member: T) -> Self {
        let mut set = Self::empty();
        set.insert(member);
        set
    }

    /// Adds a member; whether it is new.
    pub fn insert(&mut self, member: T) -> bool {
        let (word, bit) = place(member);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes a member out; whether it was there.
    pub fn remove(&mut self, member: T) -> bool {
        let (word, bit) = place(member);
        let there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        there
    }

    /// Whether this is a member.
    pub fn contains(&self, member: T) -> bool {
        let (word, bit) = place(member);
        self.words[word] & bit != 0
    }

    /// The member with the lowest number.
    pub fn first(&self) -> Option<T> {
        self.iter().next()
    }

    /// The members in ascending order.
    pub fn iter(&self) -> Iter<W, T> {
        Iter { rest: *self, word: 0 }
    }
}

/// The word a member lives in, and its bit there.
fn place(member: impl Member) -> (usize, u64) {
    let index = member.index();
    (index / 64, 1 << (index % 64))
}

/// The members of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter<const W: usize, T: Member> {
    rest: Bits<W, T>,
    word: usize,
}

impl<const W: usize, T: Member> Iterator for Iter<W, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        while self.word < W {
            let bits = self.rest.words[self.word];
            if bits != 0 {
                self.rest.words[self.word] = bits & (bits - 1);
                return Some(T::at(64 * self.word + bits.trailing_zeros() as usize));
            }
            self.word += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.rest.len();
        (len, Some(len))
    }
}

impl<const W: usize, T: Member> ExactSizeIterator for Iter<W, T> {}

impl<const W: usize, T: Member> IntoIterator for Bits<W, T> {
    type Item = T;
    type IntoIter = Iter<W, T>;

    fn into_iter(self) -> Iter<W, T> {
        self.iter()
    }
}

impl<const W: usize, T: Member> Extend<T> for Bits<W, T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        for member in members {
            self.insert(member);
        }
    }
}

impl<const W: usize, T: Member> FromIterator<T> for Bits<W, T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        let mut set = Self::empty();
        set.extend(members);
        set
    }
}

impl<const W: usize, T> Default for Bits<W, T> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<const W: usize, T: Member + fmt::Debug> fmt::Debug for Bits<W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! operator {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident $join:expr) => {
        impl<const W: usize, T> $Op for Bits<W, T> {
            type Output = Self;

            fn $op(self, other: Self) -> Self {
                self.zip(other, $join)
            }
        }

        impl<const W: usize, T: Copy> $OpAssign for Bits<W, T> {
            fn $op_assign(&mut self, other: Self) {
                *self = self.$op(other);
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
operator!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
operator!(BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
operator!(Sub sub SubAssign sub_assign |a, b| a & !b);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Random;

    #[test]
    fn agrees_with_a_tree_of_numbers() {
        let mut random = Random(1);
        for _ in 0..200 {
            let [a, b]: [BTreeSet<usize>; 2] =
                std::array::from_fn(|_| (0..random.below(60)).map(|_| random.below(130) as usize).collect());
            let [x, y]: [Bits<3, usize>; 2] = [&a, &b].map(|set| set.iter().copied().collect());
            assert_eq!(x.len(), a.len());
            assert_eq!(x.iter().len(), a.len());
            assert_eq!(x.is_empty(), a.is_empty());
            assert_eq!(x.first(), a.first().copied());
            assert!(x.iter().eq(a.iter().copied()));
            assert!((x | y).iter().eq(a.union(&b).copied()));
            assert!((x & y).iter().eq(a.intersection(&b).copied()));
            assert!((x - y).iter().eq(a.difference(&b).copied()));
            assert!((x ^ y).iter().eq(a.symmetric_difference(&b).copied()));
            assert!((0..130).all(|n| x.contains(n) == a.contains(&n)));
        }
    }

    #[test]
    fn members_come_and_go() {
        for count in 0..=128 {
            assert!(Bits::<2, usize>::below(count).iter().eq(0..count));
        }
        let mut set: Bits<2> = Bits::below(65);
        assert_eq!(set.words(), [u64::MAX, 1]);
        assert!(set.remove(Space(64)));
        assert!(!set.remove(Space(64)));
        set &= Bits::below(2);
        set |= Bits::one(Space(127));
        set -= Bits::one(Space(0));
        set ^= Bits::one(Space(5));
        assert_eq!(format!("{set:?}"), "{Space(1), Space(5), Space(127)}");
    }
}
