//! The rows of two datasets, date by date: the new and changed ones among their neighbours, as of the day on which each becomes
//! public.

use super::*;

use std::hash::Hash;

use crate::model::{Flag, Reference, Steps, a_year_before};

/// An observation before and after; `None` if a series lacks its date.
pub type Sides<'a> = (Option<&'a Observation>, Option<&'a Observation>);

/// The rows of two lists that have the same name, in the order of the names.
pub fn pair_up<'a, Name: Ord>(
    before: impl Iterator<Item = &'a Observation>,
    after: impl Iterator<Item = &'a Observation>,
    name: fn(&Observation) -> Name,
) -> BTreeMap<Name, Sides<'a>> {
    let mut rows = BTreeMap::<Name, Sides<'a>>::new();
    for observation in before {
        rows.entry(name(observation)).or_default().0 = Some(observation);
    }

    for observation in after {
        rows.entry(name(observation)).or_default().1 = Some(observation);
    }

    rows
}

/// The date, day of publication and value of a row, which tell it from others of its indicator.
pub fn identity(row: &Observation) -> impl Hash + Ord + use<> {
    (row.date, row.published, row.value)
}

/// How an indicator or a row differs: only the new dataset has it, only the old one, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Added,
    Removed,
    Changed,
}

impl Kind {
    pub fn of<T>(before: Option<T>, after: Option<T>) -> Self {
        match (before, after) {
            (None, _) => Kind::Added,
            (_, None) => Kind::Removed,
            _ => Kind::Changed,
        }
    }
}

pub const FLAGS: &str = "flags";

/// The cells of a row beside its value, by their names in schema 1.0.
pub fn cells(row: &Observation) -> [(&'static str, Option<String>); 7] {
    let key = &row.series_key;
    let reference = row.reference.as_ref().map(Reference::as_str);
    let flags = join(row.flags.iter().map(Flag::name), " ");
    [
        ("published", to_text(row.published)),
        ("reportedChangePct", to_text(row.reported_change())),
        ("unit", to_text(Some(&key.unit.id))),
        ("periodType", to_text(Some(key.period_type.name()))),
        ("measure", to_text(Some(key.measure.name()))),
        ("ref", to_text(reference)),
        (FLAGS, Some(flags).filter(|flags| !flags.is_empty())),
    ]
}

/// The rows of one date before and after. At least one is there.
#[derive(Clone, Debug)]
pub struct RowChange {
    pub before: Option<Observation>,
    pub after: Option<Observation>,
    /// The value of the observation before it, where it is new.
    pub previous: Option<Number>,
}

impl RowChange {
    pub fn new(before: Option<&Observation>, after: Option<&Observation>) -> Self {
        RowChange {
            before: before.cloned(),
            after: after.cloned(),
            previous: None,
        }
    }

    pub fn kind(&self) -> Kind {
        Kind::of(self.before.as_ref(), self.after.as_ref())
    }

    pub fn newest(&self) -> Option<&Observation> {
        self.after.as_ref().or(self.before.as_ref())
    }

    pub fn date_text(&self) -> Option<String> {
        to_text(self.newest()?.date)
    }

    /// The value that the new one is compared with: the one that it replaces, else the one before it. `None` where they are
    /// equal.
    fn replaced_value(&self) -> Option<(Number, &Observation)> {
        let after = self.after.as_ref()?;
        let before = self.before.as_ref().map(|before| before.value);
        let replaced = before.or(self.previous)?;
        (replaced != after.value).then_some((replaced, after))
    }

    pub fn change(&self) -> Option<Message> {
        let (replaced, after) = self.replaced_value()?;
        describe_change(replaced, after)
    }

    /// The size of the change, by which changes are ordered.
    pub fn size(&self) -> Option<RoundedToHundredths> {
        let (replaced, after) = self.replaced_value()?;
        change_size(replaced, after)
    }

    /// The length of the step in hundredths of the longest usual one of its series; `None` if that is not known.
    pub fn hundredths_of_limit(&self, steps: &Steps) -> Option<u64> {
        steps.hundredths_of_limit(self.before.as_ref(), self.after.as_ref()?)
    }
}

/// A row that is new or changed, among its neighbours.
pub struct ComparedRow<'a> {
    pub key: &'a Key,
    pub before: Option<&'a Observation>,
    pub after: &'a Observation,
    pub previous: Option<&'a Observation>,
    pub next: Option<&'a Observation>,
    /// The same month a year before, to which a total since January is compared.
    pub a_year_before: Option<&'a Observation>,
    pub day: NaiveDate,
    /// The instant until which it is under embargo.
    pub not_before: Option<Timestamp>,
    /// False if a machine wrote the file that it is from.
    pub is_typed: bool,
}

