//! What `/use` says of its recipes.

use crate::model::{text_table, texts};

text_table! { UsageWords, usage:
    title { "Как использовать данные", "Using the data" }
    meaning {
        "Готовые рецепты для программ, таблиц и\u{a0}ботов.",
        "Complete recipes for programs, spreadsheets and bots." }
    not_run { "Тесты сервиса этот рецепт не\u{a0}запускают.", "No test of the service runs this recipe." }
    is_run {
        "Тесты сервиса запускают этот рецепт целиком.",
        "A test of the service runs this recipe as it stands." }
    address {
        "Замените http://127.0.0.1:8080 на\u{a0}адрес сервиса.",
        "Replace http://127.0.0.1:8080 with the address of the service." }
}

texts! {
    /// What every recipe does.
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

    /// What a recipe does, in a sentence.
    recipe(&str) {
        "curl" => {
            "Одно значение в\u{a0}командной строке; повторный запуск ничего не\u{a0}скачивает, пока данные прежние.",
            "One value on the command line; run again, it downloads nothing until the data change." }
        "requests" => {
            "Точное десятичное число и\u{a0}кэш на\u{a0}диске, который сам проверяет ETag.",
            "The exact decimal, with a cache on disk that revalidates by itself." }
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
}
