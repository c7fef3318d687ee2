//! What `publish`, `rollback` and `releases` say.

use super::{catalogue, plain};

catalogue! { plain:
    files_read(count) {
        "прочитано файлов: {count}",
        "{count} files read" }
    waiting_for_the_store() {
        "хранилище занято другой публикацией, ждём",
        "somebody else is changing the store, waiting" }
    store_is_held() {
        "хранилище занято другой публикацией: повторите позже",
        "somebody else is changing the store: try again later" }
    store_failed(error) {
        "хранилище: {error}; в работе прежний выпуск",
        "store: {error}; the former release is in service" }
    store_failed_at_first(error) {
        "хранилище: {error}; в работе пока ничего нет",
        "store: {error}; nothing is in service yet" }
    published(version, previous) {
        "опубликовано: {version} вместо {previous}",
        "published: {version} in place of {previous}" }
    published_first(version) {
        "опубликовано: {version}, первый выпуск",
        "published: {version}, the first release" }
    published_already(version) {
        "{version} с тем же содержанием уже опубликовано: ничего не сделано",
        "{version} with the same content is published already: nothing was done" }
    version_has_other_content(version) {
        "версия {version} уже есть с другим содержанием: дайте новую версию в dataset.json",
        "version {version} exists with other content: give a new version in dataset.json" }
    version_is_no_name(version) {
        "версия {version} не годится в имя каталога: дайте другую версию в dataset.json",
        "version {version} cannot name a directory: give another version in dataset.json" }
    not_compared(version) {
        "выпуск {version}, который в работе, не читается: сравнить не с чем",
        "release {version}, which is in service, cannot be read: nothing can be compared" }
    pruned(versions) {
        "удалены старые выпуски: {versions}",
        "old releases removed: {versions}" }
    nothing_published() {
        "в хранилище нет ни одного выпуска",
        "nothing has been published in this store" }
    no_such_release(version) {
        "выпуска {version} в хранилище нет",
        "the store has no release {version}" }
    nothing_to_roll_back_to() {
        "прежнего выпуска в хранилище нет",
        "the store has no former release" }
    in_service_already(version) {
        "{version} уже в работе: ничего не сделано",
        "{version} is in service already: nothing was done" }
    rolled_back(version, previous) {
        "возвращено: {version} вместо {previous}",
        "rolled back: {version} in place of {previous}" }
    put_back(version) {
        "возвращено: {version}; ссылки на выпуск в работе не было",
        "put back: {version}; there was no link to a release in service" }
    armed_until(version, at, user) {
        "ждёт   {version}: станет общедоступным {at}, назначил {user}",
        "armed  {version}: becomes public at {at}, by {user}" }
    armed_and_due(version, at, user) {
        "ждёт   {version}: время настало {at}, назначил {user}; следующая публикация или возврат отметит это",
        "armed  {version}: public since {at}, by {user}; the next publication or rollback will note that" }
    staged_by(version, user, at) {
        "готов  {version}: подготовил {user} {at}, ждёт `publish --staged`",
        "staged {version}: by {user} at {at}, waits for `publish --staged`" }
    release_changed(added, changed, removed, rows, keys) {
        "показателей: новых {added}, изменённых {changed}, исчезнувших {removed}; наблюдений: {rows}; {keys}",
        "indicators: {added} new, {changed} changed, {removed} gone; observations: {rows}; {keys}" }
    release_was_staged(user, at) {
        "подготовил {user} {at}",
        "staged by {user} at {at}" }
    release_was_armed(at) {
        "назначен заранее, {at}",
        "armed ahead, at {at}" }
    release_came_in_bundle(key, sequence, comment) {
        "из пакета, подписанного ключом {key}, номер {sequence}: {comment}",
        "from a bundle signed with key {key}, sequence {sequence}: {comment}" }
    rolled_back_unnoted(version) {
        "на диске нет места для записи в журнале: строку о выпуске {version} добавит следующая команда",
        "there is no room for the line in the journal: the next command will add that of release {version}" }

    // What the store itself says: see also `releases`, for those that wait.
    path_failed(path, error) {
        "{path}: {error}",
        "{path}: {error}" }
    not_a_directory_of_the_store(path) {
        "{path}: не каталог, а должен быть обычный каталог, не ссылка: уберите и верните каталог",
        "{path}: not a directory, where a real one belongs and no link: remove it and put the directory back" }
    not_a_file_of_the_store(path) {
        "{path}: не обычный файл (ссылка, канал?): уберите отсюда",
        "{path}: not a regular file (a link, a pipe?): remove it" }
    current_is_no_link(path) {
        "{path}: это не ссылка на выпуск (копировали без `cp -a`?): уберите и верните выпуск командой `rollback --to`",
        "{path}: no link to a release (copied without `cp -a`?): remove it and put a release back with `rollback --to`" }
    store_of_somebody_else(path, owner) {
        "{path} принадлежит `{owner}`: выполните команду от его имени, `sudo -u {owner} indicatord …`",
        "{path} belongs to `{owner}`: run the command as that user, `sudo -u {owner} indicatord …`" }
    group_not_given(path) {
        "{path}: не удаётся передать группе хранилища: войдите в эту группу или выполните `chmod g+s` для каталога хранилища",
        "{path}: cannot be given to the group of the store: join that group, or `chmod g+s` the store" }
    armed_is_broken() {
        "файл испорчен: уберите его и назначьте выпуск заново через `publish --at`",
        "the file is damaged: remove it and arm the release again with `publish --at`" }
    staged_is_broken() {
        "файл испорчен: уберите его и подготовьте выпуски заново через `stage`",
        "the file is damaged: remove it and stage the releases again with `stage`" }
    settings_are_broken(error) {
        "настройки не читаются ({error}): пишите, например, `{{\"approval\":2,\"signed\":true}}`",
        "the settings cannot be read ({error}): write `{{\"approval\":2,\"signed\":true}}`, for example" }
    journal_cut() {
        "последняя строка журнала оборвана (сбой, нехватка места?): она пропущена, следующая публикация или возврат её уберёт",
        "the last line of the journal was cut off (a crash, a full disk?): it is passed over, and the next publication or rollback removes it" }
    journal_damaged(lines) {
        "строки журнала не читаются: {lines}; остальные верны, испорченные восстановите из копии",
        "lines of the journal cannot be read: {lines}; the others hold, take these from a copy" }
    recovered(version) {
        "выпуск {version} был в работе без записи в журнале (программу прервали?): запись добавлена",
        "release {version} was in service without a line in the journal (was the program killed?): it has one now" }
    came_into_service(version, instant) {
        "выпуск {version} в работе: его время настало {instant}",
        "release {version} is in service: its instant came at {instant}" }
    armed_is_bad(version) {
        "время выпуска {version} настало, но его файлы не читаются или изменены: в работе прежний выпуск; снимите его: `rollback --armed`",
        "the instant of release {version} has come, but its files cannot be read or were altered: the former release is in service; disarm it with `rollback --armed`" }
    in_service_not_certain(version, error) {
        "выпуск {version} в работе, но сохранится ли это при потере питания, неизвестно: {error}",
        "release {version} is in service, but whether that would survive a loss of power is not known: {error}" }
    in_service_not_noted(version, error) {
        "выпуск {version} в работе, но в журнале записи о нём нет: {error}; её добавит следующая команда",
        "release {version} is in service, but the journal has no line of it: {error}; the next command will add it" }
    in_service_not_tidied(version, error) {
        "выпуск {version} в работе, но лишнее удалить не удалось: {error}",
        "release {version} is in service, but something no longer needed could not be removed: {error}" }
    release_altered(version) {
        "файлы выпуска {version} изменены после публикации",
        "the files of release {version} were altered after its publication" }
    altered_files_not_known() {
        "какие именно, неизвестно: сумм отдельных файлов нет",
        "which of them is not known: no sums of the single files were kept" }
    file_changed(path) {
        "{path}: изменён после публикации",
        "{path}: altered after the publication" }
    file_missing(path) {
        "{path}: удалён после публикации",
        "{path}: removed after the publication" }
    file_added(path) {
        "{path}: добавлен после публикации",
        "{path}: added after the publication" }
    altered_go_on() {
        "вернуть такой выпуск нельзя: восстановите его файлы из копии или опубликуйте набор новой версией",
        "such a release is not put back: restore its files from a copy, or publish the dataset as a new version" }
    release_intact(version) {
        "{version}: файлы те же, что при публикации",
        "{version}: the files are those of its publication" }
    release_gone(version) {
        "{version}: файлы не хранятся",
        "{version}: its files are no longer kept" }
    release_unreadable(version) {
        "выпуск {version} не читается",
        "release {version} cannot be read" }
    link_disagrees(link, journal) {
        "в работе {link}, а последняя запись журнала говорит о {journal}: следующая публикация или возврат это отметит",
        "{link} is in service while the last line of the journal says {journal}: the next publication or rollback will note that" }
    nothing_in_service(version) {
        "ссылки `current` нет, хотя выпуск {version} был опубликован: верните его командой `rollback --to {version}`",
        "there is no link `current`, though release {version} was published: put it back with `rollback --to {version}`" }

    // SHA256SUMS beside a dataset.
    sums_line(line) {
        "SHA256SUMS:{line}: не строка sha256sum: запишите сюда вывод `sha256sum ФАЙЛ...`",
        "SHA256SUMS:{line}: not a line of sha256sum: write `sha256sum FILE...` to it" }
    sums_missing(line, path) {
        "SHA256SUMS:{line}: файла `{path}` нет",
        "SHA256SUMS:{line}: `{path}` is missing" }
    sums_differ(path) {
        "{path}: не совпадает с суммой из SHA256SUMS: скопируйте заново",
        "{path}: differs from its sum in SHA256SUMS: copy it again" }
    sums_without(path) {
        "{path}: суммы в SHA256SUMS нет",
        "{path}: has no sum in SHA256SUMS" }
}
