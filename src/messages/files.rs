//! Mistakes in a dataset's directory and its JSON files.

use super::*;

catalogue! { SHOWN:
    no_such_directory: "нет такого каталога" "no such directory"
    not_a_directory:
        "это не каталог: укажите каталог, в котором лежит `dataset.json`"
        "not a directory: give the directory that holds `dataset.json`"
    cannot_read(reason): "не удалось прочитать: {reason}" "cannot be read: {reason}"
    directory_is_empty:
        "каталог пуст: смонтирована ли файловая система? новый набор создаёт `indicatord init КАТАЛОГ`"
        "the directory is empty: is the file system mounted? `indicatord init DIR` creates a new dataset"
    keeps_changing(seconds):
        "файлы меняются дольше {seconds} с: повторите, когда запись закончится"
        "files have been changing for more than {seconds} s: try again when writing has finished"
    link_leads_outside:
        "символическая ссылка ведёт за пределы каталога: положите сюда сам файл"
        "the symbolic link leads outside the directory: put the file itself here"
    link_leads_nowhere:
        "символическая ссылка никуда не ведёт: положите сюда сам файл"
        "the symbolic link is broken: put the file itself here"
    directory_does_not_belong:
        "лишний каталог: внутри набора допустим только каталог `indicators`"
        "unexpected directory: the only one inside a dataset is `indicators`"
    file_instead_of_directory:
        "файл вместо каталога: перенесите его и создайте каталог `indicators`"
        "a file instead of a directory: move it away and create the directory `indicators`"
    bad_calendar_period(written):
        "период `{written}`: напишите месяц, квартал, год или день, например 2026-10, 2026-Q3, 2026 или 2026-10-31"
        "period `{written}`: write a month, quarter, year or day, such as 2026-10, 2026-Q3, 2026 or 2026-10-31"
    calendar_without_periods(release):
        "устареет по датам `{release}`, хотя публикация могла состояться: укажите `period` в calendar.csv или `published` у последней строки"
        "goes stale by the dates of `{release}` although its figure may have come: give `period` in calendar.csv, or `published` in the newest row"
    no_row_of_a_release:
        "такой строки `publish` не пишет: удалите файл, при публикации он будет создан заново"
        "`publish` writes no such row: remove the file, the next publication makes it anew"
    not_a_regular_file:
        "не файл и не каталог (канал, сокет, устройство?): уберите отсюда"
        "neither a file nor a directory (a pipe, a socket, a device?): remove it"
    file_too_large(bytes, limit):
        "размер файла {bytes} Б, а допустимо не более {limit} МиБ"
        "{bytes} bytes: the limit is {limit} MiB"
    dataset_too_large(limit):
        "размер набора данных превышает {limit} МиБ"
        "the dataset is larger than the limit of {limit} MiB"
    too_many_files(limit, indicators):
        "в наборе больше {limit} файлов: показателей допустимо не более {indicators}"
        "more than {limit} files: the limit is {indicators} indicators"
    too_many_indicators(found, limit):
        "показателей {found}, а допустимо не более {limit}"
        "{found} indicators: the limit is {limit}"
    too_many_rows(limit):
        "в наборе больше {limit} строк с наблюдениями: остальные не прочитаны"
        "more than {limit} rows of observations: the rest were not read"
    missing_file: "нет обязательного файла" "this required file is missing"
    empty_file:
        "файл пуст: заполните его"
        "the file is empty: fill it in"
    file_is_lost(version, copy):
        "файла нет или он пуст, а в действующем выпуске {version} он есть: скопируйте его оттуда ({copy})"
        "missing or empty, but the live release {version} has it: copy it back from {copy}"
    copy_of_file(original):
        "похоже на копию файла `{original}`: оставьте один из двух"
        "looks like a copy of `{original}`: keep one of the two"
    renamed_file(original):
        "похоже на копию файла `{original}`, которого нет: переименуйте её"
        "looks like a copy of `{original}`, which is missing: rename it"
    does_not_belong_in_indicators:
        "лишний файл: здесь должны быть только `KEY.json` и `KEY.csv`, уберите его"
        "unexpected file: only `KEY.json` and `KEY.csv` belong here, remove it"
    not_utf8(at):
        "не UTF-8, байт {at}: сохраните файл в UTF-8"
        "not UTF-8 at byte {at}: save the file as UTF-8"
    not_utf8_but(at, encoding):
        "не UTF-8, байт {at} (похоже на {encoding}): сохраните файл в UTF-8"
        "not UTF-8 at byte {at} (looks like {encoding}): save the file as UTF-8"
    not_text:
        "это книга или архив, а не текст: сохраните содержимое как текст в UTF-8"
        "a workbook or an archive, not text: save its contents as text in UTF-8"
    warning(message): "предупреждение: {message}" "warning: {message}"
    more_problems(count of problems):
        "ещё {count} {problems} в этом файле"
        "{count} more {problems} in this file"

    error_count(count of errors): "{count} {errors}" "{count} {errors}"
    warning_count(count of warnings): "{count} {warnings}" "{count} {warnings}"

    json_comma_too_many:
        "лишняя запятая перед закрывающей скобкой, уберите её"
        "a comma before a closing bracket, remove it"
    json_comma_missing: "после этого не хватает запятой" "a comma is missing after this"
    json_colon_missing:
        "не хватает двоеточия между полем и значением"
        "a colon is missing between a field and its value"
    json_other_quotes:
        "не те кавычки, пишите прямые двойные"
        "wrong quotation marks, use straight double ones"
    json_comment: "комментарий, в JSON их нет, уберите его" "a comment, JSON has none, remove it"
    json_name_unquoted:
        "имя поля должно быть в прямых двойных кавычках"
        "the name of a field must be in straight double quotation marks"
    json_value_expected:
        "ожидается значение: текст в кавычках, число, true, false, список или объект"
        "a value is expected: text in quotation marks, a number, true, false, a list or an object"
    json_quotes_in_text:
        "кавычки внутри текста: пишите « » или `\\\"`"
        "quotation marks within a text: write “ ” or `\\\"`"
    json_line_in_text:
        "кавычка не закрыта до конца строки, перевод строки внутри текста пишется `\\n`"
        "a quotation mark is not closed on this line, a line feed inside text is written `\\n`"
    json_control_in_text:
        "управляющий символ внутри текста, табуляция пишется `\\t`"
        "a control character inside text, a tab is written `\\t`"
    json_bad_escape:
        "после обратной косой черты допустимы только \" \\ / b f n r t или u с четырьмя шестнадцатеричными цифрами"
        "a backslash must be followed by one of \" \\ / b f n r t, or by u with four hexadecimal digits"
    json_bad_number:
        "не число: пишите цифры с точкой, без лишних нулей в начале"
        "not a number: write digits with a decimal point and no leading zeros"
    json_ends_early:
        "файл обрывается, не закрыта скобка или кавычка"
        "the file ends early, a bracket or a quotation mark is not closed"
    json_goes_on: "после конца есть ещё текст, уберите его" "text after the end, remove it"
    json_bracket_expected:
        "ожидается запятая или закрывающая скобка"
        "a comma or a closing bracket is expected"
    bad_string(text):
        "{text} содержит половину суррогатной пары (`\\u…`): впишите сам символ"
        "{text} has an unpaired surrogate (`\\u…`): write the character itself"
    missing_field(name): "нет поля `{name}`: добавьте его" "field `{name}` is missing: add it"
    null_field(name):
        "поле `{name}` равно null: впишите значение или уберите поле"
        "field `{name}` is null: give a value, or remove the field"
    null_required_field(name):
        "поле `{name}` равно null: впишите значение"
        "field `{name}` is null: give a value"
    repeated_field(name, line):
        "поле `{name}` повторяется, оно уже есть в строке {line}: оставьте одно"
        "field `{name}` is repeated, it is already in line {line}: keep one of them"
    text_like_formula(text):
        "{text} начинается со знака, с которого в электронной таблице начинается формула: начните с буквы"
        "{text} begins with a character that begins a formula in a spreadsheet: begin with a letter"
    blank_text(text): "{text} — пустой текст: заполните его" "{text} is blank: write a text"
    unsupported_format(found):
        "формат {found} не поддерживается: эта программа читает формат 1"
        "unsupported format {found}: this program reads format 1"
    bad_version(found):
        "версия `{found}` не подходит: допустимы от 1 до 64 символов A-Z a-z 0-9 . _ -"
        "version `{found}` cannot be used: use 1 to 64 characters of A-Z a-z 0-9 . _ -"
    bad_offset(found):
        "`{found}` — не смещение от UTC: пишите, например, `+02:00`"
        "`{found}` is not a UTC offset: write it like `+02:00`"
    offset_by_zone(found):
        "`{found}` — название часового пояса: укажите смещение от UTC, например `+02:00`; если часы переводят, то зимнее, с ним ни один день не кончится раньше срока"
        "`{found}` is the name of a time zone: give its offset from UTC, such as `+02:00`; if its clocks change, that of winter time, with which no day ends early"
    bad_timestamp(field, found):
        "{field} `{found}` — не время по RFC 3339: пишите, например, `2026-11-20T09:00:00+04:00`"
        "{field} `{found}` is not an RFC 3339 timestamp: write it like `2026-11-20T09:00:00+04:00`"
    blank_code(found):
        "код `{found}` пуст: впишите его"
        "code `{found}` is blank: write one"
    bad_contact(found):
        "адрес `{found}` не подходит: ожидается `https://УЗЕЛ`, `http://УЗЕЛ` или `mailto:АДРЕС` без пробелов и знаков `\"<>\\`"
        "address `{found}` cannot be used: write `https://HOST`, `http://HOST` or `mailto:ADDRESS`, without spaces or any of `\"<>\\`"
    bad_security(found):
        "адрес `{found}` не подходит: ожидается `https://УЗЕЛ` или `mailto:АДРЕС` без пробелов и знаков `\"<>\\`"
        "address `{found}` cannot be used: write `https://HOST` or `mailto:ADDRESS`, without spaces or any of `\"<>\\`"
    bad_url(found):
        "адрес `{found}` не подходит: ожидается `https://УЗЕЛ` или `http://УЗЕЛ` без пробелов и знаков `\"<>\\`"
        "address `{found}` cannot be used: write `https://HOST` or `http://HOST`, without spaces or any of `\"<>\\`"
    bad_key(found):
        "`{found}` — не ключ показателя: допустимы от 1 до 64 символов a-z 0-9 _ -, первый — буква или цифра"
        "`{found}` is not an indicator key: use 1 to 64 characters of a-z 0-9 _ -, beginning with a letter or digit"
    bad_category_id(found):
        "`{found}` — не id раздела: допустимы от 1 до 64 символов a-z 0-9 _ -"
        "`{found}` is not a category id: use 1 to 64 characters of a-z 0-9 _ -"
    repeated_category(id, line):
        "раздел `{id}` уже есть в строке {line}: дайте этому другой id или объедините их"
        "category `{id}` is already in line {line}: give this one another id, or merge them"
    listed_twice(key, line):
        "показатель `{key}` уже указан в строке {line}: он входит ровно в один раздел"
        "indicator `{key}` is already listed in line {line}: an indicator belongs to exactly one category"
    listed_without_files(key, place):
        "файла нет, а показатель `{key}` указан ({place}): добавьте его и `indicators/{key}.csv` или уберите его из списка"
        "missing, but indicator `{key}` is listed ({place}): add it and `indicators/{key}.csv`, or remove it from the list"
    listed_without(key, place):
        "файла нет, а показатель `{key}` указан ({place}): добавьте его"
        "missing, but indicator `{key}` is listed ({place}): add it"
    unfilled_indicator(key):
        "значений ещё нет: запишите или импортируйте их либо уберите `{key}` из раздела"
        "no observations yet: record or import some, or take `{key}` out of its category"
    table_is_lost(count of rows, version, copy, key):
        "файла нет или он без строк, а в действующем выпуске {version} — {count} {rows}: скопируйте его оттуда ({copy}) либо уберите `{key}` из раздела"
        "missing or without rows, but the live release {version} has {count} {rows}: copy it back from {copy}, or take `{key}` out of its category"
    missing_status:
        "нет поля `sourceStatus`, статус будет `unknown`: укажите verified, stale, seed или unknown"
        "field `sourceStatus` is missing, so the status will be `unknown`: write verified, stale, seed or unknown"

    // Names of the kinds of values, for `wrong_kind`.
    kind_text: "текст" "text"
    kind_number: "число" "a number"
    kind_whole_number(least, most):
        "целое число от {least} до {most}"
        "a whole number from {least} to {most}"
    kind_decimal: "десятичное число в кавычках" "a decimal number in quotation marks"
    kind_list: "список" "a list"
    kind_object: "объект" "an object"
    kind_truth: "логическое значение" "a Boolean"
    kind_null: "null" "null"

    // `reason` is one of the `json_` sentences.
    not_json(reason, column):
        "не JSON, столбец {column}: {reason}"
        "not JSON at column {column}: {reason}"
    wrong_kind_here(expected, found):
        "ожидается {expected}, а указано другое: {found}"
        "expected {expected}, found {found}"
    wrong_kind_of_field(field, expected, found):
        "`{field}` — это {found}: ожидается {expected}"
        "`{field}` must be {expected}, not {found}"
}

/// Counts the problems of a report: only what there is.
pub fn problem_count(errors: usize, warnings: usize) -> Message {
    match (errors, warnings) {
        (_, 0) => error_count(errors),
        (0, _) => warning_count(warnings),
        _ => enumerate(&[error_count(errors), warning_count(warnings)]),
    }
}

/// Another kind of JSON value than is expected; both are named by the `kind_` sentences.
pub fn wrong_kind(field: Option<&str>, expected: Message, found: Message) -> Message {
    match field {
        Some(field) => wrong_kind_of_field(field, expected, found),
        None => wrong_kind_here(expected, found),
    }
}
