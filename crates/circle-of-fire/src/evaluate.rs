//! What a position is worth.
use crate::state::Look;
impl Look<'_> {
    /// To the German, in hundredths of an Urban Area.
    pub fn worth(self) -> i32 {
        0
    }
}
