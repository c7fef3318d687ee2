//! One observation: its date, its value, the unit and kind of the value, its marks, and where it was taken.

use super::*;

/// The days by which a daily observation may precede its day: a bulletin before a long weekend.
const DAILY_AHEAD: Days = Days::new(4);
/// The days by which a decision may be known before it takes effect.
const EFFECTIVE_AHEAD: Days = Days::new(92);

/// `UNIT_MEASURE` of percentages.
const PERCENT: &str = "PC";
/// Excess over the smaller value in hundredths: 400 is five times as much, 216 is √10, where moving the point brings the two
/// closer.
const FIVEFOLD: u32 = 400;
pub(super) const HALF_A_PLACE: u32 = 216;

/// A unit with its scale: `EUR mn` means million euros [S2.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The code that the dataset's files use.
    pub id: String,
    pub text: Localized<String>,
    /// The forms that the text takes behind a number [D9], in the order of the language's categories.
    pub plural: Option<Localized<Vec<String>>>,
    pub sdmx: Option<UnitSdmx>,
}

/// A unit in the code lists of SDMX.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitSdmx {
    /// `UNIT_MEASURE`: a currency of ISO 4217, `PC`, `IX`, or a code of the dataset's own.
    pub measure: String,
    /// `UNIT_MULT`: the power of ten of the scale, 6 for millions.
    pub multiplier: u8,
}

impl Unit {
    pub fn new(id: String, text: Localized<String>) -> Self {
        Unit {
            id,
            text,
            plural: None,
            sdmx: None,
        }
    }

    /// Returns true if values in it are percentages, whose changes are percentage points: by its sign, or by its code in
    /// SDMX where it is written in words.
    pub fn is_percent(&self) -> bool {
        let sdmx = self.sdmx.as_ref();
        sdmx.is_some_and(|sdmx| sdmx.measure == PERCENT && sdmx.multiplier == 0)
            || Lang::ALL.iter().all(|lang| self.text.get(*lang) == "%")
    }

    /// The unit behind `value` as it is written. A unit without plural forms has one text for every number.
    pub fn text_for(&self, value: &Shown, lang: Lang) -> &str {
        let whole = value.whole();
        let forms = self.plural.as_ref().map(|forms| forms.get(lang));
        let form = forms.and_then(|forms| lang.plural(whole, value.has_fraction(), forms));
        form.unwrap_or(self.text.get(lang))
    }
}

/// The unit and kind of an observation's number. Two observations are comparable where all of it agrees.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeriesKey {
    pub unit: Arc<Unit>,
    pub period_type: PeriodType,
    /// Quarterly or annual; without it, as often as the period type says.
    pub frequency: Option<Frequency>,
    pub measure: Measure,
}

impl SeriesKey {
    /// Returns true if every date is the last day of a month.
    pub fn ends_with_months(&self) -> bool {
        self.frequency.is_some() || self.period_type.is_month_dated()
    }

    /// Returns true if its observations are totals since January.
    pub fn is_total(&self) -> bool {
        self.period_type == PeriodType::YearToDate && self.measure.adds_up()
    }

    /// Returns true for a value that can stand in one column with another: the same unit, period type and measure.
    pub fn is_like(&self, other: &SeriesKey) -> bool {
        self.unit.id == other.unit.id
            && self.period_type == other.period_type
            && self.measure == other.measure
    }

    /// How often observations come, as SDMX has it; `None` where they follow no rhythm.
    pub fn frequency_code(&self) -> Option<&'static str> {
        frequency_code(self.frequency, self.period_type)
    }

    /// The calendar months from one observation to the next, where every one of them is expected.
    pub fn months_apart(&self) -> Option<u32> {
        let monthly = self.period_type.every_month().then_some(1);
        self.frequency.map(Frequency::months).or(monthly)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// Observation date, end of the period, or effective date; nothing where it is unknown [S2.3].
    pub date: Option<NaiveDate>,
    /// The value as published, in the unit of its series key.
    pub value: Number,
    pub published: Option<NaiveDate>,
    /// The change in percent that the source itself printed; boxed, since few rows have one.
    pub reported_change: Option<Box<Number>>,
    pub reference: Option<Reference>,
    pub flags: Flags,
    pub series_key: Arc<SeriesKey>,
}

impl Observation {
    pub fn reported_change(&self) -> Option<Number> {
        self.reported_change.as_deref().copied()
    }

