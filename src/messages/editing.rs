//! What `record`, `checked`, `import` and `undo` say of the directory that they change.

use super::{catalogue, plain};

catalogue! { plain:
    dataset_missing(path) {
        "{path}: нет такого каталога",
        "{path}: no such directory" }
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
        "{path}: отменять нечего, правок командами не было",
        "{path}: nothing to take back, no command has edited it" }
    published_since(path, version) {
        "{path}: отменять нечего, всё опубликовано как {version}; исправьте значение пересмотром с `record --published`",
        "{path}: nothing to take back, everything is published as {version}; correct a value by a revision with `record --published`" }
    changed_since(path, at) {
        "{path}: файл изменён после правки от {at}, поэтому отменить её нельзя",
        "{path}: it was changed after the edit of {at}, which therefore cannot be taken back" }
    may_be_public(date) {
        "значение за {date}, возможно, опубликовано: --replace меняет только то, что записано командой после публикации; запишите пересмотр с --published",
        "the value of {date} may be public: --replace changes only what a command has written since the last publication; record a revision with --published" }
    nothing_to_replace(date) {
        "строки за {date} с таким `published` нет: заменять нечего",
        "no row of {date} has this `published`: there is nothing to replace" }
    error_text_missing() {
        "--error пуст: напишите, что сообщила проверка",
        "--error is empty: write what the check said" }

    // What was done.
    recorded(file, date, value) {
        "{file}: {date}  {value}",
        "{file}: {date}  {value}" }
    recorded_first(line) {
        "{line}, первое наблюдение",
        "{line}, the first observation" }
    recorded_after(line, former, date) {
        "{line}, до этого {former} ({date})",
        "{line}, after {former} ({date})" }
    recorded_for(line, former) {
        "{line}, вместо {former}",
        "{line}, in place of {former}" }
    under_embargo_until(line, instant) {
        "{line}, закрыто до {instant}",
        "{line}, under embargo until {instant}" }
    with_change(line, percent) {
        "{line}, {percent} %",
        "{line}, {percent} %" }
    and_more_rows(count) {
        "… и ещё строк: {count}",
        "… and {count} more" }
    check_noted(file, source, what) {
        "{file}: {source} {what}",
        "{file}: {source} {what}" }
    undone(what) {
        "отменено: {what}",
        "taken back: {what}" }
}
