//! Sentences of the store and of releases.

catalogue! { plain:
    files_read(count) { "прочитано файлов: {count}", "{count} files read" }
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
        "{version} с тем же содержанием уже в работе: ничего не сделано",
        "{version} with the same content is in service already: nothing was done" }
    version_was_used(version) {
        "номер {version} в этом хранилище уже был: пакет и набор с SHA256SUMS не меняются, дайте другой номер там, где их составляют",
        "number {version} was used in this store before: a bundle, or a dataset with SHA256SUMS, is not changed here; give it another number where it is made" }
    number_given(version, as_of) {
        "номер выпуска {version}, asOf {as_of}; dataset.json в каталоге прежний",
        "the release is numbered {version}, asOf {as_of}; dataset.json in the directory is as it was" }
    version_is_no_name(version) {
        "версия {version} не годится в имя каталога: дайте другую версию в dataset.json",
        "version {version} cannot name a directory: give another version in dataset.json" }
    not_compared(version) {
        "выпуск {version}, который в работе, не читается: сравнить не с чем",
        "release {version}, which is in service, cannot be read: nothing can be compared" }
    pruned(versions) { "удалены старые выпуски: {versions}", "old releases removed: {versions}" }
    nothing_published() { "в хранилище нет ни одного выпуска", "nothing has been published in this store" }
    no_such_release(version) {
        "выпуска {version}, который был бы в работе, хранилище не знает или уже не хранит: какие есть, покажет `log`",
        "the store knows of no release {version} that was in service, or no longer keeps it: `log` says which there are" }
    release_unknown(version) {
        "{version}: что должно быть в файлах этого выпуска, журнал не знает",
        "{version}: the journal does not know what the files of this release should be" }
    in_service_without_journal(version) {
        "в работе {version}, а в журнале об этом нет ничего: восстановите журнал из копии",
        "{version} is in service, and the journal says nothing of it: take the journal from a copy" }
    stranger(version) {
        "releases/{version}: журнал такого выпуска не знает (скопировали сюда?): уберите каталог или восстановите журнал из копии",
        "releases/{version}: the journal knows of no such release (was it copied here?): remove the directory, or take the journal from a copy" }
    no_store(path) {
        "{path}: здесь нет хранилища; новое создаёт `publish --new-store`",
        "{path}: there is no store here; `publish --new-store` makes a new one" }
    no_empty_directory(path) {
        "{path}: здесь другие файлы; хранилище создаётся в пустом каталоге или в новом",
        "{path}: other files are here; a store is made in an empty directory or in a new one" }
    nothing_to_roll_back_to() { "прежнего выпуска в хранилище нет", "the store has no former release" }
    in_service_already(version) {
        "{version} уже в работе: ничего не сделано",
        "{version} is in service already: nothing was done" }
    rolled_back(version, previous) {
        "возвращено: {version} вместо {previous}",
        "rolled back: {version} in place of {previous}" }
    put_back(version) {
        "возвращено: {version}; ссылки на выпуск в работе не было",
        "put back: {version}; there was no link to a release in service" }
    staged_by(version, user, at, hash) {
        "подготовлен: {version}, {user} {at}, содержание {hash}; дальше — `approve {version}` или `withdraw {version}`",
        "staged: {version}, by {user} at {at}, content {hash}; next is `approve {version}` or `withdraw {version}`" }
    embargoed(key, date, until, version) {
        "закрыто: {key} {date} до {until} (выпуск {version})",
        "embargoed: {key} {date} until {until} (release {version})" }
    more_embargoed(count) {
        "закрыто: и ещё наблюдений: {count} (все — с --json)",
        "embargoed: and {count} more (all of them with --json)" }
    more_findings(count) { "… и ещё замечаний: {count} (все — с --json)", "… and {count} more (all of them with --json)" }
    status_live(version, since, user) {
        "действует: {version} с {since}, {user}",
        "live: {version} since {since}, by {user}" }
    status_live_alone(version) { "действует: {version}", "live: {version}" }
    status_served(version, since) {
        "сервер отдаёт: {version} с {since}",
        "served: {version} since {since}" }
    status_releases(kept, intact) {
        "выпуски: хранится {kept}, сверено и совпало с журналом {intact} (все сверяет `--verify`)",
        "releases: {kept} kept, {intact} compared with the journal and intact (`--verify` compares all)" }
    status_all_releases(kept, intact) {
        "выпуски: хранится {kept}, совпало с журналом {intact}",
        "releases: {kept} kept, {intact} intact by the journal" }
    status_room(megabytes) { "место: свободно {megabytes} МиБ", "room: {megabytes} MiB free" }
    little_room(megabytes) {
        "в хранилище мало места, свободно {megabytes} МиБ: следующие выпуски могут не поместиться",
        "the store has little room, {megabytes} MiB are free: the next releases may not fit" }
    clock_is_wrong() {
        "часы этой машины не синхронизированы",
        "the clock of this machine is not synchronised" }
    check_is_old(source, last, count) {
        "проверка источника `{source}` устарела, последняя успешная: {last}; показателей: {count}",
        "the check of source `{source}` is old, the last good one: {last}; indicators: {count}" }
    never() { "не было", "none" }
    unfinished() {
        "команду прервали, или она ещё работает: следующая доведёт дело до конца",
        "a command was interrupted, or is at work: the next one finishes what it has left" }
    served_not_told(why) {
        "что отдаёт сервер, неизвестно: {why}",
        "what is served is not known: {why}" }
    served_elsewhere(control, other) {
        "сервер по адресу {control} отдаёт другое: {other}",
        "the server at {control} serves something else: {other}" }
    served_is_not_live(served, live) {
        "сервер отдаёт {served}, а действует {live}: перечитайте данные (`systemctl reload indicatord`)",
        "the server serves {served}, and {live} is live: reload it (`systemctl reload indicatord`)" }
    earlier_entries(count) { "… и ещё раньше: {count} (все — с --all)", "… {count} earlier ones (all of them with --all)" }
    release_changed(added, changed, removed, rows, keys) {
        "показателей: новых {added}, изменённых {changed}, исчезнувших {removed}; наблюдений: {rows}; {keys}",
        "indicators: {added} new, {changed} changed, {removed} gone; observations: {rows}; {keys}" }
    release_was_staged(user, at) { "подготовил {user} {at}", "staged by {user} at {at}" }
    release_came_in_bundle(key, sequence, comment) {
        "из пакета, подписанного ключом {key}, номер {sequence}: {comment}",
        "from a bundle signed with key {key}, sequence {sequence}: {comment}" }
    rolled_back_unnoted(version) {
        "на диске нет места для записи в журнале: строку о выпуске {version} добавит следующая команда",
        "there is no room for the line in the journal: the next command will add that of release {version}" }

    // Sentences of the store itself.
    path_failed(path, error) { "{path}: {error}", "{path}: {error}" }
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
    in_service_not_certain(version, error) {
        "выпуск {version} в работе, но сохранится ли это при потере питания, неизвестно: {error}",
        "release {version} is in service, but whether that would survive a loss of power is not known: {error}" }
    in_service_not_noted(version, error) {
        "выпуск {version} в работе, но в журнале записи о нём нет: {error}; её добавит следующая команда",
        "release {version} is in service, but the journal has no line of it: {error}; the next command will add it" }
    line_not_certain(error) {
        "запись в журнале есть, но сохранится ли она при потере питания, неизвестно: {error}",
        "the journal has its line, but whether that would survive a loss of power is not known: {error}" }
    not_tidied(error) {
        "осталось лишнее, удалить не удалось: {error}; это сделает следующая команда",
        "something no longer needed could not be removed: {error}; the next command will remove it" }
    journal_unread(error) {
        "журнал хранилища не читается, поэтому с ним ничего не сверено: {error}",
        "the journal of the store cannot be read, so nothing was compared with it: {error}" }
    not_removed(version, error) {
        "файлы выпуска {version}, который больше не хранится, удалить не удалось: {error}; их удалит следующая команда",
        "files of release {version}, which is no longer kept, could not be removed: {error}; the next command will remove them" }
    release_altered(version) {
        "файлы выпуска {version} изменены после публикации",
        "the files of release {version} were altered after its publication" }
    altered_files_not_known() {
        "какие именно, неизвестно: сумм отдельных файлов нет",
        "which of them is not known: no sums of the single files were kept" }
    file_changed(path) { "{path}: изменён после публикации", "{path}: altered after the publication" }
    file_missing(path) { "{path}: удалён после публикации", "{path}: removed after the publication" }
    file_added(path) { "{path}: добавлен после публикации", "{path}: added after the publication" }
    altered_go_on() {
        "вернуть такой выпуск нельзя: восстановите его файлы из копии или опубликуйте набор новой версией",
        "such a release is not put back: restore its files from a copy, or publish the dataset as a new version" }
    release_unreadable(version) { "выпуск {version} не читается", "release {version} cannot be read" }
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
    sums_without(path) { "{path}: суммы в SHA256SUMS нет", "{path}: has no sum in SHA256SUMS" }
}