    /// The value with so many digits behind the point; one that its source has rounded has those that it was given with
    /// [D35].
    pub fn shown(&self, decimals: u8) -> Shown {
        match self.flags.contains(Flag::Rounded) {
            true => self.value.in_full(),
            false => self.value.shown(decimals),
        }
    }

    /// The difference from another value, with the digits that pages show of both, and more where only zeros would be left.
    pub fn shown_difference(&self, base: &Observation, decimals: u8) -> Shown {
        let [digits, base_digits] = [self, base].map(|row| row.shown(decimals).decimals());
        let difference = self.value.exactly_minus(base.value);
        difference.rounded_to(1, digits.min(base_digits))
    }

    /// Returns true if the next value is five times this one or more, or a fifth of it or less: a point may have slipped.
    ///
    /// Growth rates and balances pass through zero and move by any factor. A cumulative total begins anew each January:
    /// its mean of a month counts. Values that are not comparable do not jump.
    pub fn differs_fivefold(&self, next: &Observation) -> bool {
        let least = Exact::of_hundredths(FIVEFOLD);
        let excess = self.ratio_to(next);
        excess.is_some_and(|excess| excess.compare_sizes(&least).is_ge())
    }

    /// Returns true if the next value would be nearer to this one with its point a place elsewhere, by the same rules.
    pub fn is_a_place_from(&self, next: &Observation) -> bool {
        let most = Exact::of_hundredths(HALF_A_PLACE);
        let excess = self.ratio_to(next);
        excess.is_some_and(|excess| excess.compare_sizes(&most).is_gt())
    }

    /// By how much the larger of the two exceeds the smaller one; `None` for growth rates, balances and unlike values.
    pub fn ratio_to(&self, next: &Observation) -> Option<Exact> {
        match self.series_key.measure {
            Measure::Growth | Measure::Balance => None,
            _ if self.series_key != next.series_key => None,
            _ => self.excess_to(next),
        }
    }

    /// By how much the larger of two values exceeds the smaller one, totals compared by what they come to a month.
    pub(super) fn excess_to(&self, next: &Observation) -> Option<Exact> {
        let (mean, next_mean) = self.monthly_means(next);
        mean.excess_to(next_mean)
    }

    /// The size of the difference to the next value; of totals, of what they come to a month.
    pub(super) fn distance_to(&self, next: &Observation) -> Exact {
        let (mean, next_mean) = self.monthly_means(next);
        let distance = next_mean.exactly_minus(mean).size();
        match (self.months(), next.months()) {
            (Some(months), Some(next_months)) => distance.divided(months * next_months),
            _ => distance,
        }
    }

    /// The size of the value; of a total, of what it comes to a month.
    pub(super) fn monthly_size(&self) -> Exact {
        let size = self.value.exact_size();
        match self.months() {
            Some(months) => size.divided(months),
            None => size,
        }
    }

    /// The same observation with another value.
    pub fn with_value(&self, value: Number) -> Self {
        Observation {
            value,
            ..self.clone()
        }
    }

    /// Returns true if the next value is larger; of totals, if it comes to more a month.
    pub(super) fn rises_to(&self, next: &Observation) -> bool {
        let (mean, next_mean) = self.monthly_means(next);
        mean < next_mean
    }

    /// The year of its date.
    pub fn year(&self) -> Option<i32> {
        Some(self.date?.year())
    }

    /// Returns true if the next value differs by more than `percent` of this one. Totals are compared by their means of a
    /// month; values that are not comparable do not move.
    pub(super) fn moves_by_more_than(&self, percent: Number, next: &Observation) -> bool {
        let (own_mean, next_mean) = self.monthly_means(next);
        self.series_key == next.series_key && own_mean.moves_by_more_than(percent, next_mean)
    }

    /// The latest date that it may have without lying in the future: a daily rate is published up to 4 days ahead, a
    /// decision up to 92 days before it takes effect [D18.future].
    pub fn latest_date(&self, today: NaiveDate) -> NaiveDate {
        let ahead = match self.series_key.period_type {
            PeriodType::Daily => DAILY_AHEAD,
            PeriodType::EffectiveFrom => EFFECTIVE_AHEAD,
            _ => return today,
        };

        today.checked_add_days(ahead).unwrap_or(today)
    }

    /// The latest day on which it may have been published. A daily figure that is given ahead may bear its own day.
    pub fn latest_published(&self, today: NaiveDate) -> NaiveDate {
        match (self.series_key.period_type, self.date) {
            (PeriodType::Daily, Some(date)) => date.min(self.latest_date(today)).max(today),
            _ => today,
        }
    }

