//! Headings, labels and remarks of the pages for people, and refusals.

use super::*;

texts! { PageWords, page:
    description {
        "Макроэкономические и\u{a0}финансовые показатели с\u{a0}источником, периодом и\u{a0}статусом каждого значения.",
        "Macroeconomic and financial indicators with the source, the period and the status of each figure." }
    skip { "Перейти к\u{a0}содержанию", "Skip to content" }
    find { "Найти показатель", "Find an indicator" }
    search { "Найти", "Search" }
    calendar_short { "Календарь", "Calendar" }
    method { "Методология", "Methodology" }
    method_meaning {
        "Что означают периоды, статусы, изменения, пересмотры, пометки и\u{a0}графики.",
        "What periods, statuses, changes, revisions, flags and charts mean." }
    not_found { "Страница не\u{a0}найдена", "Page not found" }
    not_found_meaning {
        "По\u{a0}этому адресу страницы нет. Проверьте, нет\u{a0}ли в\u{a0}нём опечатки.",
        "No page exists at this address; check the spelling." }
    license { "Условия использования данных", "Terms of use" }
    contact { "Сообщить об\u{a0}ошибке", "Report an error" }
    featured { "Основные показатели", "Headline figures" }
    version { "версия", "version" }
    contents { "Разделы", "Sections" }
    name { "Показатель", "Indicator" }
    value { "Значение", "Value" }
    exact_value { "Без округления", "Unrounded" }
    period { "Период", "Period" }
    year { "За\u{a0}год", "Year-on-year" }
    previous_value { "Ранее", "Previous" }
    year_earlier { "Годом ранее", "Year earlier" }
    next { "Следующая", "Next" }
    history { "Динамика", "History" }
    not_calculated { "не рассчитано", "not calculated" }
    remark {
        "За\u{a0}год\u{a0}— к\u{a0}тому\u{a0}же дню или периоду годом ранее; у\u{a0}показателей в\u{a0}процентах\u{a0}— в\u{a0}процентных пунктах (п.\u{a0}п.). «…»\u{a0}— изменение не\u{a0}рассчитано.",
        "Year-on-year: on the same day or period a year earlier; for indicators in percent in percentage points (pp). “…”: no change is calculated." }
    all { "Все показатели", "All indicators" }
    latest { "Последнее значение", "Latest figure" }
    reported_change { "Изменение, опубликованное источником", "Change reported by the source" }
    about { "О\u{a0}данных", "About the data" }
    source { "Источник", "Source" }
    source_as_link { "источник", "source" }
    published { "Опубликовано", "Published" }
    checked { "Источник проверен", "Source checked" }
    notes { "Примечания", "Notes" }
    cite { "Как цитировать", "How to cite" }
    no_chart {
        "Дата единственного значения неизвестна, поэтому графика нет.",
        "The only value has no known date, so no chart is drawn." }
    download { "Скачать:", "Download:" }
    workbook { "книга Excel (XLSX)", "Excel workbook (XLSX)" }
    excel { "CSV для Excel", "CSV for Excel" }
    picture { "график (SVG)", "chart (SVG)" }
    latest_as_json { "последнее значение в\u{a0}JSON", "latest figure as JSON" }
    changes_as_csv { "изменения (CSV)", "changes (CSV)" }
    vintages_as_csv { "все опубликованные версии в\u{a0}CSV", "all published versions (vintages) as CSV" }
    observations { "Наблюдения", "Observations" }
    revisions { "Пересмотры", "Revisions" }
    revisions_meaning {
        "Значения, которые источник изменил после первой публикации: от\u{a0}первой публикации к\u{a0}последней; действующее выделено.",
        "Values that the source changed after their first publication, oldest first; the current value is in bold." }
    neighbours { "Другие показатели раздела", "Other indicators in this section" }
    for_programs { "Данные и\u{a0}API", "Data and API" }
    one_as_json { "показатель в\u{a0}JSON", "indicator as JSON" }
    explanation { "расчёт изменений и\u{a0}статуса (JSON)", "how changes and status were derived (JSON)" }
    all_as_json { "все показатели в\u{a0}JSON", "all indicators as JSON" }
    all_as_csv { "все показатели в\u{a0}CSV", "all indicators as CSV" }
    all_as_workbook { "всё в\u{a0}одной книге Excel", "everything in one Excel workbook" }
    histories_as_csv { "все наблюдения в\u{a0}CSV", "all observations as CSV" }
    feed { "лента новых публикаций (Atom)", "feed of new publications (Atom)" }
    catalog { "каталог в\u{a0}JSON", "catalogue as JSON" }
    catalog_as_csv { "каталог в\u{a0}CSV", "catalogue as CSV" }
    calendar { "календарь публикаций (iCalendar)", "release calendar (iCalendar)" }
    openapi { "описание API (OpenAPI)", "API description (OpenAPI)" }
    schema { "схема JSON", "JSON Schema" }
    monitoring { "состояние сервиса", "service status" }

    // The script.
    copy { "Копировать", "Copy" }
    copied { "Скопировано", "Copied" }
    found { "Найдено", "Found" }

    // Search.
    search_title { "Поиск показателей", "Search for indicators" }

    // The table of observations.
    yearly_change { "Изменение за\u{a0}год", "Change on a\u{a0}year earlier" }
    by_month { "За\u{a0}месяц (расчёт)", "Month (computed)" }
    by_quarter { "За\u{a0}квартал (расчёт)", "Quarter (computed)" }
    quarter_on_quarter { "Изменение за\u{a0}квартал (расчёт)", "Change on the quarter before (computed)" }
    flags { "Пометки", "Flags" }
    origin { "Источник", "Origin" }
    yearly_meaning {
        "Изменения за\u{a0}год\u{a0}— к\u{a0}тому\u{a0}же дню или периоду годом ранее; «…»\u{a0}— такого значения нет или оно несопоставимо.",
        "Changes are on the same day or period a\u{a0}year earlier; “…” where there is no such value or it is not comparable." }
    all_rows { "Все наблюдения", "All observations" }
    by_year { "Другие годы (CSV):", "Earlier years (CSV):" }
    in_csv { "в\u{a0}CSV", "as CSV" }
    in_excel { "в\u{a0}Excel", "in Excel" }

    // Facts beside the headline figure.
    previous_figure { "Предыдущее значение", "Previous" }
    previous_day { "Предыдущий день", "Previous day" }
    a_year_earlier { "Годом ранее", "A\u{a0}year earlier" }
    next_publication { "Следующая публикация", "Next publication" }
    publication_due { "Публикация ожидалась", "Publication due" }
    not_announced { "не\u{a0}объявлена", "not announced" }
    last_twelve { "За\u{a0}последние 12\u{a0}месяцев", "Last 12\u{a0}months" }
    last_four { "За\u{a0}последние 4\u{a0}квартала", "Last 4\u{a0}quarters" }
    this_month { "За\u{a0}последний месяц", "Latest month alone" }
    this_quarter { "За\u{a0}последний квартал", "Latest quarter alone" }
    announced { "Объявлено", "Announced" }
    in_force_since { "Действует с", "In force since" }
    last_change { "Последнее изменение", "Last change" }
    next_decision { "Следующее решение", "Next decision" }

    // Facts on a series.
    about_series { "Сведения о\u{a0}ряде", "About the series" }
    frequency { "Периодичность", "Frequency" }
    observation_count { "Наблюдений", "Observations" }
    unit { "Единица", "Unit" }
    series_code { "Код ряда", "Series code" }
    embed { "Вставить график на\u{a0}свою страницу", "Embed the chart" }
    feed_of_category { "лента новых публикаций раздела (Atom)", "feed of new publications in this section (Atom)" }
    menu { "Сервис", "Service" }
    trail { "Место страницы", "Breadcrumb" }

    // The overview, categories and the release calendar.
    just_published { "Опубликовано", "Just published" }
    coming { "Ожидается", "Coming up" }
    category_charts { "Графики показателей раздела", "Charts for this section" }
    no_indicators { "В\u{a0}разделе нет показателей.", "No indicators in this section." }
    publisher { "Издатель", "Publisher" }
    publication_dates { "Даты публикаций", "Publication dates" }

    category_as_csv { "все наблюдения раздела в\u{a0}CSV", "all observations in this section as CSV" }
    other_categories { "Другие разделы", "Other sections" }
    previous_category { "Предыдущий раздел", "Previous section" }
    next_category { "Следующий раздел", "Next section" }
    release_calendar { "Календарь публикаций", "Release calendar" }
    calendar_meaning {
        "Объявленные даты публикаций: предстоящие и\u{a0}за\u{a0}последние двенадцать месяцев.",
        "Announced publication dates: upcoming and the past twelve months." }
    date { "Дата", "Date" }
    indicators { "Показатели", "Indicators" }
    published_then { "Опубликовано (предыдущее значение)", "Published (previous value)" }
    to_come { "Предстоящие", "Upcoming" }
    none_to_come {
        "Дат предстоящих публикаций в\u{a0}календаре нет.",
        "The calendar has no upcoming publication dates." }
    past { "За\u{a0}последние двенадцать месяцев", "Past twelve months" }
    none_past {
        "За\u{a0}последние двенадцать месяцев дат нет.",
        "No publication dates in the past twelve months." }

    calendar_as_json { "календарь в\u{a0}JSON", "calendar as JSON" }

    // The National Summary Data Page.
    nsdp_title { "Национальная страница сводных данных", "National Summary Data Page" }
    nsdp_meaning {
        "Последние данные по\u{a0}категориям стандартов распространения данных МВФ и\u{a0}файлы SDMX.",
        "Latest data in the categories of the IMF’s data dissemination standards, with SDMX files." }
    standards { "Стандарты распространения данных МВФ (DSBB)", "IMF Dissemination Standards Bulletin Board (DSBB)" }
    sectors { "Секторы", "Sectors" }
    data_category { "Категория данных и\u{a0}показатель", "Data category and component" }
    latest_data { "Последние данные", "Latest data" }
    previous_data { "Предыдущие данные", "Previous data" }
    change_in_percent { "Изменение, %", "Change, %" }
    more { "Подробнее", "More information" }
    metadata { "метаданные", "metadata" }

    // Recipes.
    use_title { "Как использовать данные", "Using the data" }
    use_meaning {
        "Готовые примеры кода для программ, электронных таблиц и\u{a0}ботов.",
        "Complete code recipes for programs, spreadsheets and bots." }
    recipe_is_not_run { "Этот пример не\u{a0}проверяется автоматически.", "This recipe is not tested automatically." }
    recipe_is_run {
        "Этот пример целиком проверяется автоматически.",
        "This recipe is tested automatically, exactly as shown." }
    recipe_address {
        "Адрес сервиса задаётся один раз, например так; в\u{a0}таблицах, настройках и\u{a0}на\u{a0}веб-странице подставьте его вместо BASE:",
        "Set the address of the service once, for example as below; in spreadsheets, settings and web pages, write it in place of BASE:" }
}

