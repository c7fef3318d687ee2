//! How the figures are made, the text of `/method`; and how programs use them, that of `/use`: rules, and a sentence on each
//! recipe.

use super::*;

pub struct MethodSection {
    /// Its place in the page, the same in every language.
    pub id: &'static str,
    pub title: &'static str,
    pub paragraphs: Vec<String>,
    /// Terms and their meanings.
    pub terms: Vec<(String, String)>,
}

/// The function that gives all sections in order: each a name, a title, its paragraphs, its terms.
macro_rules! sections {
    ($(
        $id:literal { $($title:literal),+ }
        [$({ $($paragraph:literal),+ })*]
        [$({ $($term:literal),+ } => { $($meaning:literal),+ })*]
    )*) => {
        fn sections(lang: Lang) -> Vec<MethodSection> {
            vec![$(MethodSection {
                id: $id,
                title: lang.pick([$($title),+]),
                paragraphs: vec![$(nbsp(lang.pick([$($paragraph),+]))),*],
                terms: vec![$((nbsp(lang.pick([$($term),+])), nbsp(lang.pick([$($meaning),+])))),*],
            }),*]
        }
    };
}

texts! {
    /// Before an example.
    example { "Пример из этого набора данных:", "Example from this dataset:" }

    /// The reason for which an example may calculate what no page shows.
    arithmetic_only {
        "Примеры показывают лишь порядок расчёта: по начальным данным и данным с неизвестным статусом изменения не публикуются.",
        "The examples only illustrate the arithmetic: no changes are published for initial data or data of unknown status." }

    status_meaning(Status) {
        Verified => {
            "Данные получены от источника и прошли автоматический контроль. Это не независимый аудит и не гарантия того, что источник не пересмотрел значение.",
            "The data were retrieved from the source and passed automated checks. This is neither an independent audit nor a guarantee that the source has not revised the figure." }
        Stale => {
            "Показаны последние доступные значения: проверка или обновление завершились ошибкой, источник не проверен в срок или в наборе нет данных, публикация которых ожидалась. Если месячное значение не изменилось, это ещё не значит, что оно устарело.",
            "The latest available values are shown: a check or an update failed, a check is overdue, or an expected publication is not in the dataset. That a monthly value has not changed does not make it stale." }
        Seed => {
            "Значения из начального набора, не полученные при проверке источника. Для автоматического анализа они не годятся; изменения по ним не рассчитываются.",
            "The values come from the initial dataset and not from a check of the source. They must not be used for automated analysis; no changes are calculated from them." }
        Unknown => {
            "Статус не указан или не распознан. Считать такие данные проверенными нельзя; изменения по ним не рассчитываются.",
            "The status is missing or not recognised. Such data must not be treated as verified; no changes are calculated from them." }
    }
}

/// All sections; that on statuses explains each of them under its word.
pub fn method(lang: Lang) -> Vec<MethodSection> {
    let mut sections = sections(lang);
    if let Some(statuses) = sections.iter_mut().find(|section| section.id == "statuses") {
        let meanings = Status::ALL.map(|s| (status_word(s, lang).to_owned(), nbsp(status_meaning(s, lang))));
        statuses.terms.extend(meanings);
    }
    sections
}

