//! Sentences about files of sources, and about the definitions by which they are read.

catalogue! { SHOWN:
    // Mistakes in definitions.
    bad_table_id(written):
        "имя файла `{written}` не подходит: ожидается от 1 до 64 символов a-z 0-9 _ - и .json"
        "the name of the file, `{written}`, cannot be used: write 1 to 64 characters of a-z 0-9 _ - and .json"
    table_without_series:
        "в `series` нет ни одного показателя: укажите, что берётся из файла"
        "`series` names no indicator: say what is taken from the file"
    table_without_place:
        "не указано, где искать значения: для книги укажите `sheet` и `labels`, для сообщения SDMX или JSON-stat — `where`"
        "nothing says where the values are: for a workbook give `sheet` and `labels`, for a message of SDMX or JSON-stat `where`"
    table_without_labels:
        "`labels` пуст: укажите заголовки, ведущие к значениям; пустым он бывает только с `\"layout\": \"matrix\"`"
        "`labels` is empty: give the headings that lead to the values; only with `\"layout\": \"matrix\"` may it be empty"
    table_of_two_kinds(key):
        "у `{key}` есть `where` и поля для книг: оставьте что-то одно"
        "`{key}` has `where` and members for workbooks: keep only one of the two"
    table_row_of_rows:
        "`row` допустим только с `\"layout\": \"rows\"`: уберите его или измените `layout`"
        "`row` goes only with `\"layout\": \"rows\"`: remove it, or change `layout`"
    table_text_empty(written):
        "в тексте `{written}` нет ни букв, ни цифр, а сравниваются только они: укажите текст из файла"
        "the text `{written}` has no letters or digits, and only these are compared: give a text of the file"
    table_choice(written, choice):
        "`{written}` недопустимо: укажите одно из {choice}"
        "`{written}` is not possible: write one of {choice}"
    table_name_is_no_period(written, meant):
        "`{written}` должен означать период, а `{meant}` — не период: напишите его как 2026-07, July или 2026-Q3, либо \"\", чтобы пропускать"
        "`{written}` should mean a period, and `{meant}` is none: write it like 2026-07, July or 2026-Q3, or \"\" to pass over it"
    table_scale_zero: "`scale` равен нулю: укажите множитель" "`scale` is zero: give a factor"
    table_source_shared(source, file):
        "источник `{source}` уже есть у {file}: проверка одного файла отметит и другой; заведите для них разные источники"
        "source `{source}` is that of {file} already: a check of one file would count for the other; give them sources of their own"
    table_source_of_bulletin(source):
        "у источника `{source}` есть и показатели с `sourceCode`: бюллетень отметит проверку и этого файла; заведите для них разные источники"
        "source `{source}` also has indicators with `sourceCode`: a bulletin would count as a check of this file; give them sources of their own"

    // Parts that a file lacks.
    table_refused(path, count of faulty, all):
        "{path}: {count} {faulty} из {all} прочитать нельзя, ничего не записано; что есть в файле, показывает `import --list`"
        "{path}: {count} of {all} {faulty} cannot be read, nothing was written; `import --list` shows what is in the file"
    table_series(key, message): "{key}: {message}" "{key}: {message}"
    table_alike(message, count): "{message}; ещё таких же: {count}" "{message}; {count} more like it"
    nearest_text(text, place): "; ближайшее: «{text}» в {place}" "; nearest: “{text}” in {place}"
    table_no_sheet(text, nearest):
        "нет листа «{text}» и листа с таким заголовком; есть {nearest}"
        "no sheet is called “{text}” or has such a title; there is {nearest}"
    table_text_without_sheets(text):
        "нет листа «{text}»: файл — текст (CSV), каким бы ни было его имя; уберите `sheet` или сохраните файл как книгу"
        "no sheet is called “{text}”: the file is a text (CSV), whatever its name; leave out `sheet`, or save the file as a workbook"
    table_sheets(text, names):
        "«{text}» подходит нескольким листам: {names}; уточните `sheet`"
        "“{text}” fits several sheets: {names}; make `sheet` more exact"
    table_expectation(text, sheet, nearest):
        "на листе «{sheet}» нет ожидаемого текста «{text}»{nearest}"
        "the expected text “{text}” is not in the sheet “{sheet}”{nearest}"
    table_no_heading(labels, sheet, nearest):
        "«{labels}» ничего не озаглавливает на листе «{sheet}»{nearest}"
        "“{labels}” heads nothing in the sheet “{sheet}”{nearest}"
    table_headings(labels, sheet, places):
        "«{labels}» на листе «{sheet}» озаглавливает несколько столбцов: {places}; уточните `labels`"
        "“{labels}” heads several columns of the sheet “{sheet}”: {places}; make `labels` more exact"
    table_periods_differ(place, second):
        "периодами могут быть {place} и {second}, и они различаются"
        "{place} and {second} could both be the period, and they differ"
    table_no_period(place, written):
        "{place}: `{written}` — не период; если это пометка, добавьте её в `flags`, если опечатка или итог — в `names`; строки ниже без своего года не прочитаны"
        "{place}: `{written}` is no period; if it ends with a mark, add that to `flags`, if it is a misprint or a total, add it to `names`; rows below without a year of their own were not read"
    table_other_period(place, written):
        "{place}: `{written}` — период, но не такой, какие есть у ряда: см. его `periodType` и `frequency`"
        "{place}: `{written}` is a period, but none of those that the series has: see its `periodType` and `frequency`"
    table_no_year(place, written):
        "{place}: год периода `{written}` неизвестен: над ним и слева от него года нет; укажите `year`"
        "{place}: the year of `{written}` is not known: none stands above it or to its left; give `year`"
    table_no_year_start(place, written):
        "{place}: год периода `{written}` неизвестен: выше стоит год вида 2017-18; укажите `yearStart`, для его кварталов подходят только диапазоны месяцев"
        "{place}: the year of `{written}` is not known: above it stands one like 2017-18; give `yearStart`; its quarters are known only as ranges of months"
    table_order(place, text):
        "{place}: под одним годом периоды идут то вперёд, то назад, и на `{text}` порядок меняется: не хватает строки с годом либо строки переставлены"
        "{place}: below one year the periods run both up and down, and turn at `{text}`: a year is missing above it, or rows are out of order"
    table_month_among_quarters(place, text):
        "{place}: `{text}` — месяц среди кварталов, и квартал ли под ним, неизвестно: завершите таблицу выше с помощью `until` или добавьте такие подписи в `names`"
        "{place}: `{text}` is a month among quarters, and its figure may not be that of the quarter: end the table above it with `until`, or add such labels to `names`"
    table_part_among_years(place, text):
        "{place}: `{text}` — часть года среди целых лет: укажите `only` или добавьте такие подписи в `names`"
        "{place}: `{text}` is a part of a year among whole ones: give `only`, or add such labels to `names`"
    table_numbers_in_doubt(place, text):
        "{place}: `{text}` — месяц или квартал, неизвестно: под годами числа только до 4; напишите в `names`, что они значат"
        "{place}: `{text}` may be a month or a quarter, since no number below the years is above 4: say in `names` what they mean"
    table_no_number(place, written): "{place}: `{written}` — не число" "{place}: `{written}` is not a number"
    table_uncalculated(place):
        "{place}: у формулы нет результата: откройте книгу в Excel или LibreOffice и сохраните её заново"
        "{place}: a formula without a result: open the workbook in Excel or LibreOffice and save it again"
    table_no_label(place):
        "{place}: значение без подписи периода не прочитано"
        "{place}: a figure without a period beside it was not read"
    table_total_in_doubt(place, text):
        "{place}: `{text}` стоит под своими месяцами или над ними, неизвестно: над этим годом месяцы есть, а под ним нет; если это итог, добавьте его в `names`"
        "{place}: `{text}` has months above it and none below: they may be its own; if it is a total, add it to `names`"
    table_first_of_month(place, text):
        "{place}: `{text}` — первое число, как и все даты: укажите в `firstOfMonth`, какой это месяц: `previous` (на начало месяца) или `same`"
        "{place}: `{text}` is the first of a month, as all dates are: say with `firstOfMonth` which month is meant, `previous` or `same`"
    table_year_in_doubt(place, text):
        "{place}: две цифры в `{text}` — год или сноска; выше стоит другой год: добавьте подпись в `names`"
        "{place}: the two digits of `{text}` are a year or a footnote, and above stands another year: add the label to `names`"
    table_date_in_doubt(place, text):
        "{place}: `{text}` читается двояко: укажите в `dates` порядок, D/M/Y или M/D/Y"
        "{place}: `{text}` could be read in two ways: give the order in `dates`, D/M/Y or M/D/Y"
    table_unknown_flag(place, text):
        "{place}: пометка `{text}` неизвестна: добавьте её в `flags`"
        "{place}: the flag `{text}` is not known: add it to `flags`"
    table_flag_beside(place, text):
        "{place}: рядом со значением стоит `{text}`: если это пометка, укажите `\"flag\": \"right\"` и добавьте её в `flags`"
        "{place}: beside the value stands `{text}`: if it is a flag, give `\"flag\": \"right\"` and add it to `flags`"
    table_number_in_doubt(place, written):
        "{place}: `{written}` читается двояко: укажите `decimal`"
        "{place}: `{written}` could be read in two ways: give `decimal`"
    table_deletion(place, written):
        "{place}: действие `{written}` удаляет значения, а `import` их только добавляет: уберите их командой `undo` и скачайте данные целиком, а не изменения"
        "{place}: the action `{written}` deletes figures, and `import` only adds them: take them away with `undo`, and download the data as a whole, not as changes"
    table_unknown_action(place, written, choice):
        "{place}: действие `{written}` неизвестно: укажите одно из {choice}"
        "{place}: the action `{written}` is not known: write one of {choice}"
    table_twice(date, value, place, now, second):
        "за {date} в {place} указано {value}, а в {second} — {now}"
        "for {date} {place} has {value} and {second} has {now}"
    table_no_values(place): "ни одного значения: {place}" "no values at all: {place}"
    table_row_twice(text, place):
        "{place}: ниже этого периода строк «{text}» больше одной"
        "{place}: below this period stands more than one row “{text}”"
    table_row_missing(text, place):
        "{place}: ниже этого периода нет строки «{text}»"
        "{place}: below this period stands no row “{text}”"
    table_year_of_file(name):
        "в имени файла `{name}` нет года или он не один: `\"year\": \"file\"` требует одного числа от 1900 до 2099"
        "the name of the file, `{name}`, has no year or several: `\"year\": \"file\"` needs one number from 1900 to 2099"
    table_year_of_cells(text, sheet, nearest):
        "год ищется в единственной ячейке «{text}» листа «{sheet}», а такой ячейки нет или их несколько{nearest}"
        "the year is looked for in the one cell “{text}” of the sheet “{sheet}”, and there is none or several{nearest}"
    table_year_of_cell(place, written):
        "{place}: в `{written}` нет года или он не один"
        "{place}: `{written}` has no year or several"
    table_is_of_workbooks:
        "определение — для книги, а файл — сообщение SDMX или JSON-stat"
        "the definition is for a workbook, and the file is a message of SDMX or JSON-stat"
    table_is_of_messages:
        "определение — для сообщения SDMX или JSON-stat, а файл — книга"
        "the definition is for a message of SDMX or JSON-stat, and the file is a workbook"
    table_no_codes(codes): "нет рядов с {codes}" "nothing has {codes}"
    table_dimension_open(field, codes):
        "измерение `{field}` не задано, в нём {codes}: добавьте его в `where`"
        "dimension `{field}` is left open, it has {codes}: add it to `where`"
    table_unknown_status(place, status):
        "{place}: статус `{status}` неизвестен или означает прогноз: добавьте его в `flags`"
        "{place}: the status `{status}` is not known, or means a forecast: add it to `flags`"
    table_confidential(place, name, code):
        "{place}: {name} — {code}: значение не для публикации; запросите у источника сообщение без таких строк"
        "{place}: {name} is {code}: the value is not for publication; ask the source for a message without such rows"
    table_embargoed(place, written):
        "{place}: EMBARGO_TIME — {written}: укажите этот момент в --not-before"
        "{place}: EMBARGO_TIME is {written}: give that instant with --not-before"
    message_code_too_long(code, limit):
        "код длиннее {limit} знаков: `{code}`"
        "a code has more than {limit} characters: `{code}`"
    import_too_many_rows(limit):
        "значений больше {limit}: скачайте только нужные"
        "more than {limit} values: download only those that are needed"
    message_too_many_dimensions(limit):
        "у строки больше {limit} измерений: скачайте данные заново"
        "a row has more than {limit} dimensions: download the data again"
    message_not_utf8:
        "сообщение не в UTF-8: запросите его у источника в UTF-8"
        "the message is not in UTF-8: ask the source for UTF-8"
    message_damaged:
        "сообщение повреждено: скачайте его заново"
        "the message is damaged: download it again"
    json_stat_unread:
        "это не JSON-stat с одним набором данных, либо файл повреждён: скачайте его заново в формате JSON-stat или SDMX"
        "not JSON-stat with one dataset, or damaged: download it again, as JSON-stat or SDMX"
    message_of_old_sdmx:
        "это SDMX 2.0 или старше: запросите у источника SDMX-ML 2.1 или SDMX-CSV"
        "this is SDMX 2.0 or older: ask the source for SDMX-ML 2.1 or SDMX-CSV"
    message_of_sdmx_json:
        "это SDMX-JSON, он не читается: запросите у источника SDMX-CSV"
        "this is SDMX-JSON, which is not read: ask the source for SDMX-CSV"
    import_text_damaged:
        "текст в UTF-16 повреждён: скачайте файл заново"
        "the text in UTF-16 is damaged: download the file again"
    import_is_html:
        "это веб-страница: откройте её в Excel и сохраните как .xlsx"
        "this is a web page: open it in Excel and save it as .xlsx"
    import_without_table(path):
        "в {path} нет определения для этого файла, и это не таблица с именами столбцов key, date, value: что есть в файле, показывает `import --list`"
        "{path} has no definition for this file, and it is no table with the column names key, date, value: `import --list` shows what is in the file"
    import_dry_run: "ничего не записано (--dry-run)" "nothing was written (--dry-run)"
    import_without_list:
        "`--list` показывает книги Excel и сообщения SDMX и JSON-stat"
        "`--list` shows workbooks of Excel and messages of SDMX and JSON-stat"
    unknown_table(id, choice):
        "определения `{id}` нет, есть {choice}"
        "there is no definition `{id}`; there is {choice}"

    // The list of `--list`.
    list_of_table(path, table, count of faulty):
        "{path}, по {table}: {count} {faulty}"
        "{path}, by {table}: {count} {faulty}"
    list_of_sheet(name, titles, count):
        "«{name}»: {titles}; заголовков рядов: {count}"
        "“{name}”: {titles}; headings of series: {count}"
    list_with_faults(count of errors):
        "при импорте было бы {count} {errors}, ничего не было бы записано"
        "an import would find {count} {errors}, and write nothing"

    // Remarks, and reports of imports.
    table_gap(date): "нет строки за {date}" "there is no row for {date}"
    table_half_differs(count, all):
        "изменились {count} из {all} записанных значений: так выглядит смена базы или охвата"
        "{count} of {all} recorded figures differ: a change of base or coverage looks like that"
    table_recorded(date, value, place, now):
        "за {date} записано {value}, а в {place} — {now}; если источник пересмотрел значения, укажите день пересмотра в --published"
        "{value} is recorded for {date}, and {place} has {now}; if the source revised it, give the day with --published"
    table_older:
        "все ряды кончаются раньше записанного, так что это старый файл; если нужна только его история, укажите --no-checked"
        "every series ends before what is recorded, so this is an older file; if only its history is wanted, add --no-checked"
    table_summary(path, tables, added, revised, skipped, date):
        "{path} ({tables}): новых {added}, пересмотрено {revised}, уже записано {skipped}; последнее за {date}"
        "{path} ({tables}): {added} new, {revised} revised, {skipped} as recorded; newest {date}"
    tables_changed(names): "изменены определения: {names}" "definitions changed: {names}"
}
