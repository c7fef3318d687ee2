//! The words of `/use`: rules for those who write programs, and a sentence on each recipe.

use crate::model::texts;

texts! { UsageWords, usage:
    title { "Как использовать данные", "Using the data" }
    meaning {
        "Готовые примеры кода для программ, электронных таблиц и\u{a0}ботов.",
        "Complete code recipes for programs, spreadsheets and bots." }
    not_run { "Этот пример не\u{a0}проверяется автоматически.", "This recipe is not tested automatically." }
    is_run {
        "Этот пример целиком проверяется автоматически.",
        "This recipe is tested automatically, exactly as shown." }
    address {
        "Адрес сервиса задаётся один раз, например так; в\u{a0}таблицах, настройках и\u{a0}на\u{a0}веб-странице подставьте его вместо BASE:",
        "Set the address of the service once, for example as below; in spreadsheets, settings and web pages, write it in place of BASE:" }
}

texts! {
    /// The rules that every recipe follows.
    usage_rules[4] {
        {
            "Для анализа используйте только значения с\u{a0}sourceStatus: verified.",
            "Use values for analysis only if sourceStatus is verified." }
        {
            "Для расчётов берите valueRaw: value округлено до\u{a0}двух знаков.",
            "Use valueRaw in calculations: value is rounded to two decimals." }
        {
            "Сохраняйте ответ и\u{a0}его ETag: если данные не\u{a0}изменились, повторный запрос вернёт 304 без\u{a0}тела.",
            "Keep the response and its ETag: if nothing has changed, a repeated request returns 304 with no body." }
        {
            "Храните ответ столько, сколько разрешает Cache-Control, обычно 15\u{a0}минут.",
            "Keep a response for as long as Cache-Control allows, usually 15 minutes." }
    }

    /// A sentence on a recipe.
    recipe(&str) {
        "curl" => {
            "Одно значение в\u{a0}командной строке; при повторном запуске ничего не\u{a0}скачивается, пока данные не\u{a0}изменились.",
            "One value on the command line; a repeated run downloads nothing unless the data have changed." }
        "requests" => {
            "Точное десятичное значение и\u{a0}кэш на\u{a0}диске, который сам сверяет ETag.",
            "The exact decimal value, with a cache on disk that revalidates by itself." }
        "ranges" => {
            "Часть истории: за\u{a0}указанные периоды, последние наблюдения и\u{a0}их пересмотры, данные, известные на\u{a0}дату; условный запрос.",
            "Part of a history: between two periods, the latest observations and their revisions, the data known on a given day; a conditional request." }
        "latest" => {
            "Готовая фраза для цитирования: действующая ставка или последнее значение, вместе со\u{a0}статусом.",
            "A phrase ready to be quoted: the rate in force, or the latest figure, with its status." }
        "changes" => {
            "Изменения каждого наблюдения за\u{a0}год; из\u{a0}сумм с\u{a0}начала года — отдельные месяцы и\u{a0}последние двенадцать месяцев.",
            "The change of every observation on a year earlier; from totals since January, single months and the last twelve." }
        "wide" => {
            "Раздел одной таблицей: по\u{a0}столбцу на\u{a0}показатель, по\u{a0}строке на\u{a0}дату.",
            "A category as one table, with a column for each indicator and a row for each date." }
        "pandas-url" => {
            "История одного показателя прямо по\u{a0}адресу, со\u{a0}сжатием gzip.",
            "The history of one indicator, read directly from its address with gzip compression." }
        "polars" => {
            "Все истории прямо по\u{a0}адресу; типы столбцов заданы, поэтому ключ null остаётся текстом.",
            "All histories, read directly from the address; with column types given, a key called null stays text." }
        "duckdb" => {
            "Запрос SQL ко\u{a0}всем историям: файл скачивается, поэтому расширение httpfs не\u{a0}нужно; значения остаются десятичными.",
            "SQL over all histories: the file is downloaded, so the httpfs extension is not needed; values stay decimal." }
        "readr" => {
            "История показателя с\u{a0}заданными типами столбцов.",
            "The history of an indicator with explicit column types." }
        "pandas" => {
            "Таблица последних значений и\u{a0}все истории, по\u{a0}столбцу на\u{a0}показатель.",
            "A table of the latest values, and all histories with one column for each indicator." }
        "vintages" => {
            "Данные, известные на\u{a0}дату, первые публикации и\u{a0}таблица версий (real-time): по\u{a0}строке кода на\u{a0}каждую задачу.",
            "The data known on a given day, first releases and the real-time table, in one line of code each." }
        "r" => {
            "История показателя с\u{a0}датами; ответы сохраняются в\u{a0}файлах.",
            "The history of an indicator with dates; responses are kept in files." }
        "excel" => {
            "Данные → Получить данные → Из других источников → Пустой запрос → Расширенный редактор. Параметр en-US нужен, чтобы точка при любых региональных настройках осталась десятичным разделителем.",
            "Data → Get Data → From Other Sources → Blank Query → Advanced Editor. The culture en-US keeps the point as the decimal separator in every locale." }
        "sheets" => {
            "Вторая формула возвращает source_status. В\u{a0}LibreOffice: Лист → Внешние ссылки.",
            "The second formula returns source_status. In LibreOffice: Sheet → External Links." }
        "grafana" => {
            "Источник данных Infinity, корневой селектор observations. Статус есть в\u{a0}data.json.",
            "The Infinity data source with the root selector observations. The status is in data.json." }
        "home-assistant" => {
            "Датчик, недоступный, пока статус отличается от\u{a0}verified.",
            "A sensor that is unavailable unless the status is verified." }
        "telegram" => {
            "Текст сообщения с\u{a0}точным изменением по\u{a0}сравнению с\u{a0}предыдущим значением.",
            "The text of a message with the exact change from the previous value." }
        "javascript" => {
            "Строка текста на\u{a0}вашей странице; браузер сам сохраняет ответ и\u{a0}сверяет ETag.",
            "A line of text on your page; the browser keeps the response and revalidates it by itself." }
        "sdmx" => {
            "Ряд через SDMX 2.1; значения со\u{a0}статусом V не\u{a0}проверены.",
            "A series through SDMX 2.1; observations with status V are not validated." }
    }
}
