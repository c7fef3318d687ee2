//! What `import` says of the files that it reads.

catalogue! { shown:
    workbook_damaged(part) {
        "книга повреждена ({part}): скачайте её заново или пересохраните как .xlsx",
        "the workbook is damaged ({part}): download it again, or save it as .xlsx" }
    workbook_too_large(limit) {
        "в распакованном виде книга больше {limit} МиБ: оставьте в ней только нужные листы",
        "the workbook is larger than {limit} MiB when unpacked: leave only the sheets that are needed" }
    workbook_too_many_cells(limit) {
        "в книге больше {limit} заполненных ячеек: оставьте в ней только нужные листы",
        "the workbook has more than {limit} cells with a value: leave only the sheets that are needed" }
    workbook_encrypted() {
        "книга защищена паролем: сохраните её без пароля",
        "the workbook is protected by a password: save it without one" }
    workbook_of_another_kind(format) {
        "этот формат ({format}) не читается: сохраните книгу как .xlsx",
        "this format ({format}) cannot be read: save the workbook as .xlsx" }
    import_of_another_key(found, key) {
        "строка показателя `{found}`, а --key указывает `{key}`",
        "the row is of indicator `{found}`, but --key names `{key}`" }
    import_of_another_basis(column, found, key, own) {
        "{column}: `{found}`, а у показателя `{key}` указано `{own}`",
        "{column} is `{found}`, but indicator `{key}` has `{own}`" }
    excel_ru_understood(path, encoding) {
        "{path}: прочитано как {encoding}, точки с запятой, десятичные запятые, даты ДД.ММ.ГГГГ",
        "{path}: read as {encoding}, semicolons, decimal commas, dates DD.MM.YYYY" }
    excel_ru_row(found, meant) { "  {found}  →  {meant}", "  {found}  →  {meant}" }
    import_summary(path, rows, skipped) {
        "{path}: строк записано: {rows}, уже было: {skipped}",
        "{path}: rows written: {rows}, already recorded: {skipped}" }
    imports_summary(count, rows, skipped) {
        "файлов: {count}, строк записано: {rows}, уже было: {skipped}",
        "files: {count}, rows written: {rows}, already recorded: {skipped}" }
    import_seen(path) { "{path}: всё уже записано", "{path}: everything is already recorded" }
    other_value_there(date, value, place) {
        "за {date} уже есть {value} ({place}): для пересмотра укажите новую дату в `published`",
        "{value} is already recorded for {date} ({place}): for a revision, give a new date in `published`" }
    corrected_bulletin(date, value, place) {
        "за {date} уже есть {value} ({place}): если бюллетень исправлен, укажите день исправления в --published",
        "{value} is already recorded for {date} ({place}): if the bulletin was corrected, give the day of the correction with --published" }
    bulletin_there(date, value, place) {
        "за {date} уже есть {value} ({place}): если бюллетень исправлен, укажите день исправления в --published, а неопубликованное значение замените с --replace и --store",
        "{value} is already recorded for {date} ({place}): if the bulletin was corrected, give the day of the correction with --published; replace an unpublished value with --replace and --store" }
    other_instant(instant, end) {
        "`not_before` здесь {instant}, а в --not-before {end}: оставьте что-то одно",
        "`not_before` is {instant} here, and --not-before is {end}: give only one of them" }
    option_of_bulletins(option) {
        "{option} допустимо только с бюллетенем, а среди файлов его нет",
        "{option} is valid only with bulletins, and none of the files is one" }
    import_too_large(path, limit) { "{path}: больше {limit} МиБ", "{path}: larger than {limit} MiB" }
}
