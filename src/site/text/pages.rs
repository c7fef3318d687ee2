//! Headings, labels and remarks of the pages for people and of workbooks, the sentences of `/use`, and refusals.

use crate::model::texts;
use crate::site::ApiError;
use crate::site::ranges::BadParameter::{Malformed, Misnamed, NotHere};
use crate::site::ranges::Parameter::{AsOf, From, Keys, Last, To};

texts! { PageWords, page:
    description {
        "Макроэкономические и\u{a0}финансовые показатели с\u{a0}источником, периодом и\u{a0}статусом каждого значения.",
        "Macroeconomic and financial indicators with the source, the period and the status of each figure." }
    skip { "Перейти к\u{a0}содержанию", "Skip to content" }
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
    index { "Алфавитный указатель", "A–Z" }
    version { "Версия набора данных", "Dataset version" }
    status { "Статус", "Status" }
    contents { "Разделы", "Sections" }
    name { "Показатель", "Indicator" }
    value { "Значение", "Value" }
    exact_value { "Без округления", "Unrounded" }
    period { "Период", "Period" }
    month { "За\u{a0}месяц", "Month-on-month" }
    year { "За\u{a0}год", "Year-on-year" }
    history { "Динамика", "History" }
    not_calculated { "не рассчитано", "not calculated" }
    unchanged { "не\u{a0}изменилось", "unchanged" }
    unchanged_short { "без\u{a0}изм.", "no change" }
    incomparable { "несопоставимы", "not comparable" }
    remark {
        "Изменения приведены по\u{a0}отношению к\u{a0}тому\u{a0}же дню или периоду месяцем и\u{a0}годом ранее, для показателей в\u{a0}процентах\u{a0}— в\u{a0}процентных пунктах (п.\u{a0}п.). «…»\u{a0}— изменение не\u{a0}рассчитано; причина указана на\u{a0}странице показателя.",
        "Changes are relative to the same day or period one month and one year earlier; for indicators in percent they are in percentage points (pp). “…” means that no change is calculated; the indicator’s page gives the reason." }
    all { "Все показатели", "All indicators" }
    latest { "Последнее значение", "Latest figure" }
    reported_change { "Изменение, опубликованное источником", "Change reported by the source" }
    about { "О\u{a0}данных", "About the data" }
    source { "Источник", "Source" }
    published { "Опубликовано", "Published" }
    next { "Следующая публикация", "Next publication" }
    missing { "Публикация ожидалась", "Publication due" }
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
    vintages_as_csv { "все опубликованные версии в\u{a0}CSV", "all published versions (vintages) as CSV" }
    observations { "Наблюдения", "Observations" }
    origin { "источник", "origin" }
    origins { "Источники значений", "Origins of the values" }
    revisions { "Пересмотры", "Revisions" }
    revisions_meaning {
        "Значения, которые источник изменил после первой публикации: от\u{a0}первой публикации к\u{a0}последней; действующее выделено.",
        "Values that the source changed after their first publication, oldest first; the current value is in bold." }
    neighbours { "Другие показатели раздела", "Other indicators in this section" }
    previous { "Предыдущий показатель", "Previous indicator" }
    following { "Следующий показатель", "Next indicator" }
    for_programs { "Данные и\u{a0}API", "Data and API" }
    one_as_json { "показатель в\u{a0}JSON", "indicator as JSON" }
    explanation { "объяснение изменений и\u{a0}статуса в\u{a0}JSON", "explanation of changes and status as JSON" }
    all_as_json { "все показатели в\u{a0}JSON", "all indicators as JSON" }
    all_as_csv { "все показатели в\u{a0}CSV", "all indicators as CSV" }
    for_excel { "CSV для Excel", "CSV for Excel" }
    all_as_workbook { "всё в\u{a0}одной книге Excel", "everything in one Excel workbook" }
    histories_as_csv { "все наблюдения в\u{a0}CSV", "all observations as CSV" }
    feed { "лента новых публикаций (Atom)", "feed of new publications (Atom)" }
    catalog { "каталог в\u{a0}JSON", "catalogue as JSON" }
    calendar { "календарь публикаций (iCalendar)", "release calendar (iCalendar)" }
    openapi { "описание API (OpenAPI)", "API description (OpenAPI)" }
    schema { "схема JSON", "JSON Schema" }
    monitoring { "состояние сервиса", "service status" }
}

