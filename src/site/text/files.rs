//! Words in files for programs and spreadsheets: the concepts, code lists and codes of SDMX, and the sheets and headings of
//! workbooks, where codes of the interface stand under headings that say so.

use super::*;

/// The reason for which a request of SDMX gets no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SdmxError {
    NotFound,
    /// A part of SDMX that this service does not offer. Ignoring it would answer another question.
    NotOffered,
    /// A parameter that this service does not offer. It is named from a list, never as it was sent.
    ParameterNotOffered(&'static str),
    /// A parameter with a value that it does not take.
    Malformed(&'static str),
    /// None of the media types that the client accepts is offered.
    NotAcceptable,
    /// The message could not be written, which no checked dataset brings about.
    Busy,
}

texts! {
    /// A concept, and the list of its codes where it has one, or the scheme of all.
    sdmx_term(&str) {
        "FREQ" => { "Периодичность", "Frequency" }
        "REF_AREA" => { "Страна или территория", "Reference area" }
        "INDICATOR" => { "Показатель", "Indicator" }
        "TIME_PERIOD" => { "Период", "Time period" }
        "OBS_VALUE" => { "Значение наблюдения", "Observation value" }
        "UNIT_MEASURE" => { "Единица измерения", "Unit of measure" }
        "UNIT_MULT" => { "Множитель единицы", "Unit multiplier" }
        "TIME_SPAN" => { "Охватываемый интервал", "Time span" }
        "TITLE" => { "Название", "Title" }
        "COMMENT" => { "Примечание к ряду", "Series note" }
        "OBS_STATUS" => { "Статус наблюдения", "Observation status" }
        "COMMENT_OBS" => { "Примечание к наблюдению", "Observation note" }
        "DATA_SOURCE" => { "Источник значения", "Origin of the value" }
        "CONCEPTS" => { "Понятия", "Concepts" }
    }

    sdmx_not_found { "Ничего не найдено", "No results found" }
    sdmx_not_offered { "Этот ресурс SDMX не поддерживается", "This SDMX resource is not supported" }
    sdmx_parameter_not_offered(parameter) {
        "Параметр SDMX {parameter} или такое его значение не поддерживается",
        "The SDMX parameter {parameter}, or this value of it, is not supported" }
    sdmx_malformed(parameter) {
        "Недопустимое значение параметра {parameter}: период записывается как 2025, 2025-Q3, 2025-09 или 2025-09-30, число наблюдений — от 1 до 999999999",
        "The value of {parameter} is not valid: write a period as 2025, 2025-Q3, 2025-09 or 2025-09-30, a number of observations as 1 to 999999999" }
    sdmx_not_acceptable {
        "Данные доступны как application/vnd.sdmx.genericdata+xml;version=2.1, application/vnd.sdmx.structurespecificdata+xml;version=2.1 или application/vnd.sdmx.data+csv;version=1.0.0",
        "Data are available as application/vnd.sdmx.genericdata+xml;version=2.1, application/vnd.sdmx.structurespecificdata+xml;version=2.1 or application/vnd.sdmx.data+csv;version=1.0.0" }

    /// The comment on a series without some of its observations.
    sdmx_left_out(count) {
        "Наблюдений в другой единице, с другим типом периода или видом величины, не включённых в этот ряд: {count}. Они есть в history.csv.",
        "Observations left out of this series because their unit, period type or measure differs: {count}. They are in history.csv." }
}

pub fn sdmx_error(error: SdmxError, lang: Lang) -> String {
    match error {
        SdmxError::NotFound => sdmx_not_found(lang).to_owned(),
        SdmxError::NotOffered => sdmx_not_offered(lang).to_owned(),
        SdmxError::ParameterNotOffered(parameter) => sdmx_parameter_not_offered(parameter, lang),
        SdmxError::Malformed(parameter) => sdmx_malformed(parameter, lang),
        SdmxError::NotAcceptable => sdmx_not_acceptable(lang).to_owned(),
        SdmxError::Busy => busy(lang).to_owned(),
    }
}

/// The codes of SDMX: list, code, and its name in each language. The currencies are those of ISO 4217 that are in use, and the
/// precious metals; `code` stands for all other lists.
const CODES: &str = include_str!("codes.tsv");

fn code_name(list: &str, code: &str, lang: Lang) -> Option<&'static str> {
    let row = format!("{list}\t{code}\t");
    let names = CODES.lines().find_map(|line| line.strip_prefix(&row))?;
    names.split('\t').nth(lang as usize)
}

pub fn sdmx_frequency(code: &str, lang: Lang) -> &str {
    code_name("frequency", code, lang).unwrap_or(code)
}

