//! Values, statuses and other facts on an indicator as a reader meets them.

use super::*;

use crate::site::text;

/// A number of more characters may be broken where it does not fit.
const LONGEST: usize = 14;

/// A value with its unit as the page of its indicator writes it.
pub fn written(indicator: &Indicator, observation: &Observation, lang: Lang) -> String {
    text::nbsp(&text::measured(&indicator.shown(observation), &observation.series_key.unit, lang))
}

/// The same where the value stands alone: a rate names the day from which it applies.
pub fn written_alone(indicator: &Indicator, observation: &Observation, lang: Lang) -> String {
    match observation.date.filter(|_| observation.series_key.period_type == PeriodType::EffectiveFrom) {
        Some(date) => written_from(indicator, observation, date, lang),
        None => written(indicator, observation, lang),
    }
}

/// A rate with its unit and the day from which it applies.
pub fn written_from(indicator: &Indicator, rate: &Observation, since: NaiveDate, lang: Lang) -> String {
    text::nbsp(&text::rate_from(written(indicator, rate, lang), text::full_day(since, lang), lang))
}

/// A value with its unit and its period: no page shows one of them without the others.
pub struct Figure {
    pub number: String,
    /// Whether it is longer than a line of a telephone.
    pub is_long: bool,
    /// The unit, where it is not written at the number itself.
    pub unit: Option<String>,
    pub period: String,
    /// How old it is, where it is old.
    pub age: Option<String>,
    pub flags: Flags,
    /// Its marks in words.
    pub marks: Option<String>,
    /// The days of decisions that left the rate as it is.
    pub unchanged: Option<String>,
    /// Rates that are decided and not in force yet.
    pub coming: Vec<String>,
    /// The last whole year, where the value is that of a part of a year.
    pub full_year: Option<String>,
}