texts! { UsageWords, usage:
    title { "Как использовать данные", "Using the data" }
    meaning {
        "Готовые рецепты для программ, таблиц и\u{a0}ботов.",
        "Complete recipes for programs, spreadsheets and bots." }
    not_run { "Тесты сервиса этот рецепт не\u{a0}запускают.", "No test of the service runs this recipe." }
    is_run {
        "Тесты сервиса запускают этот рецепт целиком.",
        "A test of the service runs this recipe as it stands." }
    address {
        "Адрес сервиса задайте один раз, например так; в\u{a0}таблицах, настройках и\u{a0}на\u{a0}веб-странице впишите его вместо BASE:",
        "Set the address of the service once, for example as below; in spreadsheets, settings and web pages, put it in place of BASE:" }
}

texts! { SheetWords, sheets:
    present { "Показатели", "Indicators" }
    about { "О файле", "About" }
    history { "История", "Observations" }
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
    /// [D6]
    refusal(ApiError) {
        UnknownKey => { "Неизвестный показатель", "Unknown indicator" }
        UnknownPath | UnknownPage => { "Страница не найдена", "Not found" }
        MethodNotAllowed => { "Метод не поддерживается", "Method not allowed" }
        TargetTooLong => { "Слишком длинный адрес", "Request target too long" }
        BadRequest => { "Некорректный HTTP-запрос", "Malformed HTTP request" }
        BadParameter(Malformed(From)) => {
            "Параметр from принимает год, квартал, месяц или существующий день: 2025, 2025-Q3, 2025-09 или 2025-09-30",
            "from must be a year, quarter, month or existing day: 2025, 2025-Q3, 2025-09 or 2025-09-30" }
        BadParameter(Malformed(To)) => {
            "Параметр to принимает год, квартал, месяц или существующий день: 2025, 2025-Q3, 2025-09 или 2025-09-30",
            "to must be a year, quarter, month or existing day: 2025, 2025-Q3, 2025-09 or 2025-09-30" }
        BadParameter(Malformed(Last)) => {
            "Параметр last принимает целое число от 1 до 999999999",
            "last must be a whole number from 1 to 999999999" }
        BadParameter(Malformed(Keys)) => {
            "Параметр keys принимает не более 100 ключей через запятую",
            "keys must be at most 100 keys separated by commas" }
        BadParameter(Malformed(AsOf)) => {
            "Параметр asOf принимает существующий день: 2025-09-30",
            "asOf must be an existing day: 2025-09-30" }
        BadParameter(Misnamed(From)) => { "Здесь этот параметр называется from", "Here this parameter is called from" }
        BadParameter(Misnamed(To)) => { "Здесь этот параметр называется to", "Here this parameter is called to" }
        BadParameter(Misnamed(Last)) => { "Здесь этот параметр называется last", "Here this parameter is called last" }
        BadParameter(Misnamed(Keys)) => { "Здесь этот параметр называется keys", "Here this parameter is called keys" }
        BadParameter(Misnamed(AsOf)) => { "Здесь этот параметр называется asOf", "Here this parameter is called asOf" }
        BadParameter(NotHere(Keys)) => { "Параметр keys принимает только /history.csv", "keys is accepted only by /history.csv" }
        BadParameter(NotHere(AsOf)) => {
            "Параметр asOf принимают только истории отдельных показателей",
            "asOf is accepted only by the histories of single indicators" }
        BadParameter(NotHere(From | To | Last)) => {
            "Этот ресурс не принимает from, to и last",
            "This resource does not accept from, to or last" }
        PreconditionFailed => { "Данные изменились", "The data have changed" }
        RangeNotSatisfiable => { "Запрошенный диапазон байтов вне ответа", "Requested byte range is outside the response" }
        Unhealthy => { "Служба не отвечает", "Service is not responding" }
    }

    /// The rules that every recipe follows.
    usage_rules[4] {
        {
            "Смотрите на\u{a0}sourceStatus: всё, что не\u{a0}verified, нельзя считать проверенным.",
            "Look at sourceStatus: whatever is not verified must not be treated as verified." }
        {
            "Считайте по\u{a0}valueRaw: value округлено до\u{a0}двух знаков.",
            "Calculate with valueRaw: value is rounded to two decimals." }
        {
            "Сохраняйте ответ и\u{a0}его ETag: если данные не\u{a0}изменились, повторный запрос вернёт 304 без\u{a0}тела.",
            "Keep the response and its ETag: while nothing has changed, asking again costs a 304 without a body." }
        {
            "Ответ можно хранить столько, сколько говорит Cache-Control, обычно 15\u{a0}минут.",
            "A response may be kept for as long as Cache-Control says, usually 15 minutes." }
    }

    /// A sentence on a recipe.
    recipe(&str) {
        "curl" => {
            "Одно значение в\u{a0}командной строке; повторный запуск ничего не\u{a0}скачивает, пока данные прежние.",
            "One value on the command line; run again, it downloads nothing until the data change." }
        "requests" => {
            "Точное десятичное число и\u{a0}кэш на\u{a0}диске, который сам проверяет ETag.",
            "The exact decimal, with a cache on disk that revalidates by itself." }
        "ranges" => {
            "Часть истории: с\u{a0}периода по\u{a0}период, последние наблюдения, то, что было известно на\u{a0}дату; условный запрос.",
            "A part of a history: between two periods, the newest observations, what was known on a day; a conditional request." }
        "pandas-url" => {
            "История одного показателя прямо по\u{a0}адресу, сжатая gzip.",
            "The history of one indicator straight from its address, compressed with gzip." }
        "polars" => {
            "Все истории прямо по\u{a0}адресу; типы заданы, поэтому ключ null останется текстом.",
            "All histories straight from their address; with types given, a key called null stays a text." }
        "duckdb" => {
            "Запрос SQL ко\u{a0}всем историям: файл скачивается, поэтому расширение httpfs не\u{a0}нужно; значения остаются десятичными.",
            "SQL over all histories: the file is downloaded, so the httpfs extension is not needed; values stay decimal." }
        "readr" => {
            "История показателя с\u{a0}заданными типами столбцов.",
            "The history of an indicator with the types of its columns given." }
        "pandas" => {
            "Текущие значения таблицей и\u{a0}вся история в\u{a0}столбцах по\u{a0}ключам.",
            "The present values as a table, and all histories in columns by key." }
        "vintages" => {
            "Что было известно на\u{a0}дату, первая публикация и\u{a0}матрица реального времени\u{a0}— по\u{a0}строке кода.",
            "What was known on a day, the first release and the real-time matrix: a line each." }
        "r" => {
            "История ряда с\u{a0}датами; ответы хранятся в\u{a0}файлах.",
            "A history with dates; responses are kept in files." }
        "excel" => {
            "Данные → Получить данные → Пустой запрос → Расширенный редактор. Культура en-US нужна, чтобы точка осталась десятичным знаком.",
            "Data → Get Data → Blank Query → Advanced Editor. The culture en-US keeps the point a decimal point in every locale." }
        "sheets" => {
            "Вторая строка показывает source_status. В\u{a0}LibreOffice: Лист → Внешние ссылки.",
            "The second line shows source_status. In LibreOffice: Sheet → External Links." }
        "grafana" => {
            "Источник Infinity, корневой селектор observations. Статус возьмите из\u{a0}data.json.",
            "The Infinity data source with the root selector observations. The status is in data.json." }
        "home-assistant" => {
            "Датчик, который недоступен, пока статус не\u{a0}verified.",
            "A sensor that is unavailable while the status is not verified." }
        "telegram" => {
            "Текст сообщения с\u{a0}изменением против предыдущего значения, посчитанным точно.",
            "The text of a message with the exact change against the previous value." }
        "javascript" => {
            "Строка на\u{a0}вашей странице; браузер сам хранит ответ и\u{a0}проверяет ETag.",
            "A line on your page; the browser keeps the response and revalidates it by itself." }
        "sdmx" => {
            "Ряд через SDMX 2.1; значения со\u{a0}статусом V не\u{a0}проверены.",
            "A series through SDMX 2.1; observations of status V are unvalidated." }
    }

    /// Headings of the columns of a history, in the order of the flat table.
    sheet_columns[11] {
        { "Ключ", "Key" }
        { "Показатель", "Indicator" }
        { "Дата", "Date" }
        { "Значение", "Value" }
        { "Единица", "Unit" }
        { "Код единицы", "Unit code" }
        { "Вид величины", "Measure" }
        { "Тип периода", "Period type" }
        { "Опубликовано", "Published" }
        { "Источник значения", "Reference" }
        { "Пометки", "Flags" }
    }
}
