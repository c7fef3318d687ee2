//! Headings, labels and remarks of the pages for people, and what refusals say.

use crate::model::{text_table, texts};
use crate::site::ApiError;

text_table! { PageWords, page:
    service { "Макроэкономические показатели", "Macroeconomic indicators" }
    description {
        "Макроэкономические и\u{a0}финансовые показатели с\u{a0}источником, периодом и\u{a0}статусом каждого значения.",
        "Macroeconomic and financial indicators with the source, the period and the status of each figure." }
    skip { "Перейти к\u{a0}содержанию", "Skip to the content" }
    other_language { "English", "Русский" }
    method { "Методология", "Method" }
    method_meaning {
        "Что означают периоды, статусы, изменения, пересмотры, пометки и\u{a0}графики.",
        "What periods, statuses, changes, revisions, marks and charts mean." }
    not_found { "Страница не\u{a0}найдена", "Page not found" }
    not_found_meaning {
        "По\u{a0}этому адресу ничего нет. Возможно, в\u{a0}нём опечатка.",
        "There is nothing at this address. It may have been mistyped." }
    unofficial { "неофициальные данные", "unofficial" }
    featured { "Главное", "Headline figures" }
    news { "Новые публикации", "Newest publications" }
    index { "Алфавитный указатель", "A–Z" }
    version { "Версия набора", "Dataset version" }
    status { "Статус", "Status" }
    contents { "Разделы", "Sections" }
    name { "Показатель", "Indicator" }
    value { "Значение", "Value" }
    exact_value { "Без округления", "Not rounded" }
    period { "Период", "Period" }
    month { "За\u{a0}месяц", "Month-on-month" }
    year { "За\u{a0}год", "Year-on-year" }
    history { "Динамика", "History" }
    not_calculated { "не рассчитано", "not calculated" }
    up { "рост", "up" }
    down { "снижение", "down" }
    unchanged { "не\u{a0}изменилось", "unchanged" }
    remark {
        "Изменения даны к\u{a0}тому\u{a0}же дню или периоду месяцем и\u{a0}годом ранее, для показателей в\u{a0}процентах\u{a0}— в\u{a0}процентных пунктах (п.\u{a0}п.). Прочерк означает, что изменение не\u{a0}рассчитано: причина названа на\u{a0}странице показателя.",
        "Changes are compared with the same day or period one month and one year earlier; for figures in percent they are in percentage points (pp). A dash means that the change is not calculated: the indicator’s page says why." }
    all { "Все показатели", "All indicators" }
    latest { "Последнее значение", "Latest figure" }
    reported_change { "Изменение по\u{a0}данным источника", "Change as the source reports it" }
    about { "О\u{a0}данных", "About the data" }
    source { "Источник", "Source" }
    published { "Опубликовано", "Published" }
    next { "Следующая публикация", "Next publication" }
    missing { "Ожидавшаяся публикация", "Expected publication" }
    checked { "Источник проверен", "Source checked" }
    notes { "Примечания", "Notes" }
    cite { "Как цитировать", "How to cite" }
    no_chart {
        "Дата единственного значения неизвестна, поэтому графика нет.",
        "The date of the only value is unknown, so there is no chart." }
    download { "Скачать:", "Download:" }
    excel { "CSV для Excel", "CSV for Excel" }
    picture { "график (SVG)", "chart (SVG)" }
    latest_as_json { "последнее значение в\u{a0}JSON", "the latest figure as JSON" }
    vintages_as_csv { "все пересмотры в\u{a0}CSV", "all revisions as CSV" }
    observations { "Наблюдения", "Observations" }
    origins { "Откуда взяты значения", "Where the values were taken" }
    revisions { "Пересмотры", "Revisions" }
    revisions_meaning {
        "Значения, которые источник изменил после первой публикации, в\u{a0}порядке их выхода; выделено действующее.",
        "Values that the source changed after their first publication, in the order of their appearance; the one that counts stands out." }
    neighbours { "Соседние показатели раздела", "Neighbouring indicators" }
    previous { "Предыдущий показатель", "Previous indicator" }
    following { "Следующий показатель", "Next indicator" }
    for_programs { "Данные для программ", "Data for programs" }
    one_as_json { "показатель в\u{a0}JSON", "the indicator as JSON" }
    explanation { "объяснение изменений и\u{a0}статуса в\u{a0}JSON", "changes and status explained, as JSON" }
    all_as_json { "все показатели в\u{a0}JSON", "all indicators as JSON" }
    all_as_csv { "все показатели в\u{a0}CSV", "all indicators as CSV" }
    for_excel { "CSV для Excel", "CSV for Excel" }
    all_as_workbook { "всё в\u{a0}одной книге Excel", "everything in one Excel workbook" }
    histories_as_csv { "все наблюдения в\u{a0}CSV", "all observations as CSV" }
    feed { "лента новых публикаций (Atom)", "feed of new publications (Atom)" }
    catalog { "каталог в\u{a0}JSON", "catalogue as JSON" }
    calendar { "календарь публикаций (iCalendar)", "release calendar (iCalendar)" }
    openapi { "описание интерфейса (OpenAPI)", "description of the interface (OpenAPI)" }
    schema { "схема JSON", "JSON Schema" }
    monitoring { "состояние службы", "state of the service" }
}

texts! {
    /// What a refusal says [D6].
    refusal(ApiError) {
        UnknownKey => { "Неизвестный показатель", "Unknown indicator" }
        UnknownPath | UnknownPage => { "Страница не найдена", "Not found" }
        MethodNotAllowed => { "Метод не поддерживается", "Method not allowed" }
        TargetTooLong => { "Слишком длинный адрес", "Request target too long" }
        BadRequest => { "Запрос нарушает правила HTTP", "Request violates HTTP" }
        Unhealthy => { "Служба не отвечает", "Service is not responding" }
    }
}
