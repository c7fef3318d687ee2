//! Sentences of `import` about the files that it reads, bulletins of the central bank among them.

catalogue! { SHOWN:
    workbook_damaged(part):
        "книга повреждена ({part}): скачайте её заново или пересохраните как .xlsx"
        "the workbook is damaged ({part}): download it again, or save it as .xlsx"
    workbook_too_large(limit):
        "в распакованном виде книга больше {limit} МиБ: оставьте в ней только нужные листы"
        "the workbook is larger than {limit} MiB when unpacked: leave only the sheets that are needed"
    workbook_too_many_cells(limit):
        "в книге больше {limit} заполненных ячеек: оставьте в ней только нужные листы"
        "the workbook has more than {limit} cells with a value: leave only the sheets that are needed"
    workbook_too_much_text(limit, most):
        "в книге больше {limit} МиБ текста или ячейка длиннее {most} знаков: оставьте в ней только нужные листы"
        "the workbook has more than {limit} MiB of text, or a cell of more than {most} characters: leave only the sheets that are needed"
    workbook_part_twice(part):
        "книга повреждена: {part} указано дважды; пересохраните её как .xlsx"
        "the workbook is damaged: {part} is named twice; save it again as .xlsx"
    workbook_in_archive:
        "это архив с файлами: распакуйте его и укажите нужный файл"
        "this is an archive of files: unpack it, and give the file that is wanted"
    workbook_encrypted:
        "книга защищена паролем: сохраните её без пароля"
        "the workbook is protected by a password: save it without one"
    workbook_of_another_kind(format):
        "этот формат ({format}) не читается: сохраните таблицу как .xlsx"
        "this format ({format}) cannot be read: save the table as .xlsx"
    import_of_another_key(written, key):
        "строка показателя `{written}`, а --key указывает `{key}`"
        "the row is of indicator `{written}`, but --key names `{key}`"
    row_above_header:
        "строка стоит выше имён столбцов: переместите её под них"
        "the row is above the names of the columns: move it below them"
    import_of_another_basis(column, written, key, expected):
        "{column}: `{written}`, а у показателя `{key}` указано `{expected}`"
        "{column} is `{written}`, but indicator `{key}` has `{expected}`"
    excel_ru_understood(path, encoding):
        "{path}: прочитано как {encoding}, точки с запятой, десятичные запятые, даты ДД.ММ.ГГГГ"
        "{path}: read as {encoding}, semicolons, decimal commas, dates DD.MM.YYYY"
    excel_ru_row(written, meant): "  {written}  →  {meant}" "  {written}  →  {meant}"
    import_summary(path, rows, skipped):
        "{path}: строк записано: {rows}, уже было: {skipped}"
        "{path}: rows written: {rows}, already recorded: {skipped}"
    imports_summary(count, rows, skipped):
        "файлов: {count}, строк записано: {rows}, уже было: {skipped}"
        "files: {count}, rows written: {rows}, already recorded: {skipped}"
    import_seen(path): "{path}: всё уже записано" "{path}: everything is already recorded"
    other_value_there(date, value, place):
        "за {date} уже есть {value} ({place}): для пересмотра укажите новую дату в `published`"
        "{value} is already recorded for {date} ({place}): for a revision, give a new date in `published`"
    corrected_bulletin(date, value, place):
        "за {date} уже есть {value} ({place}): если бюллетень исправлен, укажите день исправления в --published"
        "{value} is already recorded for {date} ({place}): if the bulletin was corrected, give the day of the correction with --published"
    bulletin_there(date, value, place):
        "за {date} уже есть {value} ({place}): если бюллетень исправлен, укажите день исправления в --published, а неопубликованное значение замените с --replace и --store"
        "{value} is already recorded for {date} ({place}): if the bulletin was corrected, give the day of the correction with --published; replace an unpublished value with --replace and --store"
    other_instant(instant, end):
        "`not_before` здесь {instant}, а в --not-before {end}: оставьте что-то одно"
        "`not_before` is {instant} here, and --not-before is {end}: give only one of them"
    option_of_bulletins(option):
        "{option} допустимо только с бюллетенем, а среди файлов его нет"
        "{option} is valid only with bulletins, and none of the files is one"
    import_too_large(path, limit): "{path}: больше {limit} МиБ" "{path}: larger than {limit} MiB"

    // Bulletins of the central bank
    cbar_not_utf8: "не UTF-8: скачайте бюллетень заново" "not UTF-8: download the bulletin again"
    cbar_doctype:
        "в файле есть DOCTYPE, которого в бюллетене не должно быть: скачайте бюллетень заново"
        "the file has a DOCTYPE, which a bulletin does not have: download the bulletin again"
    cbar_not_xml(error):
        "не XML ({error}): скачайте бюллетень заново"
        "not XML ({error}): download the bulletin again"
    cbar_other_root(written):
        "корневой элемент — `{written}`, а в бюллетене должен быть `ValCurs`"
        "the root element is `{written}`, but a bulletin has `ValCurs`"
    cbar_bad_date(written): "Date `{written}` — не дата ДД.ММ.ГГГГ" "Date `{written}` is not a date DD.MM.YYYY"
    cbar_old_manat(written):
        "Date {written}: до 2006 года курсы указаны в старых манатах"
        "Date {written}: rates before 2006 are in the old manat"
    cbar_attributes(limit):
        "больше {limit} атрибутов или пространств имён у одного элемента: скачайте бюллетень заново"
        "more than {limit} attributes or namespaces in one element: download the bulletin again"
    cbar_no_entries:
        "ни одного курса: скачайте бюллетень заново"
        "no rates at all: download the bulletin again"
    cbar_no_code: "у `Valute` нет `Code`" "`Valute` has no `Code`"
    cbar_repeated(code): "код `{code}` повторяется" "code `{code}` is repeated"
    cbar_bad_nominal(code, written):
        "{code}: Nominal `{written}` — не целое число больше нуля"
        "{code}: Nominal `{written}` is not a whole number above zero"
    cbar_bad_value(code, written):
        "{code}: Value `{written}` — не число больше нуля с десятичной точкой"
        "{code}: Value `{written}` is not a number above zero with a decimal point"
    cbar_no_decimal(value, nominal, wanted):
        "{value} за {nominal} не пересчитывается на {wanted} точно: получается бесконечная дробь; исправьте `nominal` показателя"
        "{value} for {nominal} cannot be converted exactly to {wanted}: the decimal does not terminate; correct the indicator's `nominal`"
    cbar_sources_differ(sources):
        "эти коды есть у показателей разных источников ({sources}): укажите --source"
        "indicators of several sources have these codes ({sources}): use --source"
    cbar_no_indicator:
        "ни у одного показателя нет `sourceCode` из этого бюллетеня"
        "no indicator has a `sourceCode` from this bulletin"
    cbar_unknown_codes(path, count):
        "{path}: кодов, которых нет ни у одного показателя: {count}"
        "{path}: codes that no indicator has: {count}"
    cbar_unknown_codes_of_all(count):
        "кодов, которых нет ни у одного показателя: {count}"
        "codes that no indicator has: {count}"
    cbar_lacks(keys, date):
        "в бюллетене нет показателей, которые были в прежнем ({date}): {keys}"
        "the bulletin lacks indicators that the previous one of {date} had: {keys}"
    cbar_lack(keys, date, count of files):
        "в бюллетене нет показателей, которые были в прежнем ({date}): {keys}; ещё {count} {files} без них"
        "the bulletin lacks indicators that the previous one of {date} had: {keys}; so do {count} more {files}"
}
