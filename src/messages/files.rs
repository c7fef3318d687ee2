//! Mistakes in a dataset's directory and its JSON files.

use super::Message;

catalogue! { shown:
    no_such_directory() { "нет такого каталога", "no such directory" }
    not_a_directory() {
        "это не каталог: укажите каталог, в котором лежит `dataset.json`",
        "not a directory: name the directory that holds `dataset.json`" }
    cannot_read(reason) { "не читается: {reason}", "cannot be read: {reason}" }
    directory_is_empty() {
        "каталог пуст: примонтирована ли файловая система? новый набор начинает `indicatord init DIR`",
        "the directory is empty: is the file system mounted? to begin a dataset: `indicatord init DIR`" }
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
    dataset_too_large(limit) { "набор не может быть больше {limit} МиБ", "a dataset has at most {limit} MiB" }
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
    not_utf8(at) { "не UTF-8, байт {at}: сохраните файл в UTF-8", "not UTF-8 at byte {at}: save it as UTF-8" }
    not_utf8_but(at, encoding) {
        "не UTF-8, байт {at} (похоже на {encoding}): сохраните файл в UTF-8",
        "not UTF-8 at byte {at} (looks like {encoding}): save it as UTF-8" }
    not_text() {
        "это книга или архив, а не текст: сохраните содержимое как текст в UTF-8",
        "a workbook or an archive, not a text: save what is in it as text in UTF-8" }
    warning(message) { "предупреждение: {message}", "warning: {message}" }
    more_problems(count) { "ещё замечаний в этом файле: {count}", "more problems in this file: {count}" }

    json_comma_too_many() {
        "запятая перед закрывающей скобкой, уберите её",
        "a comma before a closing bracket, remove it" }
    json_comma_missing() { "дальше не хватает запятой", "a comma is missing behind this" }
    json_colon_missing() {
        "не хватает двоеточия между полем и значением",
        "a colon is missing between a field and its value" }
    json_other_quotes() {
        "другие кавычки, пишите прямые двойные",
        "other quotation marks, write straight double ones" }
    json_comment() { "комментарий, в JSON их не бывает, уберите его", "a comment, JSON has none, remove it" }
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
    json_goes_on() { "за концом стоит ещё что-то, уберите его", "something stands behind the end, remove it" }
    json_bracket_expected() {
        "здесь нужна запятая или закрывающая скобка",
        "a comma or a closing bracket belongs here" }
    bad_string(text) {
        "{text} содержит половину знака, записанную через `\\u`: впишите сам знак",
        "{text} has half a character, written by `\\u`: write the character itself" }
    missing_field(name) { "нет поля `{name}`: впишите его", "field `{name}` is missing: write it" }
    null_field(name) {
        "поле `{name}` равно null: впишите значение или уберите поле",
        "field `{name}` is null: write a value or leave the field out" }
    null_required_field(name) {
        "поле `{name}` равно null: впишите значение",
        "field `{name}` is null: write a value" }
    repeated_field(name, line) {
        "поле `{name}` повторяется, оно уже есть в строке {line}: оставьте одно",
        "field `{name}` is repeated, it stands in line {line} already: keep one of them" }
    blank_text(text) { "{text} — пустой текст: впишите его", "{text} is blank: write a text" }
    unsupported_format(found) {
        "формат {found} неизвестен: эта программа читает формат 1",
        "format {found} is not known: this program reads format 1" }
    bad_version(found) {
        "версия `{found}` не годится: нужны от 1 до 64 знаков A-Z a-z 0-9 . _ -",
        "version `{found}` cannot be used: write 1 to 64 of A-Z a-z 0-9 . _ -" }
    bad_offset(found) {
        "`{found}` — не смещение от UTC: пишите, например, `+02:00`",
        "`{found}` is not a UTC offset: write `+02:00`, for example" }
    offset_by_zone(found) {
        "`{found}` — не смещение от UTC, а зоны, где переводят часы, неизвестны: впишите смещение зимнего времени, например `+02:00`, с ним ни один день не кончится раньше срока",
        "`{found}` is not a UTC offset, and zones whose clocks change are not known: write the offset of winter, `+02:00` for example, with which no day ends early" }
    bad_timestamp(field, found) {
        "{field} `{found}` — не момент времени по RFC 3339: пишите, например, `2026-11-20T09:00:00+04:00`",
        "{field} `{found}` is not an RFC 3339 timestamp: write `2026-11-20T09:00:00+04:00`, for example" }
    bad_code(found) {
        "код `{found}` не годится: нужен непустой и без управляющих знаков",
        "code `{found}` cannot be used: write one that is not blank and has no control characters" }
    bad_contact(found) {
        "адрес `{found}` не подходит: напишите `https://`, `http://` или `mailto:` и дальше без пробелов, кавычек и угловых скобок",
        "address `{found}` cannot be used: write `https://`, `http://` or `mailto:` and no spaces, quotation marks or angle brackets behind it" }
    bad_url(found) {
        "адрес `{found}` не годится: нужен `https://` или `http://` и дальше без пробелов, кавычек и угловых скобок",
        "address `{found}` cannot be used: write `https://` or `http://` and no spaces, quotation marks or angle brackets behind it" }
    bad_key(found) {
        "`{found}` — не ключ показателя: 1–64 знака a-z 0-9 _ -, первый — буква или цифра",
        "`{found}` is not an indicator's key: 1 to 64 of a-z 0-9 _ -, beginning with a letter or digit" }
    bad_category_id(found) {
        "`{found}` — не id раздела: 1–64 знака a-z 0-9 _ -",
        "`{found}` is not the id of a category: 1 to 64 of a-z 0-9 _ -" }
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

    // Names of the kinds of values, for `wrong_kind`.
    kind_text() { "текст", "a text" }
    kind_number() { "число", "a number" }
    kind_whole_number(least, most) {
        "целое число от {least} до {most}",
        "a whole number from {least} to {most}" }
    kind_decimal() { "десятичное число в кавычках", "a decimal number in quotation marks" }
    kind_list() { "список", "a list" }
    kind_object() { "объект", "an object" }
    kind_truth() { "логическое значение", "a truth value" }
    kind_null() { "null", "null" }

    // `reason` is one of the `json_` sentences.
    not_json(reason, column) {
        "не JSON, столбец {column}: {reason}",
        "not JSON at column {column}: {reason}" }
    wrong_kind_here(expected, found) {
        "здесь стоит {found}: нужно {expected}",
        "{found} stands here: write {expected}" }
    wrong_kind_of_field(field, expected, found) {
        "`{field}` — это {found}: нужно {expected}",
        "`{field}` is {found}: write {expected}" }
}

/// Another kind of JSON value than is expected; both are named by the `kind_` sentences.
pub fn wrong_kind(field: Option<&str>, expected: Message, found: Message) -> Message {
    match field {
        Some(field) => wrong_kind_of_field(field, expected, found),
        None => wrong_kind_here(expected, found),
    }
}