impl Figure {
    /// Of the observation that leads, with its period as a sentence has it.
    pub fn new(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Self {
        let InForce { current, since, unchanged, .. } = indicator.series.in_force(as_of);
        let period = text::period(&current.series_key, since, as_of, lang);
        let coming = to_come(indicator, as_of, text::full_day, lang);
        let dates: Vec<NaiveDate> = unchanged.iter().filter_map(|decision| decision.date).collect();
        let unchanged = text::left_unchanged(&dates, lang).map(|days| text::nbsp(&days));
        Figure { period, unchanged, coming, ..Self::in_table(indicator, as_of, lang) }
    }

    /// With its period as a cell has it.
    pub fn in_table(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Self {
        let InForce { current, since, .. } = indicator.series.in_force(as_of);
        let value = indicator.shown(current);
        let unit = text::nbsp(current.series_key.unit.text_for(&value, lang));
        let (number, unit) = if text::is_percent_sign(&unit) {
            (text::quantity(&value, &unit, lang), None)
        } else {
            (text::number(&value, lang), Some(unit))
        };
        Figure {
            is_long: number.chars().count() > LONGEST,
            number,
            unit,
            period: match current.series_key.period_type {
                PeriodType::EffectiveFrom => text::period_in_table(&current.series_key, since, as_of, lang),
                _ => text::period_in_row(&current.series_key, since, false, as_of, lang),
            },
            age: current.date.and_then(|date| text::age(&current.series_key, date, as_of, lang)),
            flags: current.flags,
            marks: text::flag_words(current.flags, lang).map(|words| text::nbsp(&words)),
            unchanged: None,
            coming: to_come(indicator, as_of, text::day, lang),
            full_year: full_year(indicator, current, lang),
        }
    }

    pub fn value(&self) -> String {
        match &self.unit {
            Some(unit) => format!("{}\u{a0}{unit}", self.number),
            None => self.number.clone(),
        }
    }

    /// The value as it is quoted: with its marks.
    pub fn quoted(&self, lang: Lang) -> String {
        text::with_flags(&self.value(), self.flags, lang)
    }
}

/// `с 15 декабря 2026 года — 8 %`, with the day as a sentence or a cell has it.
fn to_come(
    indicator: &Indicator,
    as_of: NaiveDate,
    day: fn(NaiveDate, Lang) -> String,
    lang: Lang,
) -> Vec<String> {
    let rate = |observation: &Observation| {
        let value = text::with_flags(&written(indicator, observation, lang), observation.flags, lang);
        Some(text::nbsp(&text::rate_to_come(day(observation.date?, lang), &value, lang)))
    };
    indicator.series.in_force(as_of).coming.iter().filter_map(rate).collect()
}

/// `за 2025 год: 128 000,3 млн евро`
fn full_year(indicator: &Indicator, current: &Observation, lang: Lang) -> Option<String> {
    let whole = indicator.series.last_full_year(current)?;
    let value = text::with_flags(&written(indicator, whole, lang), whole.flags, lang);
    Some(text::nbsp(&text::in_full_year(whole.date?.year(), value, lang)))
}

/// The value with all its digits, where a page has left some out.
fn in_full(indicator: &Indicator, observation: &Observation, lang: Lang) -> Option<String> {
    let key = &observation.series_key;
    let shown = indicator.shown(observation);
    let is_cut = shown.decimals() < observation.value.decimals();
    is_cut.then(|| text::nbsp(&text::measured(&observation.value.in_full(), &key.unit, lang)))
}

/// A status: its name, which styles it, and its word.
pub struct StatusFigure {
    pub name: &'static str,
    pub word: &'static str,
}

impl StatusFigure {
    pub fn is_verified(&self) -> bool {
        self.name == Status::Verified.name()
    }

    pub fn new(status: Status, lang: Lang) -> Self {
        StatusFigure { name: status.name(), word: text::status_word(status, lang) }
    }
}

/// Further facts that are known, each with its label.
pub fn facts(
    indicator: &Indicator,
    as_of: NaiveDate,
    offset: Offset,
    lang: Lang,
) -> Vec<(&'static str, String)> {
    let t = text::page(lang);
    let current = indicator.series.in_force(as_of).current;
    let reported =
        current.reported_change().map(|change| text::on_own_basis(text::signed_percent(change, lang), lang));
    let published = current.published.map(|date| text::full_day(date, lang));
    let facts = [
        (t.published, published),
        (t.exact_value, in_full(indicator, current, lang)),
        (t.checked, indicator.checked_at().map(|at| text::moment(at, offset, lang))),
        (t.reported_change, reported),
    ];
    facts.into_iter().filter_map(|(label, text)| Some((label, text::nbsp(&text?)))).collect()
}

/// Source, indicator and key, period, value with its marks, day of publication, service, and the day as of which that is so:
/// the beginning of a paragraph to copy, which the address ends. What the source has not said is not put into its mouth [D24.4].
pub fn citation(input: &IndicatorInput<'_>, figure: &Figure, lang: Lang) -> String {
    let IndicatorInput { indicator, service, as_of, .. } = input;
    let source = indicator.source.as_ref().map(|source| source.name.get(lang).as_str());
    let is_unofficial = figure.flags.contains(Flag::Unofficial);
    let by_source = source.filter(|_| !is_unofficial).map(|name| format!("{name}. "));
    let status = Some(input.effective.status).filter(|status| *status != Status::Verified);
    let status = status.map(|status| text::status_of(text::status_word(status, lang), lang) + " ");
    let by_others = source.filter(|_| is_unofficial).map(|name| text::not_from_source(name, lang));
    let period = match is_unofficial {
        true => text::by_unofficial_data(&figure.period, lang),
        false => figure.period.clone(),
    };
    let current = indicator.series.in_force(*as_of).current;
    let published = current.published.map(|date| text::was_published(text::full_day(date, lang), lang));
    let all = || indicator.series.observations().iter();
    // A series of which only former figures have a day of publication is no older than its newest figure.
    let newest = all().filter_map(|observation| observation.published).chain(current.date).max();
    let as_of = newest.map(|day| format!(", {}", text::cited_as_of(text::full_day(day, lang), lang)));
    text::nbsp(&format!(
        "{}{} ({}). {period}: {}. {}{}{}{}{}",
        by_source.unwrap_or_default(),
        indicator.name.get(lang),
        indicator.key,
        text::with_flags(&figure.value(), figure.flags.without(Flag::Unofficial), lang),
        status.unwrap_or_default(),
        by_others.unwrap_or_default(),
        published.unwrap_or_default(),
        service.title(lang),
        as_of.unwrap_or_default(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::series;

    fn plain(text: &str) -> String {
        text.replace(['\u{a0}', '\u{202f}'], " ")
    }

    #[test]
    fn a_value_that_pages_cut_is_somewhere_written_whole() {
        let exact = |value: &str| {
            let indicator =
                Indicator::of_series(series(PeriodType::Monthly, &[&format!("2026-02-28 {value}")]));
            in_full(&indicator, indicator.series.current(), Lang::En).map(|text| plain(&text))
        };
        assert_eq!(exact("1.23456").as_deref(), Some("1.23456 azn"));
        assert_eq!(exact("1.2345"), None);
        assert_eq!(exact("0.0000129"), None, "pages show all of it");
    }

    #[test]
    fn the_rate_in_force_leads_and_the_one_to_come_is_announced() {
        let rows = ["2025-01-01 10 %", "2026-01-01 9 %", "2026-12-15 8 %"];
        let indicator = Indicator::of_series(series(PeriodType::EffectiveFrom, &rows));
        let figure = |lang| Figure::new(&indicator, "2026-11-20".parse().unwrap(), lang);
        let said = |lang| {
            let figure = figure(lang);
            (
                plain(&figure.number),
                plain(&figure.period),
                figure.coming.iter().map(|rate| plain(rate)).collect(),
            )
        };
        let expected = |number: &str, period: &str, coming: &str| {
            (number.to_owned(), period.to_owned(), vec![coming.to_owned()])
        };
        assert_eq!(
            said(Lang::Ru),
            expected("9 %", "Действует с 1 января 2026 года", "с 15 декабря 2026 года — 8 %")
        );
        assert_eq!(
            said(Lang::En),
            expected("9%", "In force since 1 January 2026", "from 15 December 2026: 8%")
        );
        let cell = Figure::in_table(&indicator, "2026-11-20".parse().unwrap(), Lang::Ru);
        assert_eq!(plain(&cell.coming[0]), "с 15 декабря 2026 — 8 %", "as the other days of a table");
        let alone = written_alone(&indicator, indicator.series.current(), Lang::Ru);
        assert_eq!(plain(&alone), "8 % с 15 декабря 2026 года");
    }

    #[test]
    fn an_amount_of_a_part_of_a_year_has_the_whole_one_beside_it() {
        let rows = ["2024-12-31 126337", "2025-12-31 128000.3", "2026-01-31 9078.7"];
        let indicator = Indicator::of_series(series(PeriodType::YearToDate, &rows));
        let full_year = |lang| Figure::new(&indicator, "2026-11-20".parse().unwrap(), lang).full_year;
        assert_eq!(full_year(Lang::Ru).as_deref().map(plain).as_deref(), Some("за 2025 год: 128 000,3 azn"));
        assert_eq!(
            full_year(Lang::En).as_deref().map(plain).as_deref(),
            Some("for the full year 2025: 128,000.3 azn")
        );
    }
}
