//! Sentences of `record`, `checked`, `import` and `undo` on the directory that they change and the files that they read.

catalogue! { plain:
    dataset_missing(path) { "{path}: нет такого каталога", "{path}: no such directory" }
    dataset_is_no_directory(path) {
        "{path}: это не каталог, укажите каталог, в котором лежит `dataset.json`",
        "{path}: not a directory, name the one that holds `dataset.json`" }
    waiting_for_the_dataset(path) {
        "{path} сейчас изменяет кто-то другой, ждём",
        "somebody else is editing {path}, waiting" }
    dataset_is_held(path) {
        "{path} сейчас изменяет кто-то другой: повторите позже",
        "somebody else is editing {path}: try again later" }
    cannot_lock(path, error) {
        "{path} не блокируется от одновременных изменений: {error}",
        "cannot lock {path} against other edits: {error}" }
    owned_by_another(path, owner) {
        "{path} принадлежит другому пользователю: выполните команду через `sudo -u {owner}`",
        "{path} belongs to another user: run the command with `sudo -u {owner}`" }
    changed_meanwhile(path) {
        "{path}: кто-то изменил файл тем временем; ничего не записано, повторите команду",
        "{path}: somebody else has changed it meanwhile; nothing was written, try again" }
    link_in_the_way(path) {
        "{path}: на пути символическая ссылка или не каталог; ничего не записано, уберите её",
        "{path}: a symbolic link or no directory stands in the way; nothing was written, remove it" }
    edit_completed(path) {
        "{path}: прерванная правка доведена до конца",
        "{path}: an edit that was interrupted has been completed" }
    edit_unfinished(path, error) {
        "{path} не записывается ({error}): правка сделана, остальное доделает следующая команда в этом каталоге",
        "cannot write {path} ({error}): the edit is made, and what remains to be done the next command in this directory does" }
    edit_taken_back(why) {
        "прерванная правка отменена: {why}",
        "an edit that was interrupted has been taken back: {why}" }
    edit_not_noted(path, error) {
        "{path}/.edits.jsonl не записывается ({error}): правка сделана, но `undo` её не отменит",
        "cannot write {path}/.edits.jsonl ({error}): the edit is made, but `undo` will not take it back" }
    publication_not_noted(path, error) {
        "{path}/.edits.jsonl не записывается ({error}): опубликовано, но `undo` об этом не узнает",
        "cannot write {path}/.edits.jsonl ({error}): it is published, but `undo` will not know" }
    edit_unreadable(error) {
        "незавершённая правка не читается: {error}",
        "an unfinished edit cannot be read: {error}" }
    nothing_to_undo(path) {
        "{path}: отменять нечего, правок командами не было или все отменены",
        "{path}: nothing to take back: no edit by a command is left" }
    published_since(path, what, version) {
        "{path}: отменять нечего: после последней правки, {what}, по записям каталога опубликована версия {version}; что действует, известно хранилищу: укажите --store, или исправьте значение пересмотром с `record --published`",
        "{path}: nothing to take back: by the directory's notes {version} was published after the last edit, {what}; the store knows what is in service: name it with --store, or correct a value by a revision with `record --published`" }
    edit_is_public(path, what, version) {
        "{path}: отменять нечего: последняя правка, {what}, опубликована в действующем выпуске {version}; исправьте значение пересмотром с `record --published`",
        "{path}: nothing to take back: the last edit, {what}, is public in release {version}; correct a value by a revision with `record --published`" }
    changed_since(path, at) {
        "{path}: файл изменён после правки от {at}, поэтому отменить её нельзя",
        "{path}: it was changed after the edit of {at}, which therefore cannot be taken back" }
    may_be_public(date) {
        "значение за {date}, возможно, опубликовано: без --store команда --replace меняет только то, что записано командой после последней публикации из этого каталога; укажите хранилище или запишите пересмотр с --published",
        "the value of {date} may be public: without --store --replace changes only what a command has written since the last publication from this directory; name the store, or record a revision with --published" }
    is_public(date, version) {
        "значение за {date} опубликовано в действующем выпуске {version}: запишите пересмотр с --published",
        "the value of {date} is public in release {version}: record a revision with --published" }
    there_and_public(date, value, place, version) {
        "за {date} уже есть {value} ({place}), это опубликовано в действующем выпуске {version}: пересмотр записывают с другой датой в `published`",
        "{value} is there already for {date} ({place}) and public in release {version}: record a revision with another `published`" }
    there_and_maybe_public(date, value, place) {
        "за {date} уже есть {value} ({place}): пересмотр записывают с другой датой в `published`, а неопубликованное значение заменяют командой `record --replace` с --store",
        "{value} is there already for {date} ({place}): record a revision with another `published`, or, where it is not public, another value in its place with `record --replace` and --store" }
    there_and_open(date, value, place) {
        "за {date} уже есть {value} ({place}), это не опубликовано: другое значение на том же месте записывают с `record --replace`",
        "{value} is there already for {date} ({place}) and not public: write another value in its place with `record --replace`" }
    there_already(place, date, value) {
        "{place}: {date}  {value} уже записано, ничего не изменено",
        "{place}: {date}  {value} is there already, nothing was changed" }
    nothing_to_replace(date) {
        "строки за {date} с таким `published` нет: заменять нечего",
        "no row of {date} has this `published`: there is nothing to replace" }
    error_text_missing() {
        "--error пуст: напишите, что сообщила проверка",
        "--error is empty: write what the check said" }

    // What was done.
    recorded(file, date, value) { "{file}: {date}  {value}", "{file}: {date}  {value}" }
    recorded_first(line) { "{line}, первое наблюдение", "{line}, the first observation" }
    recorded_after(line, former, date) {
        "{line}, до этого {former} ({date})",
        "{line}, after {former} ({date})" }
    recorded_for(line, former) { "{line}, вместо {former}", "{line}, in place of {former}" }
    under_embargo_until(line, instant) {
        "{line}, закрыто до {instant}",
        "{line}, under embargo until {instant}" }
    with_change(line, percent) { "{line}, {percent} %", "{line}, {percent} %" }
    and_smaller_changes(count) {
        "… и ещё строк: {count}, изменения в них меньше",
        "… and {count} more, which changed less" }
    check_goes_back(source, now, before) {
        "{source}: записана проверка от {now}, хотя уже была более поздняя, от {before}; если это ошибка, отмените её (`undo`)",
        "{source}: the check of {now} is noted in place of a later one, of {before}; if that is a mistake, take it back with `undo`" }
    other_cells_there(date, place, columns) {
        "за {date} то же значение уже есть ({place}), но там другое: {columns}; строка осталась прежней",
        "the same value is there already for {date} ({place}) with another {columns}: the row is left as it was" }
    published_missing(date, former) {
        "за {date} нет `published`, а у прежней строки ({former}) он есть: читатели не увидят даты публикации; если она известна, отмените запись (`undo`) и повторите её с `published`",
        "the row of {date} has no `published`, and the one before it ({former}) has: readers will see no date of publication; if it is known, take the row back with `undo` and give it" }
    check_noted(file, source, what) { "{file}: {source} {what}", "{file}: {source} {what}" }
    undone(what) { "отменено: {what}", "taken back: {what}" }
}