// Refusals [D6].
texts! {
    unknown_key { "Неизвестный показатель", "Unknown indicator" }
    unknown_category { "Неизвестный раздел", "Unknown category" }
    unknown_path { "Страница не найдена", "Not found" }
    method_not_allowed { "Метод не поддерживается", "Method not allowed" }
    target_too_long { "Слишком длинный адрес", "Request target too long" }
    bad_request { "Некорректный HTTP-запрос", "Malformed HTTP request" }
    precondition_failed { "Данные изменились", "The data have changed" }
    range_not_satisfiable { "Запрошенный диапазон байтов вне ответа", "Requested byte range is outside the response" }
    busy { "Сервис занят, повторите запрос позже", "Busy, try again later" }
    nothing_published { "Данные ещё не\u{a0}опубликованы", "Nothing has been published yet" }
    nothing_published_meaning {
        "Показатели появятся здесь после первой публикации.",
        "The indicators will appear here after the first publication." }
    unhealthy { "Сервис не отвечает", "Service is not responding" }

    unknown_listed_key(key) { "Неизвестный показатель в параметре keys: «{key}»", "Unknown indicator in keys: “{key}”" }
    /// The parameter has another name here.
    misnamed(name) { "Здесь этот параметр называется «{name}»", "Here this parameter is called “{name}”" }

    /// Its value is not accepted.
    malformed(Parameter) {
        From => {
            "Параметр from принимает год, квартал, месяц или существующий день: 2025, 2025-Q3, 2025-09 или 2025-09-30",
            "from must be a year, quarter, month or existing day: 2025, 2025-Q3, 2025-09 or 2025-09-30" }
        To => {
            "Параметр to принимает год, квартал, месяц или существующий день: 2025, 2025-Q3, 2025-09 или 2025-09-30",
            "to must be a year, quarter, month or existing day: 2025, 2025-Q3, 2025-09 or 2025-09-30" }
        Last => {
            "Параметр last принимает целое число от 1 до 999999999",
            "last must be a whole number from 1 to 999999999" }
        Keys => {
            "Параметр keys принимает не более 100 ключей через запятую",
            "keys must be at most 100 keys separated by commas" }
        Category => { "Параметр category принимает идентификатор раздела", "category must be the identifier of a category" }
        AsOf => { "Параметр asOf принимает существующий день: 2025-09-30", "asOf must be an existing day: 2025-09-30" }
        Shape => { "Параметр shape принимает long или wide", "shape must be long or wide" }
    }

    /// The parameter belongs to other resources.
    parameter_not_here(Parameter) {
        Keys => { "Параметр keys принимает только /history.csv", "keys is accepted only by /history.csv" }
        Category => { "Параметр category принимает только /history.csv", "category is accepted only by /history.csv" }
        Shape => { "Параметр shape принимает только /history.csv", "shape is accepted only by /history.csv" }
        AsOf => {
            "Параметр asOf принимают только истории отдельных показателей",
            "asOf is accepted only by the histories of single indicators" }
        From | To | Last => {
            "Этот ресурс не принимает from, to и last",
            "This resource does not accept from, to or last" }
    }
}

/// Why a query is refused.
pub fn bad_parameter(error: BadParameter, lang: Lang) -> String {
    match error {
        BadParameter::Malformed(parameter) => malformed(parameter, lang).to_owned(),
        BadParameter::Misnamed(name) => misnamed(name, lang),
        BadParameter::NotHere(parameter) => parameter_not_here(parameter, lang).to_owned(),
    }
}