    /// When it was published, as far as a snapshot must not be older than that: what was given ahead of its day, as a
    /// daily figure may be, does not count.
    pub fn published_until(&self, today: NaiveDate) -> Option<NaiveDate> {
        self.published
            .filter(|day| *day <= today || *day > self.latest_published(today))
    }

    /// The two values of cumulative totals in the proportion of what they come to a month; other values, and those
    /// that are too long for that, as they are.
    pub(super) fn monthly_means(&self, next: &Observation) -> (Number, Number) {
        if let (Some(months), Some(next_months)) = (self.months(), next.months()) {
            // a / m against b / n is a × n against b × m.
            let means = (self.value.times(next_months), next.value.times(months));
            if let (Some(mean), Some(next_mean)) = means {
                return (mean, next_mean);
            }
        }

        (self.value, next.value)
    }

    /// The months of a total since January.
    fn months(&self) -> Option<u32> {
        let month = self.date?.month();
        self.series_key.is_total().then_some(month)
    }
}

named! {
    /// One mark of an observation [D9], in the order in which they are written.
    pub enum Flag {
        /// The source says that it will be revised.
        Provisional = "provisional",
        Estimated = "estimated",
        /// Taken from a text that rounds it.
        Rounded = "rounded",
        /// Worked out from other published figures.
        Computed = "computed",
        /// Unit, date or coverage follows from the context and was not printed.
        Inferred = "inferred",
        /// Another publication gives another figure.
        Disputed = "disputed",
        /// Relayed by somebody who is not the source.
        Unofficial = "unofficial",
        /// After this row observations are known to be missing [D24.12]. It says nothing of the value itself.
        Gap = "gap",
    }
}

impl Flag {
    /// Returns true if the figure may be another when more is known [D24.4].
    pub fn is_doubtful(self) -> bool {
        match self {
            Flag::Provisional
            | Flag::Estimated
            | Flag::Inferred
            | Flag::Disputed
            | Flag::Unofficial => true,
            Flag::Rounded | Flag::Computed | Flag::Gap => false,
        }
    }

    /// All but the last one, [`Flag::Gap`].
    pub const MARKS: &[Flag] = Flag::ALL.split_at(Flag::ALL.len() - 1).0;
}

/// The marks that an observation has, each at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u8);

impl Flags {
    pub fn contains(self, flag: Flag) -> bool {
        self.0 & bit(flag) != 0
    }

    /// Adds a mark; false if it was there already.
    pub fn insert(&mut self, flag: Flag) -> bool {
        let new = !self.contains(flag);
        self.0 |= bit(flag);
        new
    }

    /// The others but this one.
    pub fn without(self, flag: Flag) -> Flags {
        Flags(self.0 & !bit(flag))
    }

    /// The marks that leave the value in doubt.
    pub fn doubtful(self) -> Flags {
        let doubtful = self.iter().filter(|flag| flag.is_doubtful());
        Flags(doubtful.fold(0, |bits, flag| bits | bit(flag)))
    }

    /// All of both.
    pub fn with(self, others: Flags) -> Flags {
        Flags(self.0 | others.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Flag> {
        Flag::ALL
            .into_iter()
            .filter(move |flag| self.contains(*flag))
    }

    /// The marks that stand beside a value for a reader: all that say something of it.
    pub fn marks(self) -> impl Iterator<Item = Flag> {
        self.without(Flag::Gap).iter()
    }

    /// Returns true if the value itself is in doubt [D24.4].
    pub fn are_doubtful(self) -> bool {
        self.iter().any(Flag::is_doubtful)
    }
}

impl From<Flag> for Flags {
    fn from(flag: Flag) -> Self {
        Flags(bit(flag))
    }
}

/// As a dataset has them: names with a space between.
impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Vec::from_iter(self.iter().map(Flag::name));
        f.write_str(&names.join(" "))
    }
}

fn bit(flag: Flag) -> u8 {
    1 << flag as u8
}

/// The origin of an observation as the dataset gives it [D9]. Rows of one origin share its text.
/// An observation holds one thin pointer to it: there are millions of observations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference(Arc<String>);

impl Reference {
    pub const MAX_LENGTH: usize = 200;

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address, where the whole text is one that a page can link to.
    pub fn url(&self) -> Option<&str> {
        Some(self.as_str()).filter(|text| is_web_address(text))
    }
}

