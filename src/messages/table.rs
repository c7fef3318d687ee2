//! Mistakes in a dataset's CSV files and optional fields, and warnings on them.

catalogue! { shown:
    // The table.
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

    // Its cells.
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
    not_before_in_fractions(found) {
        "not_before `{found}` — не целые секунды: пишите, например, `2026-12-12T09:00:00+04:00`",
        "not_before `{found}` has fractions of a second: write it like `2026-12-12T09:00:00+04:00`" }
    published_under_embargo(published, day) {
        "published `{published}` раньше, чем кончается эмбарго строки ({day}): впишите этот день или оставьте пустым",
        "published `{published}` is earlier than the end of the row's embargo ({day}): write that day or leave it empty" }
    embargoed_row_is_wrong() {
        "ошибка в строке под эмбарго: что в ней не так, скажет `indicatord check`",
        "an error in a row under embargo: `indicatord check` says what it is" }
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
    periods_missing(periods) {
        "нет наблюдений за {periods}: добавьте их, если они известны",
        "no observations for {periods}: add them if they are known" }
    periods_missing_and_more(periods, more) {
        "нет наблюдений за {periods}; таких пропусков ещё {more}: добавьте их, если они известны",
        "no observations for {periods} and in {more} more gaps: add them if they are known" }
    fivefold(before, now) {
        "{now} после {before}: изменение в пять раз или больше, не сдвинута ли точка?",
        "{now} after {before}: a change of fivefold or more, has the point slipped?" }
    key_misread(key, kind) {
        "ключ `{key}` программы, читающие таблицы (pandas, R, Excel), принимают за {kind}: выберите другой",
        "programs that read tables (pandas, R, Excel) take the key `{key}` for {kind}: choose another one" }
    cell_missing() { "пропуск", "a missing value" }
    cell_truth() { "логическое значение", "a truth value" }
    cell_number() { "число", "a number" }
    cell_date() { "дату", "a date" }
    far_step(before, now, usual) {
        "{now} после {before}: шаг более чем в восемь раз больше обычного ({usual}), не сдвинута ли точка?",
        "{now} after {before}: a step of more than eight times the usual one ({usual}), has the point slipped?" }
    repeated_release_date(release, date) {
        "дата {date} для `{release}` повторяется: оставьте одну",
        "date {date} of `{release}` is repeated: keep one of them" }

    number_out_of_range(text, found, least, most) {
        "{text} равно {found}: впишите целое число от {least} до {most}",
        "{text} is {found}: write a whole number from {least} to {most}" }
    too_many_entries(field, found, limit) {
        "в `{field}` показателей {found}, а допускается не более {limit}: уберите лишние",
        "`{field}` has {found} indicators: at most {limit} are allowed, remove some" }
    repeated_entry(field, key, line) {
        "показатель `{key}` уже есть в `{field}`, в строке {line}: оставьте один",
        "indicator `{key}` stands in `{field}` already, in line {line}: keep one of them" }
    chart_with_itself(key) {
        "`{key}` — этот самый показатель: в `chartWith` указывают другие",
        "`{key}` is this very indicator: `chartWith` names others" }
    chart_with_other_unit(key, theirs, own) {
        "единица показателя `{key}` — `{theirs}`, а этого — `{own}`: на одном графике она одна, уберите его",
        "indicator `{key}` is in `{theirs}`, this one in `{own}`: a chart has one unit, remove it" }
    chart_with_other_period(key, theirs, own) {
        "тип периода показателя `{key}` — `{theirs}`, а этого — `{own}`: на одном графике он один, уберите его",
        "indicator `{key}` is `{theirs}`, this one `{own}`: a chart has one period type, remove it" }
    limited_by_itself(key) {
        "`{key}` — этот самый показатель: в `below` и `between` указывают другие",
        "`{key}` is this very indicator: `below` and `between` name others" }
    limited_by_other_unit(key, theirs, own) {
        "единица показателя `{key}` — `{theirs}`, а этого — `{own}`: их значения не сравнить, уберите его",
        "indicator `{key}` is in `{theirs}`, this one in `{own}`: their values cannot be compared, remove it" }
    limited_by_other_period(key, theirs, own) {
        "тип периода показателя `{key}` — `{theirs}`, а этого — `{own}`: их значения не сравнить, уберите его",
        "indicator `{key}` is `{theirs}`, this one `{own}`: their values cannot be compared, remove it" }
    between_not_two(found) {
        "в `between` показателей {found}, а нужны два: нижний и верхний",
        "`between` has {found} indicators: write two, the lower one and the upper one" }
    nominal_without_code() {
        "`nominal` относится к `sourceCode`, а его нет: впишите его или уберите `nominal`",
        "`nominal` belongs to `sourceCode`, which is missing: write it or leave `nominal` out" }
    bad_sdmx_id(field, found) {
        "`{field}` `{found}` не годится: нужны от 1 до 64 знаков A-Z a-z 0-9 _ -, первый — буква",
        "`{field}` `{found}` cannot be used: write 1 to 64 of A-Z a-z 0-9 _ -, beginning with a letter" }
    bad_sdmx_agency(found) {
        "`agency` `{found}` не годится: нужны от 1 до 64 знаков A-Z a-z 0-9 _ - и точки между частями, каждая начинается с буквы",
        "`agency` `{found}` cannot be used: write 1 to 64 of A-Z a-z 0-9 _ - and points between parts, each beginning with a letter" }
    no_bounds() {
        "`plausible` пусто: впишите `min`, `max` или `maxChangePct` или уберите поле",
        "`plausible` is empty: write `min`, `max` or `maxChangePct`, or leave the field out" }
    min_above_max(min, max) {
        "`min` {min} больше, чем `max` {max}: поменяйте их местами или исправьте",
        "`min` {min} is more than `max` {max}: swap or correct them" }
    change_not_positive(found) {
        "`maxChangePct` равно {found}: нужно число больше нуля",
        "`maxChangePct` is {found}: write a number above zero" }
    reference_blank() {
        "ref состоит из пробелов: впишите, откуда взято значение, или оставьте ячейку пустой",
        "ref is blank: write where the figure was taken or leave the cell empty" }
    reference_control(code) {
        "ref содержит управляющий знак {code}: уберите его",
        "ref has control character {code}: remove it" }
    reference_too_long(found, limit) {
        "в ref {found} знаков, а допускается не более {limit}: сократите",
        "ref has {found} characters: shorten it to {limit}" }
    repeated_flag(found) {
        "flag `{found}` повторяется: оставьте один",
        "flag `{found}` is repeated: keep one of them" }
    flags_apart(found, meant) {
        "flag `{found}`: пометки разделяют одним пробелом, пишите `{meant}`",
        "flag `{found}`: one space stands between flags, write `{meant}`" }

    // Warnings.
    below_min(value, min) {
        "значение {value} меньше, чем `plausible.min` {min}: проверьте",
        "value {value} is below `plausible.min` {min}: check it" }
    above_max(value, max) {
        "значение {value} больше, чем `plausible.max` {max}: проверьте",
        "value {value} is above `plausible.max` {max}: check it" }
    change_above_max(before, now, percent) {
        "{now} после {before}: изменение больше, чем `plausible.maxChangePct` {percent}, проверьте",
        "{now} after {before}: a change above `plausible.maxChangePct` {percent}, check it" }
    as_of_behind(as_of, published) {
        "asOf — {as_of}, а наблюдение опубликовано {published}: поставьте более позднее `asOf` или проверьте `published`",
        "asOf is {as_of}, and an observation was published on {published}: write a later `asOf` or check `published`" }
}