/// The name of a code of another list, where it has another than itself.
pub fn sdmx_code(code: &str, lang: Lang) -> &str {
    code_name("code", code, lang).unwrap_or(code)
}

pub fn currency(code: &str, lang: Lang) -> Option<&'static str> {
    code_name("currency", code, lang)
}

/// The name of a multiplier.
pub fn power_of_ten(power: u8, lang: Lang) -> String {
    match code_name("multiplier", &power.to_string(), lang) {
        Some(name) => name.to_owned(),
        None => format!("10^{power}"),
    }
}

texts! { SheetWords, sheets:
    present { "Показатели", "Indicators" }
    about { "О файле", "About" }
    history { "История", "Observations" }
    changes { "Изменения", "Changes" }
    title { "Название", "Title" }
    description { "Описание", "Description" }
    license { "Условия использования", "Terms of use" }
    key { "Ключ", "Key" }
    unit { "Единица", "Unit" }
    source { "Источник", "Source" }
    notes { "Примечания", "Notes" }
    version { "Версия набора данных", "Dataset version" }
    as_of { "По состоянию на", "As of" }
    status { "Статус", "Status" }
    address { "Адрес файла", "Address of this file" }
}

texts! {
    /// Headings of the present figures, in the order of the flat table.
    present_columns[22] {
        { "Ключ", "Key" }
        { "Показатель", "Indicator" }
        { "Раздел", "Section" }
        { "Значение (округлено)", "Value (rounded)" }
        { "Значение (без округления)", "Value (unrounded)" }
        { "Единица", "Unit" }
        { "Тип периода (код)", "Period type (code)" }
        { "Период", "Period" }
        { "Дата периода", "Period date" }
        { "Изменение за месяц", "Month-on-month" }
        { "За месяц, %", "Month-on-month, %" }
        { "Изменение за год", "Year-on-year" }
        { "За год, %", "Year-on-year, %" }
        { "По данным источника, %", "Reported by source, %" }
        { "Статус (код)", "Status (code)" }
        { "Источник", "Source" }
        { "Примечания", "Notes" }
        { "Источник проверен", "Source checked" }
        { "Опубликовано", "Published" }
        { "Следующая публикация", "Next publication" }
        { "Периодичность (код)", "Frequency (code)" }
        { "Пометки (коды)", "Flags (codes)" }
    }

    /// Headings of the columns of changes, in the order of their table.
    change_columns[12] {
        { "Дата", "Date" }
        { "Значение", "Value" }
        { "Изменение за месяц", "Month-on-month" }
        { "За месяц, %", "Month-on-month, %" }
        { "Изменение за год", "Year-on-year" }
        { "За год, %", "Year-on-year, %" }
        { "Месяц (расчёт)", "Month (computed)" }
        { "12 месяцев (расчёт)", "12 months (computed)" }
        { "Квартал (расчёт)", "Quarter (computed)" }
        { "4 квартала (расчёт)", "4 quarters (computed)" }
        { "Изменение за квартал", "Quarter-on-quarter" }
        { "За квартал, %", "Quarter-on-quarter, %" }
    }

    /// Headings of the columns of a history, in the order of the long table.
    sheet_columns[12] {
        { "Ключ", "Key" }
        { "Показатель", "Indicator" }
        { "Дата", "Date" }
        { "Значение", "Value" }
        { "Единица", "Unit" }
        { "Единица (код)", "Unit (code)" }
        { "Вид величины (код)", "Measure (code)" }
        { "Тип периода (код)", "Period type (code)" }
        { "Опубликовано", "Published" }
        { "Источник значения", "Origin" }
        { "Пометки (коды)", "Flags (codes)" }
        { "Периодичность (код)", "Frequency (code)" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currencies_are_found_by_their_codes() {
        assert_eq!(
            Lang::each(|lang| currency("AZN", lang).unwrap()),
            ["Азербайджанский манат", "Azerbaijani manat"]
        );
        for row in CODES.lines() {
            let [list, code] = [0, 1].map(|column| row.split('\t').nth(column).unwrap());
            let names = Lang::each(|lang| code_name(list, code, lang).unwrap());
            assert_eq!([list, code, &names.join("\t")].join("\t"), row);
        }

        assert_eq!(
            ["PC", "azn", "AZN2", ""].map(|code| currency(code, Lang::En)),
            [None; 4]
        );
    }

    #[test]
    fn multipliers_have_names_up_to_trillions() {
        let names = [0, 3, 6, 9, 12, 2, 15].map(|power| power_of_ten(power, Lang::En));
        assert_eq!(
            names,
            [
                "Units",
                "Thousands",
                "Millions",
                "Billions",
                "Trillions",
                "10^2",
                "10^15"
            ]
        );

        assert_eq!(power_of_ten(9, Lang::Ru), "Миллиарды");
    }
}
