//! A property of everything that quotes a figure, in both languages: only zero is printed as zero [D24.2].

use super::*;

use proptest::prelude::*;

use crate::model::properties::decimal;
use crate::site::html::{Change, Figure, value_standing_alone};
use crate::site::json::indicator::LatestView;
use crate::site::{json, text};

/// Returns true if a number in a text has no digit but zeros: `0`, `0,00`, but not `2000` or `10 %`.
fn has_zero(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | '\u{202f}');
    let is_zero = |run: &str| run.contains('0') && !run.contains(|c| matches!(c, '1'..='9'));
    text.split(|c| !is_part(c)).any(is_zero)
}

#[test]
fn a_zero_is_found_in_a_text() {
    for text in ["0", "is 0.00, that", "на 0 манатов", "−0,0000 %", "(0)."] {
        assert!(has_zero(text), "{text}");
    }

    for text in [
        "10",
        "2000-01-01",
        "0,01 %",
        "1\u{202f}000",
        "1,000.00",
        "20 ноября 2026 года",
        "+0.0036 x",
    ] {
        assert!(!has_zero(text), "{text}");
    }
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => decimal(),
        3 => "-?[0-9]{1,3}\\.[0-9]{1,6}",
        3 => "-?0\\.0{0,12}[1-9][0-9]{0,4}",
        1 => "-?[1-9][0-9]{27}",
        1 => Just("0.0000000000000000000000000001".to_owned()),
    ]
}

fn unit() -> impl Strategy<Value = Unit> {
    let forms: [&[&str]; 2] = [&["штука", "штуки", "штук", "штуки"], &["piece", "pieces"]];
    let forms = |lang: Lang| {
        lang.pick(forms)
            .iter()
            .map(|form| (*form).to_owned())
            .collect()
    };
    let named = |id: &str| Unit::new(id.to_owned(), Localized::build(|_| id.to_owned()));
    let pieces = Unit {
        plural: Some(Localized::build(forms)),
        ..named("pieces")
    };
    prop_oneof![Just(pieces), Just(named("%"))]
}

fn key() -> impl Strategy<Value = SeriesKey> {
    let period_type = prop::sample::select(PeriodType::ALL.to_vec());
    let measure = prop::sample::select(Measure::ALL.to_vec());
    let frequency = prop_oneof![3 => Just(None), 1 => Just(Some(Frequency::Quarterly))];
    (unit(), period_type, measure, frequency).prop_map(|(unit, period_type, measure, frequency)| {
        SeriesKey {
            unit: Arc::new(unit),
            period_type,
            frequency: frequency.filter(|_| period_type.is_month_dated()),
            measure,
        }
    })
}

/// Ends of months, so that values have bases of a month and of a year.
fn indicator() -> impl Strategy<Value = Indicator> {
    let values = prop::collection::vec(value(), 14..20);
    (key(), values, prop::option::of(0u8..=10)).prop_map(|(key, values, decimals)| {
        let key = Arc::new(key);
        let first = NaiveDate::from_ymd_opt(2025, 6, 15).unwrap();
        let day = |place: usize| {
            let date = first + Days::new(30 * place as u64);
            if key.period_type.is_month_dated() {
                last_day_of_month(date)
            } else {
                date
            }
        };
        let mut rows: Vec<Observation> = Vec::new();
        for (place, value) in values.iter().enumerate() {
            let observation = Observation::sample(key.period_type, "", value);
            rows.push(Observation {
                date: Some(day(place)),
                series_key: Arc::clone(&key),
                ..observation
            });
        }

        rows.dedup_by_key(|row| row.date);
        Indicator {
            decimals,
            ..Indicator::of_series(Series::new(rows).unwrap())
        }
    })
}

/// Everything that is said of a figure.
fn said(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Vec<String> {
    let series = &indicator.series;
    let figure = Figure::new(indicator, as_of, lang);
    let mut said = vec![figure.quoted(lang), figure.period.clone()];
    said.extend(figure.decisions);
    said.extend(
        series
            .observations()
            .iter()
            .map(|row| value_standing_alone(indicator, row, lang)),
    );
    for (current, before) in series
        .observations()
        .iter()
        .skip(1)
        .zip(series.observations())
    {
        said.push(text::feed_title(indicator, current, Some(before), lang));
        said.push(text::feed_summary(
            indicator,
            current,
            None,
            Some(before),
            lang,
        ));
        for comparand in [Comparand::Month, Comparand::Year] {
            let status = Status::Verified;
            let comparison = Comparison::of(series, current, status, comparand);
            let decimals = indicator.decimals_of(&current.series_key);
            said.push(text::change(&comparison, decimals, status, comparand, lang));
            let change = Change::of(indicator, &comparison, lang);
            said.extend(change.into_iter().flat_map(|texts| {
                [Some(texts.text), texts.short, texts.more]
                    .into_iter()
                    .flatten()
            }));
        }
    }

    let verified = EffectiveStatus {
        status: Status::Verified,
        reason: Reason::Checked,
        stale_at: None,
    };
    let day = "2026-11-20".parse().unwrap();
    let member = Member {
        indicator,
        effective: &verified,
    };
    let latest = json::text(&LatestView::new(member, day, lang)).unwrap();
    said.extend(
        latest
            .lines()
            .filter(|line| line.contains("\"text\""))
            .map(str::to_owned),
    );
    said
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_is_printed_as_zero_that_is_none(indicator in indicator(), days in 0u64..600) {
        let mut values: Vec<_> = indicator.series.observations().iter().map(|row| row.value).collect();
        prop_assume!(values.iter().all(|value| value.sign().is_ne()));
        values.sort();
        values.dedup();
        prop_assume!(values.len() == indicator.series.observations().len());
        let as_of = NaiveDate::from_ymd_opt(2025, 12, 1).unwrap() + Days::new(days);
        for lang in Lang::ALL {
            for text in said(&indicator, as_of, lang) {
                prop_assert!(!has_zero(&text), "{text}");
            }
        }
    }
}
