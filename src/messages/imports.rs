//! What `import` says of the files that it reads.

catalogue! { shown:
    import_workbook() {
        "это книга Excel или Calc: сохраните лист как «CSV UTF-8 (разделитель — запятая)»; обычный CSV русского Excel тоже подходит",
        "a workbook of Excel or Calc: save the sheet as `CSV UTF-8 (Comma delimited)`; the plain CSV of a Russian Excel is accepted as well" }
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
    option_of_bulletins(option) {
        "{option} допустимо только с бюллетенем, а среди файлов его нет",
        "{option} is valid only with bulletins, and none of the files is one" }
    import_too_large(path, limit) { "{path}: больше {limit} МиБ", "{path}: larger than {limit} MiB" }
}
