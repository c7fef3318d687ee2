//! Every sentence that a report on a dataset can contain, in both languages: what is wrong, and what would be right.
//!
//! One grammar: lower case, no full stop, names in backticks. A sentence without its twin does not compile.

use std::fmt::Display;

use crate::model::ByLang;

/// So many characters of what stands in a file are repeated in a report.
const LONGEST_SHOWN: usize = 100;

/// What stands in a file, fit for one line of a report: nothing that breaks the line, drives a terminal, cannot be
/// seen, or fills the screen.
pub fn shown(found: &impl Display) -> String {
    let found = found.to_string();
    let mut shown = String::new();
    for (count, c) in found.chars().enumerate() {
        if count == LONGEST_SHOWN {
            shown.push('…');
            break;
        }
        let unseen = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        if c.is_control() || unseen { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// Declares functions that fill in one sentence a language.
macro_rules! catalogue {
    ($($name:ident($($parameter:ident),*) { $ru:literal, $en:literal })*) => {
        $(
            pub fn $name($($parameter: impl Display),*) -> ByLang<String> {
                $( let $parameter = shown(&$parameter); )*
                ByLang { ru: format!($ru), en: format!($en) }
            }
        )*
    };
}

catalogue! {
    // The directory and its files.
    no_such_directory() {
        "нет такого каталога",
        "no such directory" }
    not_a_directory() {
        "это не каталог: укажите каталог, в котором лежит `dataset.json`",
        "not a directory: name the directory that holds `dataset.json`" }
    cannot_read(error) {
        "не читается: {error}",
        "cannot be read: {error}" }
    keeps_changing(seconds) {
        "файлы меняются дольше {seconds} с: повторите, когда запись закончится",
        "files have kept changing for {seconds} s: try again when the writing has ended" }
    link_leads_outside() {
        "символическая ссылка ведёт за пределы каталога: положите сюда сам файл",
        "symbolic link leads outside the directory: put the file itself here" }
    link_leads_nowhere() {
        "символическая ссылка никуда не ведёт: положите сюда сам файл",
        "symbolic link leads nowhere: put the file itself here" }
    directory_does_not_belong() {
        "каталог там, где ему не место: внутри набора есть только каталог `indicators`",
        "a directory where none belongs: the only one inside a dataset is `indicators`" }
    file_instead_of_directory() {
        "файл там, где должен быть каталог: перенесите его и создайте каталог `indicators`",
        "a file where a directory belongs: move it away and make the directory `indicators`" }
    not_a_regular_file() {
        "не файл и не каталог (канал, сокет, устройство?): уберите отсюда",
        "neither a file nor a directory (a pipe, a socket, a device?): remove it" }
    file_too_large(bytes, limit) {
        "размер файла {bytes} Б, а допускается не более {limit} МиБ",
        "{bytes} bytes: a file has at most {limit} MiB" }
    dataset_too_large(limit) {
        "набор не может быть больше {limit} МиБ",
        "a dataset has at most {limit} MiB" }
    too_many_files(limit, indicators) {
        "в наборе больше {limit} файлов: показателей допускается не более {indicators}",
        "more than {limit} files: a dataset has at most {indicators} indicators" }
    too_many_indicators(found, limit) {
        "показателей {found}, а допускается не более {limit}",
        "{found} indicators, a dataset has at most {limit}" }
    too_many_rows(limit) {
        "в наборе больше {limit} строк с наблюдениями: остальное не прочитано",
        "a dataset has at most {limit} rows of observations: the rest was not read" }
    missing_file() {
        "файла нет, а без него набора данных не бывает",
        "the file is missing: there is no dataset without it" }
    empty_file() {
        "файл пуст: заполните его или верните прежний",
        "the file is empty: fill it in or put the former one back" }
    does_not_belong_in_indicators() {
        "лишний файл: здесь лежат только `KEY.json` и `KEY.csv`, уберите его",
        "the file does not belong: only `KEY.json` and `KEY.csv` do here, remove it" }
    not_utf8(at) {
        "не UTF-8, байт {at}: сохраните файл в UTF-8",
        "not UTF-8 at byte {at}: save it as UTF-8" }
    not_utf8_but(at, encoding) {
        "не UTF-8, байт {at} (похоже на {encoding}): сохраните файл в UTF-8",
        "not UTF-8 at byte {at} (looks like {encoding}): save it as UTF-8" }
    not_text() {
        "это книга или архив, а не текст: сохраните содержимое как текст в UTF-8",
        "a workbook or an archive, not a text: save what is in it as text in UTF-8" }
    more_problems(count) {
        "ещё замечаний в этом файле: {count}",
        "more problems in this file: {count}" }

    // JSON.
    json_comma_too_many() {
        "запятая перед закрывающей скобкой, уберите её",
        "a comma before a closing bracket, remove it" }
    json_comma_missing() {
        "дальше не хватает запятой",
        "a comma is missing behind this" }
    json_colon_missing() {
        "не хватает двоеточия между полем и значением",
        "a colon is missing between a field and its value" }
    json_other_quotes() {
        "другие кавычки, пишите прямые двойные",
        "other quotation marks, write straight double ones" }
    json_comment() {
        "комментарий, в JSON их не бывает, уберите его",
        "a comment, JSON has none, remove it" }
    json_name_unquoted() {
        "имя поля пишется в прямых двойных кавычках",
        "a field's name stands in straight double quotation marks" }
    json_value_expected() {
        "здесь нужно значение: текст в кавычках, число, true, false, список или объект",
        "a value belongs here: a text in quotation marks, a number, true, false, a list or an object" }
    json_line_in_text() {
        "кавычка открыта и не закрыта до конца строки, перевод строки внутри текста пишется `\\n`",
        "a quotation mark opens and does not close in this line, a line feed inside a text is written `\\n`" }
    json_control_in_text() {
        "управляющий знак внутри текста, табуляция пишется `\\t`",
        "a control character inside a text, a tab is written `\\t`" }
    json_bad_escape() {
        "за обратной косой чертой может стоять только одно из \" \\ / b f n r t или u с четырьмя шестнадцатеричными цифрами",
        "a backslash has one of \" \\ / b f n r t or u with four hexadecimal digits behind it" }
    json_bad_number() {
        "не число: пишите цифры с точкой, без лишних нулей впереди",
        "not a number: write digits with a point, no zeros in front" }
    json_ends_early() {
        "файл обрывается, не закрыта скобка или кавычка",
        "the file ends early, a bracket or a quotation mark is not closed" }
    json_goes_on() {
        "за концом стоит ещё что-то, уберите его",
        "something stands behind the end, remove it" }
    json_bracket_expected() {
        "здесь нужна запятая или закрывающая скобка",
        "a comma or a closing bracket belongs here" }
    bad_string(text) {
        "{text} содержит половину знака, записанную через `\\u`: впишите сам знак",
        "{text} has half a character, written by `\\u`: write the character itself" }
    missing_field(name) {
        "нет поля `{name}`: впишите его",
        "field `{name}` is missing: write it" }
    null_field(name) {
        "поле `{name}` равно null: впишите значение или уберите поле",
        "field `{name}` is null: write a value or leave the field out" }
    null_required_field(name) {
        "поле `{name}` равно null: впишите значение",
        "field `{name}` is null: write a value" }
    repeated_field(name, line) {
        "поле `{name}` повторяется, оно уже есть в строке {line}: оставьте одно",
        "field `{name}` is repeated, it stands in line {line} already: keep one of them" }
    blank_text(text) {
        "{text} — пустой текст: впишите его",
        "{text} is blank: write a text" }
    unsupported_format(found) {
        "формат {found} неизвестен: эта программа читает формат 1",
        "format {found} is not known: this program reads format 1" }
    bad_version(found) {
        "версия `{found}` не годится: нужны от 1 до 64 знаков A-Z a-z 0-9 . _ -",
        "version `{found}` cannot be used: write 1 to 64 of A-Z a-z 0-9 . _ -" }
    bad_offset(found) {
        "`{found}` — не смещение от UTC: пишите, например, `+04:00`",
        "`{found}` is not a UTC offset: write `+04:00`, for example" }
    bad_timestamp(field, found) {
        "{field} `{found}` — не момент времени по RFC 3339: пишите, например, `2026-11-20T09:00:00+04:00`",
        "{field} `{found}` is not an RFC 3339 timestamp: write `2026-11-20T09:00:00+04:00`, for example" }
    bad_code(found) {
        "код `{found}` не годится: нужен непустой и без управляющих знаков",
        "code `{found}` cannot be used: write one that is not blank and has no control characters" }
    bad_url(found) {
        "адрес `{found}` не годится: нужен `https://` или `http://` и дальше без пробелов, кавычек и угловых скобок",
        "address `{found}` cannot be used: write `https://` or `http://` and no spaces, quotation marks or angle brackets behind it" }
    bad_key(found) {
        "`{found}` — не ключ показателя: 1–64 знака a-z 0-9 _ -, первый — буква или цифра",
        "`{found}` is not an indicator's key: 1 to 64 of a-z 0-9 _ -, beginning with a letter or digit" }
    repeated_category(id, line) {
        "раздел `{id}` уже есть в строке {line}: дайте этому другой id или объедините их",
        "category `{id}` stands in line {line} already: give this one another id or merge them" }
    listed_twice(key, line) {
        "показатель `{key}` уже указан в строке {line}: он входит ровно в один раздел",
        "indicator `{key}` is listed in line {line} already: it belongs to exactly one category" }
    listed_without_files(key) {
        "показатель `{key}` указан, но файлов `indicators/{key}.json` и `indicators/{key}.csv` нет: добавьте их или уберите его из списка",
        "indicator `{key}` is listed, but `indicators/{key}.json` and `indicators/{key}.csv` are missing: add them or take it off the list" }
    listed_without(key, extension) {
        "показатель `{key}` указан, но файла `indicators/{key}.{extension}` нет: добавьте его",
        "indicator `{key}` is listed, but `indicators/{key}.{extension}` is missing: add it" }
    missing_status() {
        "нет поля `sourceStatus`, статус будет `unknown`: впишите verified, stale, seed или unknown",
        "field `sourceStatus` is missing, the status will be `unknown`: write verified, stale, seed or unknown" }

    // CSV.
    semicolons() {
        "точки с запятой вместо запятых (сохранено таблицей с десятичной запятой?): сохраните как CSV UTF-8 с запятыми",
        "semicolons instead of commas (saved by a spreadsheet in a comma-decimal locale?): save as CSV UTF-8 with commas" }
    tabs() {
        "табуляция вместо запятых: сохраните как CSV UTF-8 с запятыми",
        "tabs instead of commas: save as CSV UTF-8 with commas" }
    quote_not_closed() {
        "кавычка открыта и не закрыта, всё до конца файла оказалось бы в одной ячейке: закройте её",
        "a quotation mark opens here and never closes, the rest of the file would be one cell: close it" }
    quote_closed_below(line) {
        "кавычка открыта и закрыта только в строке {line}, посреди текста: закройте её там, где кончается ячейка, а внутри ячейки удваивайте",
        "a quotation mark opens here and closes only in line {line}, amid text: close it where the cell ends, and double those inside a cell" }
    text_after_quote() {
        "после закрывающей кавычки стоит текст: кавычку внутри ячейки удваивают",
        "text behind a closing quotation mark: one inside a cell is doubled" }
    quote_inside_cell() {
        "кавычка внутри ячейки: возьмите всю ячейку в кавычки, а эту удвойте",
        "a quotation mark inside a cell: put the whole cell in quotation marks and double this one" }
    lone_carriage_return() {
        "возврат каретки без перевода строки: сохраните с концами строк LF или CRLF",
        "a carriage return without a line feed: save with LF or CRLF line ends" }
    repeated_column(name) {
        "столбец `{name}` повторяется: оставьте один",
        "column `{name}` is repeated: keep one of them" }
    unnamed_column(number) {
        "у столбца {number} нет имени: уберите его вместе с его ячейками",
        "column {number} has no name: remove it together with its cells" }
    no_header(choice) {
        "нет заголовка: первая строка называет столбцы, бывают {choice}",
        "no header: the first line names the columns, known are {choice}" }
    missing_column(name) {
        "нет столбца `{name}`: добавьте его в первую строку и в каждую следующую",
        "column `{name}` is missing: add it to the first line and to every other" }
    too_few_cells(found, expected) {
        "ячеек {found} из {expected}: пустую ячейку тоже отделяют запятой",
        "{found} of {expected} cells: an empty cell has its comma too" }
    too_many_cells(found, expected) {
        "ячеек {found}, а столбцов {expected}: уберите лишние запятые, ячейку с запятой возьмите в кавычки",
        "{found} cells for {expected} columns: remove what is too many, put a cell with a comma in quotation marks" }
    semicolons_in_row(found, expected) {
        "ячеек {found} из {expected}: ячейки отделяют запятыми, а не точками с запятой",
        "{found} of {expected} cells: separate cells by commas, not semicolons" }
    cells_with_decimal_comma(found, expected, number) {
        "ячеек {found}, а столбцов {expected} (десятичная запятая?): пишите `{number}`",
        "{found} cells for {expected} columns (a decimal comma?): write `{number}`" }
    no_rows() {
        "нет ни одного наблюдения: нужна хотя бы одна строка",
        "no observations: at least one row is needed" }

    // Cells.
    value_missing(column) {
        "{column} не заполнено: впишите число или удалите строку",
        "{column} is empty: write a number or remove the row" }
    not_a_number(column, found) {
        "{column} `{found}` — не число: пишите цифры с точкой, без пробелов и экспоненты",
        "{column} `{found}` is not a number: write digits with a point, no spaces, no exponent" }
    not_a_number_meant(column, found, meant) {
        "{column} `{found}` — не число: пишите `{meant}`",
        "{column} `{found}` is not a number: write `{meant}`" }
    too_many_digits(column, found, limit) {
        "{column} `{found}` — больше {limit} значащих цифр: округлите",
        "{column} `{found}` has more than {limit} significant digits: round it" }
    number_too_long(column, limit) {
        "{column} длиннее {limit} знаков: округлите",
        "{column} has more than {limit} characters: round it" }
    date_missing() {
        "date не заполнено: впишите дату ГГГГ-ММ-ДД (пустой она бывает только у типа `unknown`)",
        "date is empty: write it as YYYY-MM-DD (only period type `unknown` may leave it out)" }
    day_missing(column) {
        "{column} не заполнено: впишите дату ГГГГ-ММ-ДД",
        "{column} is empty: write it as YYYY-MM-DD" }
    bad_date(column, found) {
        "{column} `{found}` — не дата: пишите ГГГГ-ММ-ДД",
        "{column} `{found}` is not a date: write YYYY-MM-DD" }
    bad_month(column, found) {
        "{column} `{found}` — не дата: пишите ГГГГ-ММ или ГГГГ-ММ-ДД",
        "{column} `{found}` is not a date: write YYYY-MM or YYYY-MM-DD" }
    bad_date_meant(column, found, meant) {
        "{column} `{found}` — не дата в нужном виде: пишите `{meant}`",
        "{column} `{found}` is not a date: write `{meant}`" }
    no_such_day(column, found) {
        "{column} `{found}` — не дата: такого дня в календаре нет",
        "{column} `{found}` is not a date: the calendar has no such day" }
    month_where_day_belongs(found) {
        "date `{found}` — не день: этому типу периода нужна полная дата ГГГГ-ММ-ДД",
        "date `{found}` is not a day: this period type needs a full date, YYYY-MM-DD" }
    not_the_last_day(found, last, month) {
        "date `{found}` — не последний день месяца: пишите `{last}` или `{month}`",
        "date `{found}` is not the last day of its month: write `{last}` or `{month}`" }
    undated_among_others() {
        "date не заполнено, а строка не единственная: впишите дату ГГГГ-ММ-ДД",
        "date is empty and this is not the only row: write it as YYYY-MM-DD" }
    indistinguishable(line) {
        "на эту дату уже есть строка {line}: пересмотренное значение отличают разные `published`",
        "line {line} has the same date: a revision is told apart by another `published`" }
    control_character(text, code) {
        "{text} содержит управляющий знак {code}: допустимы только перевод строки и табуляция",
        "{text} has control character {code}: only line feed and tab are allowed" }
    repeated_source(source, line) {
        "источник `{source}` уже есть в строке {line}: на источник — одна строка",
        "source `{source}` stands in line {line} already: one row a source" }
    release_missing() {
        "release не заполнено: впишите код выпуска",
        "release is empty: write the release's code" }
    source_missing() {
        "source не заполнено: впишите код источника",
        "source is empty: write the source's code" }

    // Warnings.
    future(field, found) {
        "{field} `{found}` — в будущем: проверьте",
        "{field} `{found}` lies in the future: check it" }
    month_missing(month) {
        "перед этой строкой нет месяца {month}: добавьте его, если он известен",
        "month {month} is missing before this row: add it if it is known" }
    months_missing(first, last) {
        "перед этой строкой нет месяцев с {first} по {last}: добавьте их, если они известны",
        "months {first} to {last} are missing before this row: add them if they are known" }
    tenfold(before, now) {
        "{now} после {before}: изменение более чем в десять раз, не сдвинута ли точка?",
        "{now} after {before}: a change of more than tenfold, has the point slipped?" }
    repeated_release_date(release, date) {
        "дата {date} для `{release}` повторяется: оставьте одну",
        "date {date} of `{release}` is repeated: keep one of them" }

    // What kinds of JSON values are called, for `wrong_kind`.
    kind_text() { "текст", "a text" }
    kind_number() { "число", "a number" }
    kind_whole_number() { "целое число от 0 до 4294967295", "a whole number from 0 to 4294967295" }
    kind_list() { "список", "a list" }
    kind_object() { "объект", "an object" }
    kind_truth() { "логическое значение", "a truth value" }
    kind_null() { "null", "null" }
}

/// Why a text is not JSON: one of the `json_` sentences.
pub fn not_json(reason: &ByLang<String>, column: usize) -> ByLang<String> {
    ByLang {
        ru: format!("не JSON, столбец {column}: {}", reason.ru),
        en: format!("not JSON at column {column}: {}", reason.en),
    }
}

/// Another kind of JSON value than is expected; both are named by the `kind_` sentences.
pub fn wrong_kind(field: Option<&str>, expected: &ByLang<String>, found: &ByLang<String>) -> ByLang<String> {
    let Some(field) = field.map(|field| shown(&field)) else {
        return ByLang {
            ru: format!("здесь стоит {}: нужно {}", found.ru, expected.ru),
            en: format!("{} stands here: write {}", found.en, expected.en),
        };
    };
    ByLang {
        ru: format!("`{field}` — это {}: нужно {}", found.ru, expected.ru),
        en: format!("`{field}` is {}: write {}", found.en, expected.en),
    }
}

/// A name that is not known: the nearest known one is named, else what to do.
fn unknown(
    what: ByLang<&str>,
    found: &str,
    nearest: Option<&str>,
    otherwise: ByLang<String>,
) -> ByLang<String> {
    let found = shown(&found);
    match nearest.map(|nearest| shown(&nearest)) {
        Some(nearest) => ByLang {
            ru: format!("{} `{found}`: может быть, `{nearest}`?", what.ru),
            en: format!("{} `{found}`, did you mean `{nearest}`?", what.en),
        },
        None => ByLang {
            ru: format!("{} `{found}`: {}", what.ru, otherwise.ru),
            en: format!("{} `{found}`: {}", what.en, otherwise.en),
        },
    }
}

/// What to do where there are only so many names to choose from.
fn known_are(choice: &str) -> ByLang<String> {
    ByLang { ru: format!("бывают {choice}"), en: format!("known are {choice}") }
}

/// What to do where a name can be added.
fn or_else(ru: &str, en: &str) -> ByLang<String> {
    ByLang { ru: ru.to_owned(), en: en.to_owned() }
}

pub fn unknown_field(found: &str, nearest: Option<&str>, choice: &str) -> ByLang<String> {
    unknown(ByLang { ru: "неизвестное поле", en: "unknown field" }, found, nearest, known_are(choice))
}

pub fn unknown_column(found: &str, nearest: Option<&str>, choice: &str) -> ByLang<String> {
    unknown(ByLang { ru: "неизвестный столбец", en: "unknown column" }, found, nearest, known_are(choice))
}

pub fn unknown_unit(found: &str, nearest: Option<&str>) -> ByLang<String> {
    let define = or_else("опишите её в `units` файла dataset.json", "define it in `units` of dataset.json");
    unknown(ByLang { ru: "неизвестная единица", en: "unknown unit" }, found, nearest, define)
}

pub fn unknown_source(found: &str, nearest: Option<&str>) -> ByLang<String> {
    let define =
        or_else("опишите его в `sources` файла dataset.json", "define it in `sources` of dataset.json");
    unknown(ByLang { ru: "неизвестный источник", en: "unknown source" }, found, nearest, define)
}

pub fn unknown_indicator(found: &str, nearest: Option<&str>) -> ByLang<String> {
    let list = or_else("сначала опишите его в наборе", "describe it in the dataset first");
    unknown(ByLang { ru: "неизвестный показатель", en: "unknown indicator" }, found, nearest, list)
}

pub fn unknown_period_type(found: &str, nearest: Option<&str>, choice: &str) -> ByLang<String> {
    unknown(
        ByLang { ru: "неизвестный тип периода", en: "unknown period type" },
        found,
        nearest,
        known_are(choice),
    )
}

pub fn unknown_measure(found: &str, nearest: Option<&str>, choice: &str) -> ByLang<String> {
    unknown(ByLang { ru: "неизвестная мера", en: "unknown measure" }, found, nearest, known_are(choice))
}

pub fn unrecognised_status(found: &str, nearest: Option<&str>, choice: &str) -> ByLang<String> {
    let what = ByLang { ru: "нераспознанный статус", en: "unrecognised status" };
    let message = unknown(what, found, nearest, known_are(choice));
    ByLang {
        ru: format!("{} (пока считается `unknown`)", message.ru),
        en: format!("{} (it counts as `unknown` until then)", message.en),
    }
}

pub fn unfollowed_release(found: &str, nearest: Option<&str>) -> ByLang<String> {
    let what = ByLang {
        ru: "ни один показатель не называет выпуск", en: "no indicator names the release"
    };
    let remedy = or_else(
        "впишите его в `release` показателя или уберите строки",
        "write it as the `release` of an indicator or remove the rows",
    );
    unknown(what, found, nearest, remedy)
}

pub fn not_listed(found: &str, nearest: Option<&str>) -> ByLang<String> {
    let what = ByLang {
        ru: "ни один раздел в dataset.json не содержит показателя",
        en: "no category in dataset.json lists the indicator",
    };
    unknown(
        what,
        found,
        nearest,
        or_else("добавьте его в раздел или уберите файлы", "list it in one or remove its files"),
    )
}

pub fn does_not_belong(nearest: Option<&str>) -> ByLang<String> {
    match nearest {
        Some(nearest) => ByLang {
            ru: format!("лишний файл: может быть, `{nearest}`?"),
            en: format!("the file does not belong here, did you mean `{nearest}`?"),
        },
        None => or_else(
            "лишний файл: здесь лежат только dataset.json, checks.csv, calendar.csv и indicators, перенесите или уберите его",
            "the file does not belong here: only dataset.json, checks.csv, calendar.csv and indicators do, move or remove it",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_file_stays_in_its_line() {
        assert_eq!(shown(&"a\nb\u{1b}[2J\u{feff}ё"), "a\\nb\\u{1b}[2J\\u{feff}ё");
        assert_eq!(shown(&"ж".repeat(1000)), format!("{}…", "ж".repeat(100)));
    }
}
