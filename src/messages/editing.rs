//! Sentences of `record`, `checked`, `import` and `undo` on the directory that they change.

catalogue! { UNLIMITED:
    dataset_missing(path): "{path}: нет такого каталога" "{path}: no such directory"
    dataset_is_no_directory(path):
        "{path}: это не каталог, укажите каталог, в котором лежит `dataset.json`"
        "{path}: not a directory, give the one that holds `dataset.json`"
    waiting_for_the_dataset(path):
        "каталог {path} занят другим процессом, ожидание"
        "another process is editing {path}, waiting"
    dataset_is_held(path):
        "каталог {path} занят другим процессом: повторите позже"
        "another process is editing {path}: try again later"
    dataset_keeps_changing(path):
        "каталог {path} всё время меняют, пока читаются файлы; ничего не записано: повторите позже"
        "{path} is edited again and again while the files are read; nothing was recorded: try again later"
    cannot_lock(path, error): "не удалось заблокировать {path}: {error}" "cannot lock {path}: {error}"
    owned_by_another(path, owner):
        "{path} принадлежит другому пользователю: выполните команду через `sudo -u {owner}`"
        "{path} belongs to another user: run the command with `sudo -u {owner}`"
    changed_meanwhile(path):
        "{path}: файл тем временем изменён другим процессом; ничего не записано, повторите команду"
        "{path}: another process changed the file in the meantime; nothing was written, run the command again"
    link_in_the_way(path):
        "{path}: мешает символическая ссылка или файл вместо каталога; ничего не записано, уберите её или его"
        "{path}: a symbolic link, or a file instead of a directory, is in the way; nothing was written, remove it"
    edit_completed(path): "{path}: прерванная правка завершена" "{path}: an interrupted edit was completed"
    edit_unfinished(path, error):
        "не удалось записать {path} ({error}): правка сделана, остальное завершит следующая команда в этом каталоге"
        "cannot write {path} ({error}): the edit was made, and the next command in this directory will complete the rest"
    edit_taken_back(why): "прерванная правка отменена: {why}" "an interrupted edit was undone: {why}"
    edit_not_noted(path, error):
        "не удалось записать {path}/.edits.jsonl ({error}): правка сделана, но `undo` её не отменит"
        "cannot write {path}/.edits.jsonl ({error}): the edit was made, but `undo` cannot undo it"
    publication_not_noted(path, error):
        "выпуск не отмечен в {path}/.edits.jsonl ({error}): без --store о нём не узнает `undo`, и `bundle` может дать его номер ещё раз"
        "the release is not noted in {path}/.edits.jsonl ({error}): without --store `undo` does not know of it, and `bundle` may give its number again"
    belongs_to(owner): "принадлежит {owner}" "belongs to {owner}"
    edit_unreadable(error):
        "не удалось прочитать незавершённую правку: {error}"
        "cannot read an unfinished edit: {error}"
    nothing_to_undo(path):
        "{path}: отменять нечего, правок командами не было или все отменены"
        "{path}: nothing to undo, no edit made by a command is left"
    published_since(path, edit, version):
        "{path}: отменять нечего: после последней правки ({edit}) из каталога опубликована версия {version}; действующий выпуск известен хранилищу: укажите --store, или исправьте значение пересмотром с `record --published`"
        "{path}: nothing to undo: version {version} was published from the directory after the last edit ({edit}); the store knows what is live: name it with --store, or correct a value by a revision with `record --published`"
    edit_is_public(path, edit, version):
        "{path}: отменять нечего: последняя правка ({edit}) опубликована в действующем выпуске {version}; если она ошибочна, сначала верните прежний выпуск (`rollback`) или исправьте значение пересмотром с `record --published`"
        "{path}: nothing to undo: the last edit ({edit}) is public in the live release {version}; if it is a mistake, run `rollback` first, or correct the value by a revision with `record --published`"
    edit_of_another(path, edit):
        "{path}: ничего не отменено: последняя правка ({edit}) не ваша; отдельную строку убирает `undo KEY DATE`"
        "{path}: nothing was undone: the last edit ({edit}) is not yours; `undo KEY DATE` takes away a single row"
    row_of_another(edit):
        "эту строку записал другой человек ({edit})"
        "somebody else recorded this row ({edit})"
    row_without_note:
        "кто записал эту строку, не отмечено: команд, которые бы её записали, в журнале каталога нет"
        "who recorded this row is not known: the directory's notes have no command that did"
    waits_in_live_release(count of rows, version, until):
        "в действующем выпуске {version} закрыто до {until}: {count} {rows}; в этот срок ничего не появится, а следующей публикации понадобится --allow loss"
        "{count} {rows} of the live release {version} embargoed until {until}: nothing will appear then, and the next publication will need --allow loss"
    no_row_to_undo(date): "строк за {date} нет" "there is no row for {date}"
    row_has_key_and_date:
        "строку называют KEY и DATE: `undo KEY DATE`"
        "a row is named by KEY and DATE: `undo KEY DATE`"
    allow_is_of_rows:
        "--allow относится к отдельной строке: укажите KEY и DATE"
        "--allow is for a single row: give KEY and DATE"
    changed_since(path, at):
        "{path}: файл изменён после правки от {at}, поэтому отменить её нельзя"
        "{path}: the file was changed after the edit of {at}, which therefore cannot be undone"
    may_be_public(date):
        "значение за {date}, возможно, опубликовано: без --store команда с --replace заменяет только записанное командами после последней публикации из этого каталога; укажите хранилище или запишите пересмотр с --published"
        "the value for {date} may be public: without --store, --replace changes only what commands have recorded since the last publication from this directory; name the store, or record a revision with --published"
    corrected_by_revision(date, published):
        "{date}: значение было опубликовано, поэтому записан пересмотр от {published}"
        "{date}: the value was public, so a revision was recorded, published on {published}"
    corrected_in_place(date):
        "{date}: значение было опубликовано и исправлено на месте: у строки нет более ранней даты публикации"
        "{date}: the value was public and was corrected in its place: the row has no earlier day of publication"
    is_public(date, version):
        "значение за {date} опубликовано в действующем выпуске {version}: запишите пересмотр с --published"
        "the value for {date} is public in the live release {version}: record a revision with --published"
    there_and_public(date, value, place, version):
        "за {date} уже есть {value} ({place}), опубликованное в действующем выпуске {version}: исправьте его командой `record --replace` или укажите для пересмотра другую дату в `published`"
        "{value} is already recorded for {date} ({place}) and public in the live release {version}: correct it with `record --replace`, or for a revision, give another date in `published`"
    there_and_maybe_public(date, value, place):
        "за {date} уже есть {value} ({place}): исправьте его командой `record --replace` или укажите для пересмотра другую дату в `published`"
        "{value} is already recorded for {date} ({place}): correct it with `record --replace`, or for a revision, give another date in `published`"
    there_and_open(date, value, place):
        "за {date} уже есть {value} ({place}), ещё не опубликованное: замените его, добавив --replace"
        "{value} is already recorded for {date} ({place}) and not public yet: replace it with --replace"
    row_waits(date, value, place, until):
        "за {date} уже есть {value} ({place}), закрытое до {until}: --replace с --not-before переносит срок, одно --replace снимает его"
        "{value} is already recorded for {date} ({place}), embargoed until {until}: --replace with --not-before moves the embargo, --replace alone takes it away"
    several_rows_wait(date, places, key):
        "за {date} закрыто несколько строк ({places}): сначала уберите лишние командой `undo {key} {date}`"
        "several rows for {date} are under embargo ({places}): first take away all but one with `undo {key} {date}`"
    still_embargoed(line, until):
        "{line}, по-прежнему закрыто до {until}"
        "{line}, and it is still embargoed until {until}"
    there_already(place, date, value):
        "{place}: {date}  {value} уже записано, ничего не изменено"
        "{place}: {date}  {value} is already recorded, nothing was changed"
    nothing_to_replace(date):
        "заменять нечего: за {date} строки с таким `published` нет, закрытой тоже"
        "nothing to replace: no row for {date} has this `published`, and none is under embargo"
    error_text_missing:
        "--error пуст: укажите, что сообщила проверка"
        "--error is empty: give the error that the check reported"

    // Reports of edits.
    recorded(file, date, value): "{file}: {date}  {value}" "{file}: {date}  {value}"
    recorded_first(line): "{line}, первое наблюдение" "{line}, the first observation"
    recorded_after(line, former, date):
        "{line}, ранее {former} ({date})"
        "{line}, previously {former} ({date})"
    recorded_for(line, former): "{line}, вместо {former}" "{line}, replacing {former}"
    under_embargo_until(line, instant): "{line}, закрыто до {instant}" "{line}, embargoed until {instant}"
    embargo_moved(count of rows, former, until):
        "срок перенесён с {former} на {until} ({count} {rows})"
        "embargo moved from {former} to {until} ({count} {rows})"
    embargo_lifted(count of rows, former):
        "срок {former} снят: опубликует следующая публикация ({count} {rows})"
        "embargo until {former} taken away: public with the next publication ({count} {rows})"
    with_change(line, change): "{line}, {change}" "{line}, {change}"
    and_smaller_changes(count of rows):
        "… и ещё {count} {rows} с меньшими изменениями"
        "… and {count} more {rows} with smaller changes"
    check_goes_back(source, now, before):
        "{source}: записана проверка от {now}, хотя уже была более поздняя, от {before}; если это ошибка, отмените её (`undo`)"
        "{source}: the check of {now} replaces a later one of {before}; if that is a mistake, undo it with `undo`"
    other_cells_there(date, place, columns):
        "за {date} то же значение уже есть ({place}), но отличаются {columns}; строка не изменена"
        "the same value is already recorded for {date} ({place}) with another {columns}; the row was not changed"
    published_missing(date, former):
        "в строке за {date} нет `published`, а у прежнего значения ({former}) дата публикации есть: у этого её не увидят; если она известна, отмените запись (`undo`) и укажите её"
        "the row for {date} has no `published`, but the previous one ({former}) has a date of publication: readers will see none of this one; if it is known, undo the row with `undo` and give it"
    check_noted(file, source, outcome): "{file}: {source} {outcome}" "{file}: {source} {outcome}"
    undone(edit): "отменено: {edit}" "undone: {edit}"
}