impl<'a> ComparedRow<'a> {
    /// A row under embargo, as of the day on which it comes.
    pub fn coming(row: &EmbargoedRow<'a>, offset: Offset) -> Self {
        let coming = &row.coming;
        let after = &coming.row.observation;
        let Indicator { key, series, .. } = row.indicator;
        ComparedRow {
            key,
            before: coming.replaces,
            after,
            previous: coming.previous,
            next: coming.next,
            a_year_before: a_year_before(series.observations(), after),
            day: offset.day(coming.not_before),
            not_before: Some(coming.not_before),
            is_typed: true,
        }
    }

    /// Returns true if its value is new, or one of something else; false if only its day of publication is.
    pub fn is_another_figure(&self) -> bool {
        self.before
            .is_none_or(|before| is_another_figure(before, self.after))
    }

    /// The value that it replaces without a new day of publication.
    fn silently_replaced(&self) -> Option<Number> {
        let Observation {
            value, published, ..
        } = *self.before?;
        let is_silent = value != self.after.value && self.after.published <= published;
        is_silent.then_some(value)
    }

    /// Returns true if its value replaces another one without a new day of publication.
    pub fn is_silent_revision(&self) -> bool {
        self.silently_replaced().is_some()
    }

    /// Returns true if its value is the one that it replaces with fewer digits, rounded or cut, and no word of the source.
    pub fn has_lost_digits(&self) -> bool {
        let replaced = self.silently_replaced();
        replaced.is_some_and(|replaced| self.after.value.has_fewer_digits_than(replaced))
    }

    /// The observation before it, or where there is none, the one after it.
    pub fn neighbour(&self) -> Option<&'a Observation> {
        self.previous.or(self.next)
    }

    /// The value to compare it with: the one that it replaces, or else the one before it. A total since January says
    /// nothing beside one of more or fewer months.
    pub fn compared_with(&self) -> Option<&'a Observation> {
        let is_total = self.after.series_key.is_total();
        let a_year_before = self.a_year_before.filter(|_| is_total);
        self.before.or(a_year_before).or(self.previous)
    }

    /// The size of the change from the value that it is compared with, by which rows are ordered.
    pub fn change_size(&self) -> Option<RoundedToHundredths> {
        change_size(self.compared_with()?.value, self.after)
    }
}

/// Returns true if readers would see another value, or one of something else.
fn is_another_figure(before: &Observation, after: &Observation) -> bool {
    before.value != after.value || before.series_key != after.series_key
}

/// Returns true if readers would see another figure, or another day of its publication.
pub fn is_changed(before: &Observation, after: &Observation) -> bool {
    is_another_figure(before, after) || before.published != after.published
}

/// The change from one value to another with its sign: in points of percentages, else in per cent, with extra digits if
/// two decimals would show a change as zero. `None` from zero in per cent.
pub fn describe_change(before: Number, after: &Observation) -> Option<Message> {
    Some(if after.series_key.unit.is_percent() {
        let change = after.value.exactly_minus(before).number()?;
        msg::in_points(with_sign(change))
    } else {
        let change = after.value.percent_for_readers(before)?;
        msg::in_percent(with_sign(change))
    })
}

fn with_sign(change: Number) -> String {
    let plus = if change.sign().is_gt() { "+" } else { "" };
    format!("{plus}{}", change.shown(change.decimals().min(2)))
}

/// The size of a change in points of percentages, else in per cent.
fn change_size(before: Number, after: &Observation) -> Option<RoundedToHundredths> {
    let change = if after.series_key.unit.is_percent() {
        after.value.exactly_minus(before).rounded()
    } else {
        after.value.percent_from(before)?
    };

    Some(change.absolute())
}
