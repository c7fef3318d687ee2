//! Mistakes in a dataset's CSV files and optional fields, and warnings on them; and the words for quarters and years.

use super::*;

use crate::model::Frequency;

catalogue! { SHOWN:
    // The table.
    tabs:
        "табуляция вместо запятых: сохраните как CSV UTF-8 с запятыми"
        "tabs instead of commas: save as CSV UTF-8 with commas"
    quote_not_closed:
        "кавычка не закрыта, всё до конца файла оказалось бы в одной ячейке: закройте её"
        "the quotation mark is never closed, so the rest of the file would be one cell: close it"
    quote_closed_below(line):
        "кавычка закрыта только в строке {line}, посреди текста: закройте её там, где кончается ячейка, а кавычки внутри ячейки удваивайте"
        "the quotation mark is closed only in line {line}, in the middle of text: close it where the cell ends, and double those inside a cell"
    text_after_quote:
        "текст после закрывающей кавычки: кавычки внутри ячейки удваивайте"
        "text after a closing quotation mark: double those inside a cell"
    quote_inside_cell:
        "кавычка внутри ячейки: возьмите всю ячейку в кавычки, а эту удвойте"
        "a quotation mark inside a cell: put the whole cell in quotation marks and double this one"
    lone_carriage_return:
        "возврат каретки без перевода строки: сохраните с концами строк LF или CRLF"
        "a carriage return without a line feed: save with LF or CRLF line endings"
    repeated_column(name):
        "столбец `{name}` повторяется: оставьте один"
        "column `{name}` is repeated: keep one of them"
    unnamed_column(number):
        "у столбца {number} нет имени: уберите его вместе с его ячейками"
        "column {number} has no name: remove it and its cells"
    no_header(choice):
        "нет заголовка: в первой строке должны быть имена столбцов, допустимы {choice}"
        "no header: the first line must name the columns; use {choice}"
    missing_column(name):
        "нет столбца `{name}`: добавьте его в первую строку и в каждую следующую"
        "column `{name}` is missing: add it to the first line and to every other line"
    too_few_cells(found, expected, delimiter):
        "ячеек {found} из {expected}: строка обрывается, или не хватает `{delimiter}` (пустую ячейку тоже отделяют)"
        "{found} of {expected} cells: the row is cut off, or lacks `{delimiter}` (an empty cell needs its own too)"
    too_many_cells(found, expected, delimiter):
        "ячеек {found}, а столбцов {expected}: уберите лишние `{delimiter}`, ячейку с `{delimiter}` внутри возьмите в кавычки"
        "{found} cells for {expected} columns: remove each extra `{delimiter}`, and put a cell that contains `{delimiter}` in quotation marks"
    other_delimiter(found, expected, delimiter, foreign):
        "ячеек {found} из {expected}: ячейки этого файла отделяют знаком `{delimiter}`, а не `{foreign}`"
        "{found} of {expected} cells: this file separates cells with `{delimiter}`, not with `{foreign}`"
    cells_with_decimal_comma(found, expected, number):
        "ячеек {found}, а столбцов {expected} (десятичная запятая?): пишите `{number}`"
        "{found} cells for {expected} columns (a decimal comma?): write `{number}`"
    cells_with_comma(found, expected, thousands, decimal):
        "ячеек {found}, а столбцов {expected} (запятая внутри числа?): пишите `{thousands}` или `{decimal}`"
        "{found} cells for {expected} columns (a comma inside a number?): write `{thousands}` or `{decimal}`"
    cut_number_meant(column, found, number):
        "{column} `{found}` — одни цифры (десятичная запятая?): пишите `{number}`"
        "{column} `{found}` is digits alone (a decimal comma?): write `{number}`"
    cut_number(column, found):
        "{column} `{found}` — одни цифры (десятичная запятая?): дробную часть числа отделяйте точкой"
        "{column} `{found}` is digits alone (a decimal comma?): write decimals behind a point"
    no_rows:
        "нет ни одного наблюдения: нужна хотя бы одна строка"
        "no observations: at least one row is required"

    // Its cells.
    value_missing(column):
        "{column} не заполнено: впишите число или удалите строку"
        "{column} is empty: write a number or remove the row"
    number_in_doubt(column, found, thousands, decimal):
        "{column} `{found}` может быть и `{thousands}`, и `{decimal}`: пишите так"
        "{column} `{found}` may be `{thousands}` or `{decimal}`: write one of them"
    not_a_number(column, found):
        "{column} `{found}` — не число: пишите цифры с точкой, без пробелов и экспоненты"
        "{column} `{found}` is not a number: write digits with a decimal point, without spaces or an exponent"
    not_a_number_meant(column, found, meant):
        "{column} `{found}` — не число: пишите `{meant}`"
        "{column} `{found}` is not a number: write `{meant}`"
    too_many_digits(column, found, limit):
        "{column} `{found}` — больше {limit} значащих цифр: округлите"
        "{column} `{found}` has more than {limit} significant digits: round it"
    number_too_long(column, limit):
        "{column} длиннее {limit} символов: округлите"
        "{column} is longer than {limit} characters: round it"
    date_missing:
        "date не заполнено: впишите дату ГГГГ-ММ-ДД (пустой она может быть только у типа `unknown`)"
        "date is empty: write it as YYYY-MM-DD (only period type `unknown` may leave it out)"
    day_missing(column):
        "{column} не заполнено: впишите дату ГГГГ-ММ-ДД"
        "{column} is empty: write it as YYYY-MM-DD"
    bad_date(column, found):
        "{column} `{found}` — не дата: пишите ГГГГ-ММ-ДД"
        "{column} `{found}` is not a date: write YYYY-MM-DD"
    bad_month(column, found):
        "{column} `{found}` — не дата: пишите ГГГГ-ММ или ГГГГ-ММ-ДД"
        "{column} `{found}` is not a date: write YYYY-MM or YYYY-MM-DD"
    bad_date_meant(column, found, meant):
        "{column} `{found}` — не дата в нужном виде: пишите `{meant}`"
        "{column} `{found}` is not a date in the right form: write `{meant}`"
    no_such_day(column, found):
        "{column} `{found}` — не дата: такого дня в календаре нет"
        "{column} `{found}` is not a date: there is no such day"
    month_where_day_belongs(found):
        "date `{found}` — не день: для этого типа периода нужна полная дата ГГГГ-ММ-ДД"
        "date `{found}` is not a day: this period type requires a full date, YYYY-MM-DD"
    not_the_last_day(found, last, month):
        "date `{found}` — не последний день месяца: пишите `{last}` или `{month}`"
        "date `{found}` is not the last day of its month: write `{last}` or `{month}`"
    undated_among_others:
        "date не заполнено, а строка не единственная: впишите дату ГГГГ-ММ-ДД"
        "date is empty, but this is not the only row: write it as YYYY-MM-DD"
    indistinguishable(line):
        "за эту дату уже есть значение (строка {line}): удалите одну из двух строк или, если это пересмотр, укажите другую дату в `published`"
        "line {line} already has a value for this date: remove one of the two, or for a revision give a different `published`"
    row_twice(line):
        "то же значение за эту дату есть в строке {line}: удалите одну из двух строк"
        "line {line} has the same value for this date: delete one of the two"
    not_before_in_fractions(found):
        "not_before `{found}` содержит доли секунды: пишите, например, `2026-12-12T09:00:00+04:00`"
        "not_before `{found}` has fractions of a second: write it like `2026-12-12T09:00:00+04:00`"
    published_under_embargo(published, day):
        "published `{published}` раньше, чем откроется строка ({day}): впишите этот день или оставьте ячейку пустой"
        "published `{published}` is earlier than the day on which the embargo of the row ends ({day}): write that day, or leave the cell empty"
    embargoed_row_is_wrong:
        "ошибка в закрытой строке: какая, покажет `indicatord check`"
        "an error in an embargoed row: `indicatord check` shows it"
    invisible_character(text, code):
        "{text} содержит невидимый символ {code}: уберите его"
        "{text} contains the invisible character {code}: remove it"
    user_information(text):
        "{text}: в адресе указан пользователь или пароль; уберите то, что стоит перед `@`"
        "{text} has a user or a password in an address: remove what stands before `@`"
    repeated_source(source, line):
        "источник `{source}` уже есть в строке {line}: для источника допустима одна строка"
        "source `{source}` is already in line {line}: one row per source"
    release_missing:
        "release не заполнено: впишите код публикации"
        "release is empty: write the code of the publication"
    source_missing:
        "source не заполнено: впишите код источника"
        "source is empty: write the code of the source"

    // Warnings.
    future(field, found):
        "{field} `{found}` — в будущем: проверьте"
        "{field} `{found}` is in the future: check it"
    periods_missing(periods):
        "нет наблюдений за {periods}: добавьте их, если они известны"
        "no observations for {periods}: add them if they are known"
    periods_missing_and_more(periods, more of gaps):
        "нет наблюдений за {periods} и ещё {more} {gaps}: добавьте их, если они известны"
        "no observations for {periods}, and {more} more {gaps}: add them if they are known"
    fivefold(before, now):
        "{now} после {before}: изменение в пять раз или больше, не сдвинута ли десятичная точка?"
        "{now} after {before}: a fivefold change or more, is the decimal point misplaced?"
    key_misread(key, kind):
        "программы, читающие таблицы (pandas, R, Excel), принимают ключ `{key}` за {kind}: выберите другой"
        "programs that read tables (pandas, R, Excel) take the key `{key}` for {kind}: choose another"
    cell_missing: "пропуск" "a missing value"
    cell_truth: "логическое значение" "a Boolean"
    cell_number: "число" "a number"
    cell_date: "дату" "a date"
    far_step(before, now, step):
        "{now} после {before}: {step}, не сдвинута ли десятичная точка?"
        "{now} after {before}: {step}, is the decimal point misplaced?"
    repeated_release_date(release, date):
        "дата {date} для `{release}` повторяется: оставьте одну"
        "date {date} of `{release}` is repeated: keep one of them"

    number_out_of_range(text, found, least, most):
        "{text} равно {found}: впишите целое число от {least} до {most}"
        "{text} is {found}: write a whole number from {least} to {most}"
    too_many_entries(field, found, limit):
        "в `{field}` показателей {found}, а допустимо не более {limit}: уберите лишние"
        "`{field}` has {found} indicators, and the limit is {limit}: remove some"
    keywords_out_of_range(number, limit):
        "число слов для поиска — {number}: впишите от 1 до {limit}"
        "the number of search words is {number}: write 1 to {limit}"
    long_keyword(number, limit):
        "число знаков в слове для поиска — {number}, а допустимо не более {limit}: сократите"
        "a search word of {number} characters, and the limit is {limit}: shorten it"
    repeated_entry(field, key, line):
        "показатель `{key}` уже есть в `{field}`, в строке {line}: оставьте один"
        "indicator `{key}` is already in `{field}`, in line {line}: keep one of them"
    chart_with_itself(key):
        "`{key}` — сам этот показатель: в `chartWith` указывают другие"
        "`{key}` is this indicator itself: `chartWith` names others"
    chart_with_other_unit(key, theirs, own):
        "единица показателя `{key}` — `{theirs}`, а этого — `{own}`: на одном графике она одна, уберите его"
        "indicator `{key}` has unit `{theirs}`, this one `{own}`: a chart has one unit, remove it"
    chart_with_other_period(key, theirs, own):
        "тип периода показателя `{key}` — `{theirs}`, а этого — `{own}`: на одном графике он один, уберите его"
        "indicator `{key}` has period type `{theirs}`, this one `{own}`: a chart has one period type, remove it"
    limited_by_itself(key):
        "`{key}` — сам этот показатель: в `below` и `between` указывают другие"
        "`{key}` is this indicator itself: `below` and `between` name others"
    limited_by_other_unit(key, theirs, own):
        "единица показателя `{key}` — `{theirs}`, а этого — `{own}`: их значения нельзя сравнивать, исправьте единицу или уберите его из `below` и `between`"
        "indicator `{key}` has unit `{theirs}`, this one `{own}`: their values cannot be compared, correct the unit, or remove it from `below` and `between`"
    limited_by_other_period(key, theirs, own):
        "тип периода показателя `{key}` — `{theirs}`, а этого — `{own}`: их значения нельзя сравнивать, исправьте тип или уберите его из `below` и `between`"
        "indicator `{key}` has period type `{theirs}`, this one `{own}`: their values cannot be compared, correct the type, or remove it from `below` and `between`"
    between_not_two(found):
        "в `between` нужны два показателя, нижний и верхний, а указано: {found}"
        "`between` needs two indicators, the lower and the upper one: {found} given"
    nominal_without_code:
        "`nominal` относится к `sourceCode`, а его нет: добавьте его или уберите `nominal`"
        "`nominal` refers to `sourceCode`, which is missing: add it, or remove `nominal`"
    bad_sdmx_id(field, found):
        "`{field}` `{found}` не подходит: допустимы от 1 до 64 символов A-Z a-z 0-9 _ -, первый — буква"
        "`{field}` `{found}` cannot be used: use 1 to 64 characters of A-Z a-z 0-9 _ -, beginning with a letter"
    bad_sdmx_agency(found):
        "`agency` `{found}` не подходит: допустимы от 1 до 64 символов A-Z a-z 0-9 _ - и точки между частями, каждая из которых начинается с буквы"
        "`agency` `{found}` cannot be used: use 1 to 64 characters of A-Z a-z 0-9 _ - and points between parts, each beginning with a letter"
    bad_nsdp_code(found):
        "`{found}` — не код МВФ: допустимы от 1 до 64 символов A-Z a-z 0-9 _ -"
        "`{found}` is not a code of the IMF: use 1 to 64 characters of A-Z a-z 0-9 _ -"
    nsdp_without_sdmx:
        "файлы `nsdp` — это SDMX, а поля `sdmx` нет: добавьте его или уберите `nsdp`"
        "the files of `nsdp` are SDMX, and field `sdmx` is missing: add it, or remove `nsdp`"
    unit_without_sdmx(unit):
        "для `nsdp` нужен код единицы в SDMX, а у единицы `{unit}` нет `sdmx`: добавьте его в dataset.json"
        "`nsdp` needs the unit's code in SDMX, and unit `{unit}` has no `sdmx`: add it in dataset.json"
    repeated_data_category(id, line):
        "категория данных `{id}` уже есть в строке {line}: оставьте одну"
        "data category `{id}` is already in line {line}: keep one of them"
    data_category_without_indicator(id):
        "категории данных `{id}` нет в `nsdp` ни у одного показателя: добавьте её или уберите отсюда"
        "no indicator has data category `{id}` in its `nsdp`: add it there, or remove it here"
    repeated_nsdp_series(key, place):
        "те же коды у показателя `{key}` ({place}): два ряда слились бы в один, исправьте один из них"
        "indicator `{key}` has the same codes ({place}), so two series would be one: correct one of them"
    no_bounds:
        "`plausible` пусто: впишите `min`, `max`, `maxChangePct` или `maxChange` или уберите поле"
        "`plausible` is empty: write `min`, `max`, `maxChangePct` or `maxChange`, or remove the field"
    min_above_max(min, max):
        "`min` {min} больше, чем `max` {max}: поменяйте их местами или исправьте"
        "`min` {min} is greater than `max` {max}: swap or correct them"
    change_not_positive(name, found):
        "`{name}` равно {found}: ожидается число больше нуля"
        "`{name}` is {found}: write a number above zero"
    reference_blank:
        "ref состоит из пробелов: впишите источник значения или оставьте ячейку пустой"
        "ref is blank: write the origin of the value, or leave the cell empty"
    reference_too_long(found, limit):
        "длина ref — {found}, а допустимо не более {limit} символов: сократите"
        "ref has {found} characters, and the limit is {limit}: shorten it"
    repeated_flag(found):
        "flag `{found}` повторяется: оставьте один"
        "flag `{found}` is repeated: keep one of them"
    flags_apart(found, meant):
        "flag `{found}`: пометки разделяют одним пробелом, пишите `{meant}`"
        "flag `{found}`: separate flags with one space, write `{meant}`"

    // Warnings.
    below_min(value, min):
        "значение {value} меньше, чем `plausible.min` {min}: проверьте"
        "value {value} is below `plausible.min` {min}: check it"
    above_max(value, max):
        "значение {value} больше, чем `plausible.max` {max}: проверьте"
        "value {value} is above `plausible.max` {max}: check it"
    change_above_max(before, now, plausible):
        "{now} после {before}: изменение больше, чем {plausible}, проверьте"
        "{now} after {before}: a change of more than {plausible}, check it"
    bound_missing(proposal):
        "предела изменения нет, а наблюдений мало: впишите его в `plausible`, например {proposal}"
        "no bound of change, and few observations to go by: write one in `plausible`, for example {proposal}"
    data_category_without_figure(id):
        "в категории данных `{id}` нет ни одного общедоступного значения, и `/nsdp/{id}.xml` отвечает 404: опубликуйте значение или уберите категорию"
        "data category `{id}` has no public figure, and `/nsdp/{id}.xml` answers 404: publish one, or remove the category"
    second_waiting_row(line):
        "за эту дату уже ждёт своего срока строка {line}: оставьте одну из них"
        "line {line} already waits for the end of an embargo, with the same date: keep one of them"
    as_of_behind(as_of, published):
        "asOf — {as_of}, а наблюдение опубликовано {published}: укажите более позднее `asOf` или проверьте `published`"
        "asOf is {as_of}, but an observation was published on {published}: write a later `asOf`, or check `published`"

    // Quarters and years: their dates, and the period types that go with them.
    unknown_frequency(found):
        "неизвестная периодичность `{found}`: допустимы `Q` (кварталы) и `A` (годы), в остальных случаях уберите поле"
        "unknown frequency `{found}`: use `Q` for quarters or `A` for years, or remove the field"
    frequency_meant(found, meant):
        "неизвестная периодичность `{found}`: пишите `{meant}`"
        "unknown frequency `{found}`: write `{meant}`"
    frequency_of_type(frequency, period_type):
        "`frequency` `{frequency}` не сочетается с `{period_type}`: для величины за один квартал в схеме 1.0 нет типа периода, допустимы `month_end`, `point_in_time`, `year_to_date` и `year_to_date_average`"
        "`frequency` `{frequency}` cannot be used with `{period_type}`: schema 1.0 has no period type for the flow of one quarter, use `month_end`, `point_in_time`, `year_to_date` or `year_to_date_average`"
    period_without_frequency(found, last, frequency):
        "date `{found}` — не день и не месяц: пишите `{last}` или объявите в определении показателя `\"frequency\": \"{frequency}\"`"
        "date `{found}` is neither a day nor a month: write `{last}`, or `\"frequency\": \"{frequency}\"` in the indicator's definition"
    year_where_quarter_belongs(found, quarter):
        "date `{found}` — год, а наблюдения квартальные: пишите, например, `{quarter}`"
        "date `{found}` is a year, but the observations are quarterly: write `{quarter}` or another of its quarters"
    not_the_end_of(found, period_name, last, period):
        "date `{found}` — не конец {period_name}: пишите `{last}` или `{period}`"
        "date `{found}` is not the end of its {period_name}: write `{last}` or `{period}`"
    bad_period(found, form):
        "date `{found}` — не дата: пишите {form}"
        "date `{found}` is not a date: write {form}"

    name_of_quarter: "квартала" "quarter"
    name_of_year: "года" "year"
    form_of_quarter: "ГГГГ-Qn, ГГГГ-ММ или ГГГГ-ММ-ДД" "YYYY-Qn, YYYY-MM or YYYY-MM-DD"
    form_of_year: "ГГГГ, ГГГГ-ММ или ГГГГ-ММ-ДД" "YYYY, YYYY-MM or YYYY-MM-DD"
}

pub fn period_name(frequency: Frequency) -> Message {
    match frequency {
        Frequency::Quarterly => name_of_quarter(),
        Frequency::Annual => name_of_year(),
    }
}

pub fn period_form(frequency: Frequency) -> Message {
    match frequency {
        Frequency::Quarterly => form_of_quarter(),
        Frequency::Annual => form_of_year(),
    }
}