impl From<&str> for Reference {
    fn from(text: &str) -> Self {
        Reference(Arc::new(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(
        period_type: PeriodType,
        date: &str,
        value: &str,
        published: &str,
    ) -> Observation {
        Observation {
            published: published.parse().ok(),
            ..Observation::sample(period_type, date, value)
        }
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn what_lies_in_the_future_depends_on_the_period_type() {
        let today = day("2026-11-20");
        for (period_type, latest) in [
            (PeriodType::Daily, "2026-11-24"),
            (PeriodType::EffectiveFrom, "2027-02-20"),
            (PeriodType::MonthEnd, "2026-11-20"),
            (PeriodType::PointInTime, "2026-11-20"),
        ] {
            let observation = observation(period_type, "2026-11-20", "1", "");
            assert_eq!(
                observation.latest_date(today),
                day(latest),
                "{period_type:?}"
            );
        }
    }

    #[test]
    fn a_daily_figure_may_bear_its_own_day() {
        let today = day("2026-11-20");
        for (period_type, date, latest) in [
            (PeriodType::Daily, "2026-11-23", "2026-11-23"),
            (PeriodType::Daily, "2026-11-30", "2026-11-24"),
            (PeriodType::Daily, "2026-11-10", "2026-11-20"),
            (PeriodType::EffectiveFrom, "2026-12-10", "2026-11-20"),
        ] {
            let observation = observation(period_type, date, "1", "");
            assert_eq!(observation.latest_published(today), day(latest), "{date}");
        }

        let ahead = observation(PeriodType::Daily, "2026-11-23", "1", "2026-11-23");
        assert_eq!(ahead.published_until(today), None);
        let wrong = observation(PeriodType::Daily, "2026-11-23", "1", "2026-11-29");
        assert_eq!(wrong.published_until(today), Some(day("2026-11-29")));
    }

    #[test]
    fn a_point_may_have_slipped_either_way_and_only_in_what_is_comparable() {
        let jumps = |period_type, before: [&str; 2], after: [&str; 2]| {
            let after = observation(period_type, after[0], after[1], "");
            observation(period_type, before[0], before[1], "").differs_fivefold(&after)
        };
        let (first, second) = ("2026-09-30", "2026-10-31");
        assert!(jumps(PeriodType::MonthEnd, [first, "1"], [second, "5"]));
        assert!(jumps(PeriodType::MonthEnd, [first, "5"], [second, "1"]));
        assert!(!jumps(PeriodType::MonthEnd, [first, "1"], [second, "4.99"]));
        // A total of twelve months and one of a single month: the month comes to no less.
        assert!(!jumps(
            PeriodType::YearToDate,
            ["2025-12-31", "1200"],
            ["2026-01-31", "100"]
        ));
        assert!(jumps(
            PeriodType::YearToDate,
            ["2025-12-31", "1200"],
            ["2026-01-31", "20"]
        ));
        assert!(
            jumps(
                PeriodType::YearToDate,
                ["2025-12-31", "1200"],
                ["2026-01-31", "1000"]
            ),
            "a slipped point"
        );

        let (before, mut after) = (
            observation(PeriodType::MonthEnd, first, "1", ""),
            observation(PeriodType::MonthEnd, second, "100", ""),
        );
        Arc::make_mut(&mut after.series_key).measure = Measure::Index;
        assert!(!before.differs_fivefold(&after), "of another measure");
        let growth = |mut observation: Observation| {
            Arc::make_mut(&mut observation.series_key).measure = Measure::Growth;
            observation
        };
        assert!(
            !growth(before).differs_fivefold(&growth(after)),
            "growth rates move by any factor"
        );
    }

    #[test]
    fn a_set_has_each_flag_once_and_in_order() {
        let mut flags = Flags::default();
        assert_eq!(flags.iter().next(), None);
        assert!(flags.insert(Flag::Unofficial) && flags.insert(Flag::Provisional));
        assert!(!flags.insert(Flag::Unofficial));
        assert_eq!(
            flags.iter().collect::<Vec<_>>(),
            [Flag::Provisional, Flag::Unofficial]
        );
        assert!(flags.contains(Flag::Unofficial) && !flags.contains(Flag::Rounded));
        assert_eq!(
            (flags.to_string(), Flags::default().to_string()),
            ("provisional unofficial".into(), String::new())
        );
    }

    #[test]
    fn some_flags_leave_a_value_in_doubt() {
        let mut flags = Flags::default();
        for flag in [Flag::Rounded, Flag::Unofficial, Flag::Computed] {
            flags.insert(flag);
        }

        assert_eq!(flags.doubtful().to_string(), "unofficial");
        assert_eq!(
            flags.without(Flag::Unofficial).to_string(),
            "rounded computed"
        );
    }

    #[test]
    fn names_are_those_of_the_format() {
        let names = [
            "provisional",
            "estimated",
            "rounded",
            "computed",
            "inferred",
            "disputed",
            "unofficial",
        ];

        assert_eq!(
            Vec::from_iter(Flag::MARKS.iter().map(|flag| flag.name())),
            names
        );
        assert_eq!(
            Flag::ALL.map(Flag::name).as_slice(),
            [&names[..], &["gap"]].concat()
        );
    }

    #[test]
    fn a_gap_after_a_value_is_no_mark_of_the_value() {
        let mut flags = Flags::default();
        assert!(flags.insert(Flag::Gap) && flags.insert(Flag::Rounded));
        assert_eq!(flags.marks().collect::<Vec<_>>(), [Flag::Rounded]);
        assert_eq!(flags.to_string(), "rounded gap");
        assert!(!flags.are_doubtful() && flags.insert(Flag::Disputed) && flags.are_doubtful());
    }

    #[test]
    fn only_an_address_of_the_web_is_a_link() {
        for (text, link) in [
            ("https://www.cbar.az/x?y=1&z=2", true),
            ("http://stat.gov.az", true),
            ("Bulletin 7/2026, table 2.1", false),
            ("https://www.cbar.az/x, table 2", false),
            ("javascript:alert(1)", false),
            ("https://", false),
            ("https:///x", false),
            ("https://x\"onclick=y", false),
        ] {
            assert_eq!(Reference::from(text).url().is_some(), link, "{text}");
        }
    }

    fn manat() -> Unit {
        let all: [&[&str]; 2] = [
            &["манат", "маната", "манатов", "маната (дробь)"],
            &["manat", "manats"],
        ];
        let forms = |lang: Lang| {
            lang.pick(all)
                .iter()
                .map(|form| (*form).to_owned())
                .collect()
        };
        let unit = Unit::new("azn".into(), Localized::build(|_| "AZN".to_owned()));
        Unit {
            plural: Some(Localized::build(forms)),
            ..unit
        }
    }

    #[test]
    fn percentages_may_be_written_in_words() {
        let unit = |text: &str, measure: &str, multiplier| {
            let sdmx = Some(UnitSdmx {
                measure: measure.to_owned(),
                multiplier,
            });
            Unit {
                sdmx,
                ..Unit::new("unit".to_owned(), Localized::build(|_| text.to_owned()))
            }
        };

        assert!(Unit::new("unit".to_owned(), Localized::build(|_| "%".to_owned())).is_percent());
        assert!(unit("per cent", "PC", 0).is_percent() && unit("% of GDP", "PC", 0).is_percent());
        assert!(!unit("per cent", "IX", 0).is_percent() && !unit("AZN", "AZN", 0).is_percent());
        assert!(!unit("millions of per cent", "PC", 6).is_percent());
    }

    #[test]
    fn the_form_follows_the_number_as_it_is_written() {
        for (value, decimals, ru, en) in [
            ("1", 0, "манат", "manat"),
            ("-1", 0, "манат", "manat"),
            ("21", 0, "манат", "manats"),
            ("11", 0, "манатов", "manats"),
            ("111", 0, "манатов", "manats"),
            ("2", 0, "маната", "manats"),
            ("13", 0, "манатов", "manats"),
            ("1234", 0, "маната", "manats"),
            ("5", 0, "манатов", "manats"),
            ("0", 0, "манатов", "manats"),
            ("9999999999999999999999999991", 0, "манат", "manats"),
            ("1.7", 0, "маната (дробь)", "manats"),
            ("1", 2, "маната (дробь)", "manats"),
            (
                "0.0000000000000000000000000001",
                0,
                "маната (дробь)",
                "manats",
            ),
        ] {
            let unit = manat();
            let value: Number = value.parse().unwrap();
            let forms = Lang::each(|lang| unit.text_for(&value.shown(decimals), lang));
            assert_eq!(forms, [ru, en], "{value} with {decimals}");
        }
    }

    #[test]
    fn without_forms_there_is_one_text() {
        let unit = Unit {
            plural: None,
            ..manat()
        };
        assert_eq!(
            unit.text_for(&"5".parse::<Number>().unwrap().shown(0), Lang::Ru),
            "AZN"
        );
    }
}
