//! Where a term occurs in a skill's text.

use crate::lexicon::Term;

/// One occurrence of a term: the field in the top two bits, then the place among the field's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(u32);

impl Place {
    const WHOLE: u32 = 1 << 29;
    const LAST: u32 = Self::WHOLE - 1;

    /// A place among the words of a field. Places past half a thousand million are one.
    pub(crate) fn new(field: usize, at: u32) -> Self {
        Self(((field as u32 & 3) << 30) | at.min(Self::LAST))
    }

    /// The place of a whole beside its parts, next to nothing.
    pub(crate) fn whole(field: usize) -> Self {
        Self(((field as u32 & 3) << 30) | Self::WHOLE)
    }

    pub(crate) fn field(self) -> usize {
        (self.0 >> 30) as usize
    }

    /// The place within its field; `None` for a whole.
    pub(crate) fn at(self) -> Option<u32> {
        let at = self.0 & (Self::WHOLE | Self::LAST);
        (at <= Self::LAST).then_some(at)
    }

    /// The place right behind it in the same field.
    pub(crate) fn next(self) -> Option<Self> {
        (self.0 & Self::LAST < Self::LAST && self.0 & Self::WHOLE == 0).then(|| Self(self.0 + 1))
    }
}

/// One occurrence of a term in a skill's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Occurrence {
    pub(crate) term: Term,
    pub(crate) place: Place,
    /// The mark of the term that directly follows; none if another thing does.
    pub(crate) follower: u32,
}

impl Occurrence {
    pub(crate) fn new(term: Term, place: Place) -> Self {
        Self { term, place, follower: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_its_field_its_number_and_the_next_behind_it() {
        for field in 0..3 {
            for at in [0, 1, 77, Place::LAST - 1] {
                let place = Place::new(field, at);
                assert_eq!((place.field(), place.at()), (field, Some(at)));
                assert_eq!(place.next(), Some(Place::new(field, at + 1)));
                assert!(place < Place::new(field, at + 1) && place < Place::whole(field));
                assert!(Place::whole(field) < Place::new(field + 1, at));
            }
            for last in [Place::LAST, Place::LAST + 1, u32::MAX] {
                let place = Place::new(field, last);
                assert_eq!((place.field(), place.at(), place.next()), (field, Some(Place::LAST), None));
            }
            let whole = Place::whole(field);
            assert_eq!((whole.field(), whole.at(), whole.next()), (field, None, None));
        }
    }
}
