//! How the figures are made, told to readers: `/method`.

use crate::model::Lang;

/// A section of the page.
pub struct MethodSection {
    /// Its place in the page, the same in both languages.
    pub id: &'static str,
    pub title: &'static str,
    pub paragraphs: &'static [&'static str],
    /// Terms and what they mean.
    pub terms: &'static [(&'static str, &'static str)],
}

/// All sections in order.
pub fn method(lang: Lang) -> &'static [MethodSection] {
    match lang {
        Lang::Ru => &RU,
        Lang::En => &EN,
    }
}

/// What stands before an example.
pub fn example(lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => "Пример из этих данных:",
        Lang::En => "An example from these data:",
    }
}

/// Why an example may calculate what no page shows.
pub fn arithmetic_only(lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => {
            "Примеры показывают только расчёт; по резервным данным и данным с неизвестным статусом изменения не публикуются."
        }
        Lang::En => {
            "The examples show the arithmetic alone; no changes are published from fallback data or data of unknown status."
        }
    }
}

static RU: [MethodSection; 6] = [
    MethodSection {
        id: "periods",
        title: "Периоды и возраст",
        paragraphs: &[
            "У каждого значения есть период: день, месяц, месяцы с начала года или день, с которого действует решение. Показатели обновляются независимо друг от друга, поэтому рядом с каждым значением стоит его период.",
            "Если значение старое, рядом указан его возраст: для ежедневных показателей и показателей на дату — с 30 дней, для месячных и накопленных с начала года — со 100 дней. Возраст отсчитан до дня, на который составлен набор данных, а не до сегодняшнего. У ставок возраста нет: они действуют до следующего решения.",
        ],
        terms: &[],
    },
    MethodSection {
        id: "statuses",
        title: "Статусы",
        paragraphs: &[
            "Статус говорит, насколько можно доверять данным. Он меняется сам, когда истекает срок проверки или ожидавшаяся публикация не поступила.",
        ],
        terms: &[
            (
                "проверено",
                "Данные получены от источника и прошли проверки программы. Это не независимый аудит и не гарантия того, что источник не пересмотрел значение.",
            ),
            (
                "устарело",
                "Показаны последние доступные значения: проверка или обновление завершились ошибкой, истёк срок проверки или ожидавшаяся публикация не поступила. Неизменное месячное значение само по себе ошибкой не считается.",
            ),
            (
                "резервные данные",
                "Начальный набор значений, не полученный при проверке источника. Для автоматического анализа он не годится; изменения не рассчитываются.",
            ),
            (
                "неизвестно",
                "Статус не указан или не распознан. Считать такие данные проверенными нельзя; изменения не рассчитываются.",
            ),
        ],
    },
    MethodSection {
        id: "changes",
        title: "Изменения",
        paragraphs: &[
            "Изменение считается по неокруглённым значениям и только к строго определённой базе. Если базы нет, изменение не рассчитывается: ближайшее по дате значение её не заменяет. Округление одно, в самом конце, до двух знаков.",
            "У показателей в процентах изменение выражено в процентных пунктах. Если база отрицательная, показана только разность: процент от отрицательного числа вводит в заблуждение. Если база равна нулю, процента нет.",
            "Значения в разных единицах, разных видов (величина, ставка, темп прироста, индекс) и с разными типами периода между собой не сравниваются.",
        ],
        terms: &[
            ("на конец месяца, за месяц", "база — предыдущий месяц и тот же месяц годом ранее"),
            ("с начала года", "только за год: к тем же месяцам предыдущего года"),
            ("за день, на дату", "тот же день месяцем и годом ранее, если он есть"),
            ("действует с", "не рассчитывается: история решений не заменяет ежемесячных наблюдений"),
        ],
    },
    MethodSection {
        id: "revisions",
        title: "Пересмотры",
        paragraphs: &[
            "Источник может изменить уже опубликованное значение. Действует то, что опубликовано последним; прежние значения сохраняются и показаны на странице показателя.",
        ],
        terms: &[],
    },
    MethodSection {
        id: "marks",
        title: "Пометки у значений",
        paragraphs: &[
            "Буква у значения говорит то, что нужно знать именно о нём; цифра ведёт к месту, откуда оно взято.",
        ],
        terms: &[],
    },
    MethodSection {
        id: "charts",
        title: "Графики",
        paragraphs: &[
            "Линия соединяет только соседние наблюдения: последовательные месяцы, дни ежедневного ряда, месяцы одного года у накопленных показателей. Всё остальное — точки: между ними ничего не известно.",
            "Суммы с начала года показаны по месяцам, по линии на каждый год, чтобы январь не выглядел падением. Ставка — ступени: сплошные от одного известного решения до следующего, пунктир после последнего, если неизвестно, менялась ли она с тех пор.",
            "Если шкала начинается не с нуля, об этом сказано. Значения в разных единицах не делят одну шкалу. Маленькие графики одной таблицы охватывают одно и то же время.",
        ],
        terms: &[],
    },
];

