//! Sentences of the store and of releases.

catalogue! { UNLIMITED:
    waiting_for_the_store:
        "хранилище занято другим процессом, ожидание"
        "another process is changing the store, waiting"
    store_is_held:
        "хранилище занято другим процессом: повторите позже"
        "another process is changing the store: try again later"
    store_failed(error):
        "хранилище: {error}; действует прежний выпуск"
        "store: {error}; the previous release is live"
    store_failed_at_first(error):
        "хранилище: {error}; действующего выпуска ещё нет"
        "store: {error}; no release is live yet"
    published(version, previous):
        "опубликовано: {version} вместо {previous}"
        "published: {version} in place of {previous}"
    published_first(version):
        "опубликовано: {version}, первый выпуск"
        "published: {version}, the first release"
    published_already(version):
        "{version} с тем же содержанием уже действует: ничего не сделано"
        "{version} with the same content is already live: nothing was done"
    version_was_used(version):
        "номер {version} в этом хранилище уже использован: пакет и набор с SHA256SUMS здесь не меняются, задайте другой номер там, где их создают"
        "number {version} was already used in this store: a bundle, or a dataset with SHA256SUMS, is not changed here; give it another number where it is made"
    version_is_no_name(version):
        "версия {version} не годится в имя каталога: укажите другую в dataset.json"
        "version {version} cannot be used as the name of a directory: give another in dataset.json"
    not_compared(version):
        "не удалось прочитать действующий выпуск {version}: сравнить не с чем"
        "the live release {version} cannot be read: nothing to compare with"
    pruned(versions): "удалены старые выпуски: {versions}" "old releases removed: {versions}"
    nothing_published: "в хранилище нет ни одного выпуска" "nothing has been published in this store"
    none_is_live(kept):
        "действующего выпуска нет; хранится выпусков: {kept}"
        "no release is live; releases kept: {kept}"
    last_is_gone(version):
        "последний действовавший выпуск {version} утрачен, других нет: опубликуйте набор (`publish --allow unread`) или восстановите `releases` из резервной копии"
        "the last live release {version} is lost, and there is no other: publish the dataset (`publish --allow unread`), or restore `releases` from a backup"
    nothing_on_record(kept):
        "в журнале нет ни одной читаемой записи (файл утрачен?), и что публиковалось, неизвестно; хранится выпусков: {kept}; восстановите журнал из резервной копии"
        "the journal has no readable entry (is the file missing?), so what was published is unknown; releases kept: {kept}; restore the journal from a backup"
    no_such_release(version):
        "выпуска {version} в хранилище нет или он больше не хранится: какие есть, показывает `log`"
        "the store has no release {version}, or no longer keeps it: see `log` for those that it has"
    release_unknown(version):
        "{version}: в журнале нет сведений о файлах этого выпуска"
        "{version}: the journal has no record of this release's files"
    in_service_without_journal(version):
        "действует {version}, а в журнале о нём ничего нет: восстановите журнал из резервной копии"
        "{version} is live, but the journal has no record of it: restore the journal from a backup"
    stranger(version):
        "releases/{version}: в журнале такого выпуска нет (скопирован вручную?): уберите каталог или восстановите журнал из резервной копии"
        "releases/{version}: the journal has no such release (copied by hand?): remove the directory, or restore the journal from a backup"
    no_store(path):
        "{path}: здесь нет хранилища: смонтирована ли файловая система? настроенное создаёт `publish`, другое — `publish --new-store`"
        "{path}: no store here: is the file system mounted? `publish` creates the configured one, `publish --new-store` another"
    no_place_for_store(path):
        "{path}: каталога, в котором должно быть хранилище, нет: смонтирована ли файловая система?"
        "{path}: the directory that the store should be in is missing: is the file system mounted?"
    store_is_gone(path, version):
        "{path}: хранилища нет, а из этого каталога уже опубликован {version}: смонтирована ли файловая система? Если хранилище потеряно, восстановите его или создайте заново: `--store {path} --new-store`"
        "{path}: there is no store, but {version} was published from this directory: is the file system mounted? If the store is lost, restore it, or make it anew with `--store {path} --new-store`"
    no_empty_directory(path):
        "{path}: здесь другие файлы; хранилище создаётся в пустом или новом каталоге"
        "{path}: other files are here; a store is created in an empty or new directory"
    nothing_to_roll_back_to: "в хранилище нет прежнего выпуска" "the store has no previous release"
    previous_is_gone(version, versions):
        "прежний выпуск {version} больше не хранится; вернуть можно `rollback --to` с одним из: {versions}"
        "the previous release {version} is no longer kept; `rollback --to` restores one of: {versions}"
    in_service_already(version):
        "{version} уже действует: ничего не сделано"
        "{version} is already live: nothing was done"
    rolled_back(version, previous):
        "возвращено: {version} вместо {previous}"
        "rolled back: {version} in place of {previous}"
    put_back(version):
        "возвращено: {version}; ссылки на действующий выпуск не было"
        "restored: {version}; the link to the live release was missing"
    staged_by(version, user, at, hash):
        "подготовлен: {version}, {user} {at}, содержание {hash}; дальше — `approve {version}` или `withdraw {version}`"
        "staged: {version}, by {user} at {at}, content {hash}; next: `approve {version}` or `withdraw {version}`"
    embargoed(key, date, until, version):
        "закрыто: {key} {date} до {until} (выпуск {version})"
        "embargoed: {key} {date} until {until} (release {version})"
    more_embargoed(count of rows):
        "закрыто: и ещё {count} {rows} (все — с --json)"
        "embargoed: {count} more {rows} (all with --json)"
    more_findings(count of problems):
        "… и ещё {count} {problems} (все — с --json)"
        "… and {count} more {problems} (all with --json)"
    status_live(version, since, user):
        "действует: {version} с {since}, {user}"
        "live: {version} since {since}, by {user}"
    status_live_alone(version): "действует: {version}" "live: {version}"
    status_served(version, since): "сервер отдаёт: {version} с {since}" "served: {version} since {since}"
    status_releases(kept, intact):
        "выпуски: хранится {kept}, сверено с журналом и цело {intact} (все сверяет `--verify`)"
        "releases: {kept} kept, {intact} compared with the journal and intact (`--verify` compares all)"
    status_all_releases(kept, intact):
        "выпуски: хранится {kept}, совпадает с журналом {intact}"
        "releases: {kept} kept, {intact} intact according to the journal"
    status_room(megabytes): "место: свободно {megabytes} МиБ" "space: {megabytes} MiB free"
    little_room:
        "в хранилище мало места: освободите его или храните меньше выпусков (`indicatord settings keep=5`)"
        "the store is short of space: make room, or keep fewer releases (`indicatord settings keep=5`)"
    clock_is_wrong: "часы этой машины не синхронизированы" "this machine's clock is not synchronised"
    altered_cure(version):
        "{version} изменён: верните прежний выпуск (`indicatord rollback`) или опубликуйте набор (`indicatord publish --allow unread`)"
        "{version} was altered: go back (`indicatord rollback`), or publish the dataset (`indicatord publish --allow unread`)"
    clock_is_behind(as_of):
        "часы этой машины отстают: данные составлены {as_of}; проверьте `timedatectl`"
        "this machine's clock is behind: the data are as of {as_of}; look at `timedatectl`"
    check_is_old(source, last, count):
        "проверка источника `{source}` устарела, последняя успешная: {last}; показателей: {count}"
        "the check of source `{source}` is out of date, last successful: {last}; indicators: {count}"
    never: "не было" "never"
    unfinished:
        "команду прервали, или она ещё работает: следующая завершит начатое"
        "a command was interrupted or is still running: the next one will complete its work"
    served_not_told(why): "что отдаёт сервер, неизвестно: {why}" "cannot tell what is served: {why}"
    readers_are_not_answered(address, why):
        "читателям по адресу {address} сервер не отвечает: {why}"
        "the server does not answer readers at {address}: {why}"
    served_elsewhere(control, other):
        "сервер по адресу {control} отдаёт другое: {other}"
        "the server at {control} serves something else: {other}"
    served_is_not_live(served, live):
        "сервер отдаёт {served}, а действует {live}: перечитайте данные (`systemctl reload indicatord`)"
        "the server serves {served}, but {live} is live: reload it (`systemctl reload indicatord`)"
    served_and_none_is_live(served):
        "сервер отдаёт {served}, а действующего выпуска в хранилище нет: подключена ли файловая система? если да, выполните `rollback`"
        "the server serves {served}, but no release of the store is live: is the file system mounted? if it is, run `rollback`"
    last_reload_was_refused:
        "последнее перечитывание сервер отклонил: почему — в `lastReload` из /status.json и в журнале службы"
        "the server refused the last reload: see `lastReload` of /status.json, or its log, for the reasons"
    served_instead(served, live):
        "сервер отдаёт {served}, потому что действующий выпуск {live} отдавать нельзя: выполните `rollback` или `publish --allow unread`"
        "the server serves {served}, as the live release {live} cannot be served: run `rollback` or `publish --allow unread`"
    earlier_entries(count of entries):
        "… раньше — ещё {count} {entries}: `indicatord log | less`"
        "… {count} earlier {entries}: `indicatord log | less`"
    indicators_new(count): "новых показателей: {count}" "new indicators: {count}"
    indicators_changed(count): "изменённых показателей: {count}" "changed indicators: {count}"
    indicators_removed(count): "удалённых показателей: {count}" "removed indicators: {count}"
    observations_changed(count): "наблюдений: {count}" "observations: {count}"
    release_was_staged(user, at): "подготовил {user} {at}" "staged by {user} at {at}"
    release_came_in_bundle(key, sequence, comment):
        "из пакета, подписанного ключом {key}, номер {sequence}: {comment}"
        "from a bundle signed with key {key}, sequence {sequence}: {comment}"
    rolled_back_unnoted(version):
        "на диске нет места для записи в журнале: запись о выпуске {version} добавит следующая команда"
        "no space for the journal entry: the next command will add that of release {version}"

    // Sentences of the store itself.
    path_failed(path, error): "{path}: {error}" "{path}: {error}"
    not_a_directory_of_the_store(path):
        "{path}: должен быть обычный каталог, не ссылка: уберите и верните каталог"
        "{path}: must be a real directory, not a link: remove it and restore the directory"
    not_a_file_of_the_store(path):
        "{path}: не обычный файл (ссылка, канал?): уберите отсюда"
        "{path}: not a regular file (a link, a pipe?): remove it"
    current_is_no_link(path):
        "{path}: не ссылка на выпуск (копировали без `cp -a`?): уберите и верните выпуск командой `rollback --to`"
        "{path}: not a link to a release (copied without `cp -a`?): remove it and restore a release with `rollback --to`"
    store_of_somebody_else(path, owner):
        "{path} принадлежит `{owner}`: выполните команду от его имени, `sudo -u {owner} indicatord …`"
        "{path} belongs to `{owner}`: run the command as that user, `sudo -u {owner} indicatord …`"
    group_not_given(path):
        "{path}: не удалось передать группе хранилища: вступите в эту группу или выполните `chmod g+s` для каталога хранилища"
        "{path}: cannot be given to the store's group: join that group, or run `chmod g+s` on the store"
    settings_are_broken(place, fault):
        "{place}: {fault}"
        "{place}: {fault}"
    no_such_group(name): "нет группы `{name}` в /etc/group" "no group `{name}` in /etc/group"
    readers_without_new_store:
        "--readers указывается вместе с --new-store; для готового хранилища вызовите `indicatord settings readers=ГРУППА`"
        "--readers goes with --new-store; for an existing store call `indicatord settings readers=GROUP`"
    setting_without_value(name, names):
        "`{name}` — не настройка: пишите ИМЯ=ЗНАЧЕНИЕ, имена: {names}"
        "`{name}` is no setting: write NAME=VALUE, with one of {names}"
    settings_as_before: "настройки те же, ничего не изменено" "the settings are the same, nothing was changed"
    settings_need_owner(owner):
        "ничего не изменено: смягчить `approval` или `signed` и изменить `readers` может только {owner}: выполните команду через `sudo`"
        "nothing was changed: only {owner} may loosen `approval` or `signed`, or change `readers`: run the command with `sudo`"
    service_reads_not(path, service):
        "служба не может прочитать {path}: установите её группу (`sudo indicatord settings readers={service}`) и опубликуйте ещё раз"
        "the service cannot read {path}: set its group (`sudo indicatord settings readers={service}`) and publish once more"
    settings_name_no_readers(file, name):
        "{file} уже есть и называет других читателей: вызовите `indicatord settings readers={name}`"
        "{file} exists and names other readers: call `indicatord settings readers={name}`"
    service_writes_store(store, editors, service):
        "сервис может изменять хранилище: его группа — и группа редакторов; разделите их командами `find {store} -type f ! -perm -o=r -exec chmod g-w {{}} +`, `find {store} \\( -type d -o -type f -perm -o=r \\) -exec chgrp {editors} {{}} +`, `find {store} -type d -exec chmod 2775 {{}} +` и вызовите `indicatord settings readers={service}`"
        "the service can change the store, since its group is that of the editors, too: separate them with `find {store} -type f ! -perm -o=r -exec chmod g-w {{}} +`, `find {store} \\( -type d -o -type f -perm -o=r \\) -exec chgrp {editors} {{}} +`, `find {store} -type d -exec chmod 2775 {{}} +`, and call `indicatord settings readers={service}`"
    journal_cut:
        "последняя строка журнала оборвана (сбой, нехватка места?) и пропущена; следующая публикация или возврат её уберёт"
        "the last line of the journal is cut off (a crash, a full disk?) and was skipped; the next publication or rollback will remove it"
    journal_damaged(lines):
        "не читаются строки журнала: {lines}; остальные верны, эти восстановите из резервной копии"
        "lines of the journal cannot be read: {lines}; the rest are valid, restore these from a backup"
    recovered(version):
        "выпуск {version} действовал без записи в журнале (программу прервали?): запись добавлена"
        "release {version} was live without a journal entry (was the program killed?): the entry was added"
    in_service_not_certain(version, error):
        "выпуск {version} действует, но сохранится ли это при потере питания, неизвестно: {error}"
        "release {version} is live, but may not survive a loss of power: {error}"
    in_service_not_noted(version, error):
        "выпуск {version} действует, но записать это в журнал не удалось: {error}; запись добавит следующая команда"
        "release {version} is live, but the journal entry could not be written: {error}; the next command will add it"
    line_not_certain(error):
        "запись в журнале сделана, но сохранится ли она при потере питания, неизвестно: {error}"
        "the journal entry was written, but may not survive a loss of power: {error}"
    not_tidied(error):
        "не удалось удалить лишнее: {error}; это сделает следующая команда"
        "leftover files could not be removed: {error}; the next command will remove them"
    journal_unread(error):
        "не удалось прочитать журнал хранилища, поэтому с ним ничего не сверено: {error}"
        "the store's journal cannot be read, so nothing was compared with it: {error}"
    not_removed(version, error):
        "не удалось удалить файлы выпуска {version}, который больше не хранится: {error}; их удалит следующая команда"
        "files of release {version}, which is no longer kept, could not be removed: {error}; the next command will remove them"
    release_altered(version):
        "файлы выпуска {version} изменены после публикации"
        "the files of release {version} were altered after publication"
    altered_files_not_known:
        "какие именно, неизвестно: сумм отдельных файлов нет"
        "which ones is unknown: there are no per-file checksums"
    file_changed(path): "{path}: файл изменён" "{path}: the file was changed"
    file_missing(path): "{path}: файл удалён" "{path}: the file was removed"
    file_added(path): "{path}: файл добавлен" "{path}: the file was added"
    altered_go_on:
        "вернуть такой выпуск нельзя: восстановите его файлы из резервной копии или опубликуйте набор новой версией"
        "such a release cannot be restored: restore its files from a backup, or publish the dataset as a new version"
    release_has_no_files:
        "в каталоге выпуска нет файлов: восстановите их из резервной копии"
        "the release has no files: restore them from a backup"
    release_unreadable(version): "не удалось прочитать выпуск {version}" "release {version} cannot be read"
    link_disagrees(link, journal):
        "действует {link}, а последняя запись журнала — о {journal}: следующая публикация или возврат это отметит"
        "{link} is live, but the last journal entry is about {journal}: the next publication or rollback will record that"

    // SHA256SUMS beside a dataset.
    sums_line(line):
        "SHA256SUMS:{line}: не строка sha256sum: запишите сюда вывод `sha256sum ФАЙЛ...`"
        "SHA256SUMS:{line}: not a line of sha256sum: write the output of `sha256sum FILE...` here"
    sums_missing(line, path):
        "SHA256SUMS:{line}: файла `{path}` нет"
        "SHA256SUMS:{line}: `{path}` is missing"
    sums_differ(path):
        "{path}: контрольная сумма не та, что в SHA256SUMS: скопируйте заново"
        "{path}: its checksum differs from SHA256SUMS: copy the file again"
    sums_without(path):
        "{path}: в SHA256SUMS нет контрольной суммы"
        "{path}: has no checksum in SHA256SUMS"
}
