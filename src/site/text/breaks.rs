//! Why two observations of a series are not compared: a break of the unit, of the period type, or of the measure.

use super::changes::Case;
use super::dates::{caption, kind};
use crate::model::{Basis, Lang, Measure, Observation, Outcome};

impl Case<'_> {
    /// What keeps two observations apart, each in its own words.
    pub(super) fn differs(&self, base: &Observation) -> String {
        let (when, base_when) = (self.when(self.current), self.when(base));
        let (current, base) = (self.named(self.current), self.named(base));
        match (self.comparison.outcome, self.lang) {
            (Outcome::UnitDiffers, Lang::Ru) => {
                format!("единица значения {when} — {current}, а значения {base_when} — {base}")
            }
            (Outcome::UnitDiffers, Lang::En) => {
                format!("the unit of the value {when} is {current}, that of the value {base_when} is {base}")
            }
            (Outcome::TypeDiffers, Lang::Ru) => {
                format!("тип периода значения {when} — {current}, а значения {base_when} — {base}")
            }
            (Outcome::TypeDiffers, Lang::En) => {
                format!(
                    "the period type of the value {when} is {current}, that of the value {base_when} is {base}"
                )
            }
            (_, Lang::Ru) => format!(
                "значение {when} — {current}, а значение {base_when} — {base}; такие ряды между собой не сравнивают"
            ),
            (_, Lang::En) => format!(
                "the value {when} is {current} but the value {base_when} is {base}, and such series are not mixed"
            ),
        }
    }

    fn quoted(&self, text: &str) -> String {
        match self.lang {
            Lang::Ru => format!("«{text}»"),
            Lang::En => format!("“{text}”"),
        }
    }

    /// What an observation has that the other has not.
    fn named(&self, observation: &Observation) -> String {
        let basis = &observation.basis;
        match self.comparison.outcome {
            Outcome::UnitDiffers => self.quoted(basis.unit.text.get(self.lang)),
            Outcome::TypeDiffers => self.quoted(caption(basis.period_type, self.lang)),
            _ => measure(basis.measure, self.lang).to_owned(),
        }
    }
}

/// What the observations of a part of a series are: `млн манатов · на конец месяца · абсолютная величина`.
pub fn basis(basis: &Basis, lang: Lang) -> String {
    [basis.unit.text.get(lang), kind(basis.period_type, lang), measure(basis.measure, lang)].join(" · ")
}

fn measure(measure: Measure, lang: Lang) -> &'static str {
    match (measure, lang) {
        (Measure::Amount, Lang::Ru) => "абсолютная величина",
        (Measure::Rate, Lang::Ru) => "ставка или курс",
        (Measure::Growth, Lang::Ru) => "темп прироста",
        (Measure::Index, Lang::Ru) => "индекс",
        (Measure::Amount, Lang::En) => "an amount",
        (Measure::Rate, Lang::En) => "a rate",
        (Measure::Growth, Lang::En) => "a growth rate",
        (Measure::Index, Lang::En) => "an index",
    }
}