static EN: [MethodSection; 6] = [
    MethodSection {
        id: "periods",
        title: "Periods and ages",
        paragraphs: &[
            "Every figure has a period: a day, a month, the months since the start of the year, or the day from which a decision applies. Indicators are updated independently of each other, so the period stands beside every figure.",
            "Where a figure is old, its age stands beside it: from 30 days for daily and dated figures, from 100 days for monthly and year-to-date ones. Ages are counted to the day on which the dataset was compiled, not to today. Rates have no age: they apply until the next decision.",
        ],
        terms: &[],
    },
    MethodSection {
        id: "statuses",
        title: "Statuses",
        paragraphs: &[
            "The status says how far the data can be trusted. It turns by itself when a check is overdue or an expected publication has not arrived.",
        ],
        terms: &[
            (
                "verified",
                "Retrieved from the source and passed the checks of the program. This is neither an independent audit nor a guarantee that the source has not revised the figure.",
            ),
            (
                "stale",
                "The last available values are shown: a check or an update failed, a check is overdue, or an expected publication has not arrived. An unchanged monthly value is not an error by itself.",
            ),
            (
                "fallback data (seed)",
                "An initial set of values, not retrieved by a check of the source. It must not be used for automated analysis; no changes are calculated.",
            ),
            (
                "unknown",
                "The status is missing or unrecognised. Such data must not be treated as verified; no changes are calculated.",
            ),
        ],
    },
    MethodSection {
        id: "changes",
        title: "Changes",
        paragraphs: &[
            "A change is calculated from unrounded values and against one exact base. Where there is no base, there is no change: the nearest value does not replace it. It is rounded once, at the end, to two decimals.",
            "Changes of figures in percent are in percentage points. Against a negative base only the difference is shown, because a percentage of a negative number misleads. Where the base is zero, there is no percentage.",
            "Values in different units, of different kinds (amount, rate, growth rate, index) or with different types of period are never compared.",
        ],
        terms: &[
            ("month-end, month", "compared with the previous month and with the same month a year earlier"),
            ("year to date", "compared only with the same months of the previous year"),
            ("daily, as of a date", "compared with the same day a month and a year earlier, if there is one"),
            (
                "effective from",
                "not calculated: a history of decisions does not replace monthly observations",
            ),
        ],
    },
    MethodSection {
        id: "revisions",
        title: "Revisions",
        paragraphs: &[
            "A source may change a value that it has published. The one published last counts; the earlier ones are kept and shown on the indicator’s page.",
        ],
        terms: &[],
    },
    MethodSection {
        id: "marks",
        title: "Marks at values",
        paragraphs: &[
            "A letter at a value says what must be known of that value alone; a number leads to where it was taken.",
        ],
        terms: &[],
    },
    MethodSection {
        id: "charts",
        title: "Charts",
        paragraphs: &[
            "A line joins neighbouring observations only: consecutive months, days of a daily series, months of one year for cumulative figures. Everything else is a dot: nothing is known in between.",
            "Totals since the start of the year are drawn by month, one line a year, so that January does not look like a fall. A rate is drawn as steps: solid from each known decision to the next, dashed after the last where it is not known whether the rate has changed since.",
            "Where a scale does not start at zero, the chart says so. Values in different units never share a scale. The small charts of one table cover the same time.",
        ],
        terms: &[],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_say_the_same() {
        let shape = |lang| {
            let sections = method(lang).iter();
            sections.map(|of| (of.id, of.paragraphs.len(), of.terms.len())).collect::<Vec<_>>()
        };
        assert_eq!(shape(Lang::Ru), shape(Lang::En));
    }
}
