//! How the figures are made: the text of `/method`.

use super::dates::nbsp;
use crate::model::{Lang, texts};

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
        pub fn method(lang: Lang) -> Vec<MethodSection> {
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
    example { "Пример из этих данных:", "An example from these data:" }

    /// Why an example may calculate what no page shows.
    arithmetic_only {
        "Примеры показывают только расчёт; по резервным данным и данным с неизвестным статусом изменения не публикуются.",
        "The examples show the arithmetic alone; no changes are published from fallback data or data of unknown status." }
}

sections! {
    "periods" { "Периоды и возраст", "Periods and ages" } [
        {
            "У каждого значения есть период: день, месяц, месяцы с начала года или день, с которого действует решение. Показатели обновляются независимо друг от друга, поэтому рядом с каждым значением стоит его период.",
            "Every figure has a period: a day, a month, the months since the start of the year, or the day from which a decision applies. Indicators are updated independently of each other, so the period stands beside every figure." }
        {
            "Если значение старое, рядом указан его возраст: для ежедневных показателей и показателей на дату — с 30 дней, для месячных и накопленных с начала года — со 100 дней, для квартальных — с 200, для годовых — с 500. Возраст отсчитан до дня, на который составлен набор данных, а не до сегодняшнего. У ставок возраста нет: они действуют до следующего решения.",
            "Where a figure is old, its age stands beside it: from 30 days for daily and dated figures, from 100 days for monthly and year-to-date ones, from 200 days for quarterly and from 500 for annual ones. Ages are counted to the day on which the dataset was compiled, not to today. Rates have no age: they apply until the next decision." }
    ] [
    ]
    "statuses" { "Статусы", "Statuses" } [
        {
            "Статус говорит, насколько можно доверять данным. Он меняется сам, когда истекает срок проверки или ожидавшаяся публикация не поступила.",
            "The status says how far the data can be trusted. It turns by itself when a check is overdue or an expected publication has not arrived." }
    ] [
        { "проверено", "verified" } => {
            "Данные получены от источника и прошли проверки программы. Это не независимый аудит и не гарантия того, что источник не пересмотрел значение.",
            "Retrieved from the source and passed the checks of the program. This is neither an independent audit nor a guarantee that the source has not revised the figure." }
        { "устарело", "stale" } => {
            "Показаны последние доступные значения: проверка или обновление завершились ошибкой, истёк срок проверки или ожидавшаяся публикация не поступила. Неизменное месячное значение само по себе ошибкой не считается.",
            "The last available values are shown: a check or an update failed, a check is overdue, or an expected publication has not arrived. An unchanged monthly value is not an error by itself." }
        { "резервные данные", "fallback data (seed)" } => {
            "Начальный набор значений, не полученный при проверке источника. Для автоматического анализа он не годится; изменения не рассчитываются.",
            "An initial set of values, not retrieved by a check of the source. It must not be used for automated analysis; no changes are calculated." }
        { "неизвестно", "unknown" } => {
            "Статус не указан или не распознан. Считать такие данные проверенными нельзя; изменения не рассчитываются.",
            "The status is missing or unrecognised. Such data must not be treated as verified; no changes are calculated." }
    ]
    "changes" { "Изменения", "Changes" } [
        {
            "Изменение считается по неокруглённым значениям и только к строго определённой базе. Если базы нет, изменение не рассчитывается: ближайшее по дате значение её не заменяет. Округление одно, в самом конце: разность имеет столько же знаков, сколько и значения, процент — не больше двух. Ненулевое число никогда не записано как ноль.",
            "A change is calculated from unrounded values and against one exact base. Where there is no base, there is no change: the nearest value does not replace it. It is rounded once, at the end: a difference has the decimals of its values, a percentage at most two. A number that is not zero is never written as zero." }
        {
            "У показателей в процентах изменение выражено только в процентных пунктах, разность индексов — в пунктах. Если база отрицательная или знак сменился, показана только разность: процент тогда вводит в заблуждение. Если база равна нулю, процента нет.",
            "Changes of figures in percent are in percentage points alone, differences of indices in points. Against a negative base, or where the sign has changed, only the difference is shown, because a percentage would mislead. Where the base is zero, there is no percentage." }
        {
            "Значения в разных единицах, разных видов (величина, ставка, темп прироста, индекс) и с разными типами периода между собой не сравниваются.",
            "Values in different units, of different kinds (amount, rate, growth rate, index) or with different types of period are never compared." }
    ] [
        { "на конец месяца, за месяц", "month-end, month" } => {
            "база — предыдущий месяц и тот же месяц годом ранее",
            "compared with the previous month and with the same month a year earlier" }
        { "с начала года", "year to date" } => {
            "только за год: к тем же месяцам предыдущего года",
            "compared only with the same months of the previous year" }
        { "за день, на дату", "daily, as of a date" } => {
            "тот же день месяцем и годом ранее, если он есть",
            "compared with the same day a month and a year earlier, if there is one" }
        { "действует с", "effective from" } => {
            "не рассчитывается: история решений не заменяет ежемесячных наблюдений",
            "not calculated: a history of decisions does not replace monthly observations" }
    ]
    "revisions" { "Пересмотры", "Revisions" } [
        {
            "Источник может изменить уже опубликованное значение. Действует то, что опубликовано последним; прежние значения сохраняются и показаны на странице показателя.",
            "A source may change a value that it has published. The one published last counts; the earlier ones are kept and shown on the indicator’s page." }
    ] [
    ]
    "marks" { "Пометки у значений", "Marks at values" } [
        {
            "Буква у значения говорит то, что нужно знать именно о нём; цифра ведёт к месту, откуда оно взято.",
            "A letter at a value says what must be known of that value alone; a number leads to where it was taken." }
    ] [
    ]
    "charts" { "Графики", "Charts" } [
        {
            "Линия соединяет только соседние наблюдения: последовательные месяцы, дни ежедневного ряда, месяцы одного года у накопленных показателей. Всё остальное — точки: между ними ничего не известно.",
            "A line joins neighbouring observations only: consecutive months, days of a daily series, months of one year for cumulative figures. Everything else is a dot: nothing is known in between." }
        {
            "Суммы с начала года показаны по месяцам, по линии на каждый год, чтобы январь не выглядел падением. Ставка — ступени: сплошные от одного известного решения до следующего, пунктир после последнего, если неизвестно, менялась ли она с тех пор.",
            "Totals since the start of the year are drawn by month, one line a year, so that January does not look like a fall. A rate is drawn as steps: solid from each known decision to the next, dashed after the last where it is not known whether the rate has changed since." }
        {
            "Если шкала начинается не с нуля, об этом сказано. Значения в разных единицах не делят одну шкалу. Маленькие графики одной таблицы охватывают одно и то же время.",
            "Where a scale does not start at zero, the chart says so. Values in different units never share a scale. The small charts of one table cover the same time." }
    ] [
    ]
}