catalogue! { shown:
    import_workbook() {
        "это книга Excel или Calc: сохраните лист как «CSV UTF-8 (разделители — запятые)»; обычный CSV русского Excel тоже читается",
        "a workbook of Excel or Calc: save the sheet as `CSV UTF-8 (Comma delimited)`; the plain CSV of a Russian Excel is read as well" }
    excel_ru_understood(path, encoding) {
        "{path}: прочитано как {encoding}, точки с запятой, десятичные запятые, даты ДД.ММ.ГГГГ",
        "{path}: read as {encoding}, semicolons, decimal commas, dates DD.MM.YYYY" }
    excel_ru_row(found, meant) { "  {found}  →  {meant}", "  {found}  →  {meant}" }
    import_summary(path, rows, skipped) {
        "{path}: строк записано {rows}, уже были {skipped}",
        "{path}: {rows} rows written, {skipped} were there already" }
    import_seen(path) {
        "{path}: всё это уже записано",
        "{path}: all of it is there already" }
    other_value_there(date, value, place) {
        "за {date} уже есть {value} ({place}): пересмотренное значение записывают с новой датой в `published`",
        "{value} is there already for {date} ({place}): a revision needs another `published`" }
    corrected_bulletin(date, value, place) {
        "за {date} уже есть {value} ({place}): если бюллетень исправлен, укажите --published с днём исправления",
        "{value} is there already for {date} ({place}): if the bulletin was corrected, give --published with the day of that" }
    option_of_bulletins(option) {
        "{option} бывает только с бюллетенем: среди файлов его нет",
        "{option} goes with bulletins only: none of the files is one" }
    import_too_large(path, limit) { "{path}: больше {limit} МиБ", "{path}: more than {limit} MiB" }
}
