//! Names of what SDMX knows: concepts, code lists, codes.

use crate::model::Lang;

/// A concept, and the list of its codes where it has one.
#[derive(Clone, Copy)]
pub enum SdmxTerm {
    /// `FREQ`
    Frequency,
    /// `REF_AREA`
    Area,
    /// `INDICATOR`
    Indicator,
    /// `TIME_PERIOD`
    TimePeriod,
    /// `OBS_VALUE`
    Value,
    /// `UNIT_MEASURE`
    UnitMeasure,
    /// `UNIT_MULT`
    UnitMultiplier,
    /// `TIME_SPAN`
    TimeSpan,
    /// `TITLE`
    Title,
    /// `COMMENT`
    Comment,
    /// `OBS_STATUS`
    ObservationStatus,
    /// `COMMENT_OBS`
    ObservationComment,
    /// `DATA_SOURCE`
    DataSource,
    /// The scheme of all of these.
    Concepts,
}

/// Why SDMX gets no answer.
#[derive(Clone, Copy)]
pub enum SdmxError {
    /// There is nothing under this path or key.
    NotFound,
    /// SDMX knows it, this service does not offer it.
    NotOffered,
}

/// The name of a concept.
pub fn sdmx_term(term: SdmxTerm, lang: Lang) -> &'static str {
    let (ru, en) = match term {
        SdmxTerm::Frequency => ("Периодичность", "Frequency"),
        SdmxTerm::Area => ("Страна или территория", "Reference area"),
        SdmxTerm::Indicator => ("Показатель", "Indicator"),
        SdmxTerm::TimePeriod => ("Период", "Time period"),
        SdmxTerm::Value => ("Значение", "Observation value"),
        SdmxTerm::UnitMeasure => ("Единица измерения", "Unit of measure"),
        SdmxTerm::UnitMultiplier => ("Множитель единицы", "Unit multiplier"),
        SdmxTerm::TimeSpan => ("Охватываемый интервал", "Time span"),
        SdmxTerm::Title => ("Название", "Title"),
        SdmxTerm::Comment => ("Замечание к ряду", "Comment"),
        SdmxTerm::ObservationStatus => ("Статус наблюдения", "Observation status"),
        SdmxTerm::ObservationComment => ("Замечание к наблюдению", "Observation comment"),
        SdmxTerm::DataSource => ("Источник значения", "Data source"),
        SdmxTerm::Concepts => ("Понятия", "Concepts"),
    };
    if lang == Lang::Ru { ru } else { en }
}

/// The name of a code; a code that is its own name has no other.
pub fn sdmx_code(code: &str, lang: Lang) -> &str {
    let (ru, en) = match code {
        "D" => ("Ежедневно или на дату", "Daily"),
        "M" => ("Ежемесячно", "Monthly"),
        "_U" => ("Не определена", "Unspecified"),
        "A" => ("Обычное значение", "Normal value"),
        "B" => ("Первое значение после разрыва ряда", "Time series break"),
        "E" => ("Оценка или расчёт", "Estimated value"),
        "P" => ("Предварительное значение", "Provisional value"),
        "V" => ("Непроверенное значение", "Unvalidated value"),
        "PERIOD" => ("За сам период или на его конец", "The period itself"),
        "YTD" => ("С начала года, нарастающим итогом", "Cumulative from 1 January"),
        "YTD_AVERAGE" => ("В среднем с начала года", "Average from 1 January"),
        "PC" => ("Проценты", "Percent"),
        "IX" => ("Индекс", "Index"),
        "AZN" => ("Азербайджанский манат", "Azerbaijani manat"),
        "USD" => ("Доллар США", "US dollar"),
        "EUR" => ("Евро", "Euro"),
        "AZ" => ("Азербайджан", "Azerbaijan"),
        other => return other,
    };
    if lang == Lang::Ru { ru } else { en }
}

/// The name of a multiplier.
pub fn power_of_ten(power: u8, lang: Lang) -> String {
    let (ru, en) = match power {
        0 => ("Единицы", "Units"),
        3 => ("Тысячи", "Thousands"),
        6 => ("Миллионы", "Millions"),
        9 => ("Миллиарды", "Billions"),
        12 => ("Триллионы", "Trillions"),
        _ => return format!("10^{power}"),
    };
    if lang == Lang::Ru { ru } else { en }.to_owned()
}

/// What is said of a series of which observations are left out.
pub fn sdmx_left_out(count: usize, lang: Lang) -> String {
    match lang {
        Lang::Ru => format!(
            "Наблюдений в другой единице, с другим типом периода или видом величины, не включённых в этот ряд: {count}. \
             Они есть в history.csv."
        ),
        Lang::En => format!(
            "Observations in another unit, of another period type or of another measure are left out of this series: \
             {count}. They are in history.csv."
        ),
    }
}

/// Why there is no answer.
pub fn sdmx_error(refusal: SdmxError, lang: Lang) -> &'static str {
    let (ru, en) = match refusal {
        SdmxError::NotFound => ("Ничего не найдено", "No results found"),
        SdmxError::NotOffered => (
            "Этот ресурс или параметр SDMX здесь не поддерживается",
            "This SDMX resource or parameter is not offered here",
        ),
    };
    if lang == Lang::Ru { ru } else { en }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multipliers_have_names_up_to_trillions() {
        let names = [0, 3, 6, 9, 12, 2, 15].map(|power| power_of_ten(power, Lang::En));
        assert_eq!(names, ["Units", "Thousands", "Millions", "Billions", "Trillions", "10^2", "10^15"]);
        assert_eq!(power_of_ten(9, Lang::Ru), "Миллиарды");
    }
}
