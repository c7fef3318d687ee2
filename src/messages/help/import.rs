//! The help of `import`, which knows a bulletin of a certain bank.

use super::*;

pub const IMPORT: &[[&str; Lang::ALL.len()]] = &[
    ["Записать все наблюдения из файлов или ни одного.", "Record all observations of files, or none."],
    [
        "В таблице — столбцы key, date и value и, если нужно, published, not_before, reported_change_pct, ref и \
         flag; либо date, если нужно, published и not_before, и по столбцу на показатель: date,m0,m1,m2. \
         Первый вид может быть и на листах книги (.xlsx, .xls). Уже записанные строки пропускаются и подсчитываются; для другого значения на ту же дату нужна другая дата в \
         published. Сначала проверяется весь набор; если есть ошибки, ничего не записывается. Выводит предыдущие \
         значения и изменения в процентах.",
        "A table has the columns key, date and value, and optionally published, not_before, reported_change_pct, \
         ref and flag; or date, optionally published and not_before, and a column for each indicator: \
         date,m0,m1,m2. A workbook (.xlsx, .xls) may have the first kind in its sheets. Rows already recorded are skipped and counted; a different value for a recorded date \
         needs a different published. The whole dataset is checked first; if anything is wrong, nothing is \
         written. Prints the previous values and the changes in per cent.",
    ],
    [
        "Таблицы, сохранённые русской версией Excel (точки с запятой, десятичные запятые, даты ДД.ММ.ГГГГ, \
         windows-1251 или UTF-8), распознаются. Распознаётся и ежедневный бюллетень Центрального банка \
         Азербайджана: показатели находятся по sourceCode, значение пересчитывается на nominal показателя, date и \
         published — это Date бюллетеня, а источник отмечается как проверенный.",
        "Tables saved by Russian Excel (semicolons, decimal commas, dates DD.MM.YYYY, windows-1251 or UTF-8) are \
         recognised. So is the daily bulletin of the Central Bank of Azerbaijan: indicators are matched by \
         sourceCode, values are converted to the indicator's nominal, date and published are the bulletin's Date, \
         and the check of its source is noted.",
    ],
    ["Таблица", "A table"],
    ["Из другой программы", "From another program"],
    ["Бюллетени за месяц", "The bulletins of a month"],
    ["файлы; - — стандартный ввод", "the files; - is standard input"],
    ["показатель таблиц, в которых нет столбца key", "the indicator of tables that have no column key"],
    [
        "показать, что можно прочитать из файлов источников, и ничего не записывать",
        "show what can be read of files of sources, and write nothing",
    ],
    [
        "сказать, что сделал бы импорт, и ничего не записывать",
        "say what the import would do, and write nothing",
    ],
    [
        "определение tables/ID.json, по которому читаются файлы источников; по умолчанию те, что подходят; можно повторять",
        "the definition, tables/ID.json, by which files of sources are read; by default those that fit; may be repeated",
    ],
    [
        "источник, показатели которого есть в бюллетене, если эти коды есть у нескольких источников",
        "the source whose indicators a bulletin updates, if several sources share its codes",
    ],
    [
        "день, когда исправлен бюллетень или опубликованы значения из файла источника, ГГГГ-ММ-ДД",
        "the day on which a bulletin was corrected, or what a source's file has was published, YYYY-MM-DD",
    ],
    [
        "закрыть все строки до этого момента (RFC 3339)",
        "place every row under embargo until this time (RFC 3339)",
    ],
    [
        "заменить записанные строки, которые не опубликованы; без --not-before срок строки снимается",
        "replace recorded rows that are not public; without --not-before, the embargo of a row is taken away",
    ],
    [
        "и для таблиц отметить, что источники их показателей сейчас успешно проверены",
        "note for tables, too, that the sources of their indicators were checked successfully just now",
    ],
    [
        "для бюллетеней и файлов источников проверку не отмечать",
        "do not note the check for bulletins and files of sources",
    ],
];