sections! {
    "periods" { "Периоды и возраст", "Periods and ages" } [
        {
            "У каждого значения есть период: день, месяц, месяцы с начала года или день вступления решения в силу. Показатели обновляются независимо друг от друга, поэтому период указан рядом с каждым значением.",
            "Every figure has a period: a day, a month, the months since the start of the year, or the day on which a decision takes effect. Indicators are updated independently of each other, so every figure is shown with its period." }
        {
            "Возраст значения указывается, если с его даты прошло не менее 30 дней у ежедневных показателей и показателей на дату, 100 дней у месячных и накопленных с начала года, 200 у квартальных и 500 у годовых. Возраст рассчитан на дату, по состоянию на которую составлен набор данных, а не на сегодня. У ставок возраст не указывается: они действуют до следующего решения.",
            "The age of a figure is shown after 30 days for daily and point-in-time indicators, after 100 days for monthly and year-to-date ones, after 200 days for quarterly and after 500 days for annual ones. Ages are as of the date of the dataset, not as of today. No age is shown for rates, which apply until the next decision." }
    ] [
    ]
    "statuses" { "Статусы", "Statuses" } [
        {
            "Статус показывает, насколько можно полагаться на данные. Он меняется автоматически, если источник не проверен в срок или в наборе нет данных, публикация которых ожидалась.",
            "The status shows how far the data can be relied on. It changes automatically when a check is overdue or when an expected publication is not in the dataset." }
    ] [
    ]
    "changes" { "Изменения", "Changes" } [
        {
            "Изменение рассчитывается по неокруглённым значениям относительно точно определённой базы. Если базы нет, изменение не рассчитывается: ближайшее по дате значение вместо неё не используется. Результат округляется один раз, в конце: разность — до того же числа знаков после запятой, что и значения, процент — до двух. Ненулевой результат никогда не показан как ноль.",
            "A change is calculated from unrounded values, relative to an exactly defined base. If there is no base, no change is calculated: the nearest value is never used instead. The result is rounded once, at the end: a difference to the decimals of its values, a percentage to two. A result other than zero is never shown as zero." }
        {
            "Изменения показателей, выраженных в процентах, приводятся только в процентных пунктах, изменения индексов — в пунктах. Если база отрицательна или знак изменился, приводится только разность: процентное изменение ввело бы в заблуждение. Если база равна нулю, процентное изменение не рассчитывается.",
            "Changes in indicators expressed in percent are given in percentage points only, changes in indices in points. If the base is negative or the sign has changed, only the difference is given, because a percentage would be misleading. If the base is zero, no percentage is calculated." }
        {
            "Не сопоставляются значения в разных единицах, разного вида (уровень; ставка, курс или коэффициент; темп прироста; индекс; сальдо) и с разными типами периода.",
            "Values in different units, of different measures (level, rate or ratio, growth rate, index, balance) or with different period types are never compared." }
    ] [
        { "на конец месяца, за месяц", "month-end, month" } => {
            "к предыдущему месяцу и к тому же месяцу годом ранее; так же сравниваются ставки и курсы, если их ряд месячный",
            "on the previous month, and on the same month a year earlier; monthly series of rates are compared in the same way" }
        { "на конец квартала", "quarter-end" } => {
            "к предыдущему кварталу и к тому же кварталу годом ранее",
            "on the previous quarter, and on the same quarter a year earlier" }
        { "с начала года, в среднем с начала года", "year to date, year-to-date average" } => {
            "только к тем же месяцам предыдущего года",
            "on the same months of the previous year only" }
        { "за день, на дату", "daily, as of a date" } => {
            "к тому же числу предыдущего месяца и к тому же дню годом ранее, если значения за эти дни есть",
            "on the same day of the previous month, and on the same day a year earlier, if there are values for those days" }
        { "действует с", "effective from" } => {
            "не рассчитываются: ряд решений не заменяет ежемесячных наблюдений",
            "not calculated: a series of decisions does not replace monthly observations" }
    ]
    "revisions" { "Пересмотры", "Revisions" } [
        {
            "Источник может изменить уже опубликованное значение. Используется последнее опубликованное значение; прежние сохраняются и показаны на странице показателя.",
            "A source may revise a value that it has published. The most recently published value is used; earlier ones are kept and shown on the indicator’s page." }
    ] [
    ]
    "marks" { "Пометки у значений", "Observation flags" } [
    ] [
    ]
    "charts" { "Графики", "Charts" } [
        {
            "Сплошная линия соединяет только соседние наблюдения: последовательные месяцы, дни ежедневного ряда, месяцы одного года у накопленных показателей. Дни соединяются и через праздники, до десяти дней. Остальные наблюдения показаны точками: что было между ними, неизвестно.",
            "A solid line joins adjacent observations only: consecutive months, days of a daily series, months of one year for cumulative figures. Days are joined over holidays too, up to ten days. All other observations are shown as dots, because nothing is known in between." }
        {
            "Предварительные, оценочные, спорные и неофициальные значения, а также те, дата или единица которых уточнены по контексту, показаны полыми точками.",
            "Provisional, estimated, disputed and unofficial figures, and those whose date or unit was inferred, are shown as hollow dots." }
        {
            "Накопленные с начала года суммы показаны и суммой за последние 12 месяцев, чтобы январь не выглядел падением, и по месяцам; эти величины вычислены точно. Ставка показана ступенями: сплошной линией от одного известного решения до следующего и пунктиром после последнего, если неизвестно, менялась ли она с тех пор.",
            "Year-to-date totals are also drawn as the sum of the last 12 months, so that January is not mistaken for a fall, and by month; these figures are computed exactly. A rate is drawn in steps: solid from one known decision to the next, dashed after the last if it is not known whether the rate has changed since." }
        {
            "Если шкала начинается не с нуля, это указано на графике. Значения в разных единицах не совмещаются на одной шкале. Маленькие графики одной таблицы охватывают один и тот же период.",
            "If a scale does not start at zero, the chart says so. Values in different units never share a scale. The small charts of a table cover the same period." }
    ] [
    ]
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
