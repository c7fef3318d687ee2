//! Sentences of `init`, `preview`, `serve` and the smaller commands, of the command line and of the system.

use super::*;

use std::io;

use rustix::io::Errno;

use crate::model::Status;

catalogue! { UNLIMITED:
    // The words of the system or of a library.
    verbatim(text): "{text}" "{text}"
    no_command: "не указана команда; список команд: --help" "no command given; see --help"
    no_such_command(name): "нет команды `{name}`; список команд: --help" "no command `{name}`; see --help"
    perhaps_command(name, nearest):
        "нет команды `{name}`: может быть, `{nearest}`?"
        "no command `{name}`: did you mean `{nearest}`?"
    two_datasets:
        "укажите два набора данных, прежний и новый, или ни одного"
        "give two datasets, the old and the new one, or none"
    dataset_or_store: "укажите --dataset или --store, а не оба" "give --dataset or --store, not both"
    at_or_error: "укажите --at или --error, а не оба" "give --at or --error, not both"
    check_to_come:
        "--at в будущем: этой проверки ещё не было"
        "--at is in the future: that check has not been made yet"
    cannot_read_file(path, error): "не удалось прочитать {path}: {error}" "cannot read {path}: {error}"
    cannot_write_file(path, error): "не удалось записать {path}: {error}" "cannot write {path}: {error}"
    not_a_file(path): "{path} — не обычный файл" "{path} is not a regular file"
    cannot_write_page(error): "не удалось составить страницу: {error}" "cannot build a page: {error}"
    cannot_start_thread(error): "не удалось создать поток: {error}" "cannot start a thread: {error}"
    cannot_receive_signals(error):
        "не удалось подготовить приём сигналов: {error}"
        "cannot set up signal handling: {error}"
    cannot_signal(error): "не удалось передать сигнал серверу: {error}" "cannot signal the server: {error}"
    no_main_process(path):
        "по адресу {path} никто не отвечает, а MAINPID не задан: под systemd вызовите `systemctl reload indicatord`, иначе укажите сокет сервера в `--control`"
        "no server answers at {path}, and MAINPID is not set: under systemd run `systemctl reload indicatord`, otherwise give the server's socket with `--control`"
    not_empty(path): "{path} не пуст: укажите новый каталог" "{path} is not empty: give a new directory"
    answers_with(url, status): "{url} отвечает {status}" "{url} answers {status}"
    does_not_answer(url, error): "{url} не отвечает: {error}" "{url} does not answer: {error}"

    cannot_listen(address, why):
        "не удаётся принимать подключения на {address}: {why}"
        "cannot listen on {address}: {why}"
    inherited_unusable(number, why):
        "LISTEN_FDS: дескриптор {number}: {why}"
        "LISTEN_FDS: descriptor {number}: {why}"
    address_in_use:
        "адрес уже используется другой программой"
        "the address is already used by another program"
    no_such_address: "у этой машины нет такого адреса" "this machine has no such address"

    // The command line.
    bad_listen:
        "не адрес: укажите числовой адрес с портом, например 127.0.0.1:8080 или [::1]:8080 (имена узлов не поддерживаются)"
        "not an address: give a numeric address with a port, such as 127.0.0.1:8080 or [::1]:8080 (host names are not resolved)"
    unix_socket_for_http:
        "по сокетам Unix HTTP больше не отдаётся: укажите 127.0.0.1:8080 и направьте прокси-сервер туда"
        "HTTP is no longer served over Unix sockets: give 127.0.0.1:8080, and let the proxy connect there"
    bad_probe:
        "к такому адресу обратиться нельзя: укажите http://127.0.0.1:8080/healthz с числовым адресом (имена узлов не поддерживаются)"
        "not a URL that can be probed: give http://127.0.0.1:8080/healthz with a numeric address (host names are not resolved)"
    argument_unknown(argument):
        "неизвестный аргумент `{argument}`; список аргументов: --help"
        "unknown argument `{argument}`; see --help"
    argument_without_value(option): "для `{option}` не указано значение" "`{option}` needs a value"
    argument_twice(option): "`{option}` указан дважды" "`{option}` is given twice"
    help_stands_alone: "--help не принимает аргументов" "--help takes no arguments"
    arguments_missing(names): "не указано: {names}" "missing argument: {names}"
    arguments_not_utf8(arguments):
        "не в UTF-8: {arguments}; аргументы, в том числе пути, должны быть в UTF-8"
        "not UTF-8: {arguments}; arguments, including paths, must be UTF-8"
    argument_bad(argument, value, why): "{argument} `{value}`: {why}" "{argument} `{value}`: {why}"
    bad_lang: "язык не поддерживается: допустимы ru и en" "unsupported language: use ru or en"
    bad_instant:
        "не время по RFC 3339: пишите, например, 2026-11-20T09:00:00+04:00"
        "not an RFC 3339 timestamp: write it like 2026-11-20T09:00:00+04:00"
    bad_public_url:
        "не общедоступный адрес: пишите, например, https://example.org или https://example.org/macro"
        "not a public address: write it like https://example.org or https://example.org/macro"
    public_url_begins_like_ours(url):
        "{url}: с этого начинаются пути самого сервиса; назовите путь иначе, например /macro"
        "{url}: paths of the service itself begin like that; choose another path, such as /macro"
    bad_seconds: "ожидается целое число секунд больше 0" "not a whole number of seconds above 0"
    bad_number(least): "ожидается целое число не меньше {least}" "not a whole number of {least} or more"
    bad_log_level:
        "неизвестный уровень: допустимы off, error, warn, info и debug"
        "unknown level: use off, error, warn, info or debug"

    // The configuration.
    not_an_assignment:
        "не присваивание: пишите ИМЯ=ЗНАЧЕНИЕ, а комментарий начинайте с #"
        "not an assignment: write NAME=VALUE, and begin comments with #"
    value_with_marks(line):
        "значение — остаток строки, кавычки допустимы только вокруг него, обратная косая черта недопустима: пишите `{line}`"
        "a value is the rest of its line, with no backslash, and quotation marks only around it: write `{line}`"
    configuration_too_large(path, limit):
        "{path}: размер больше {limit} КиБ, это не файл настроек"
        "{path} is larger than {limit} KiB: not a configuration file"
    unknown_setting(name, known):
        "неизвестное имя `{name}`: допустимы {known}"
        "unknown name `{name}`: use one of {known}"
    no_dataset_named(file):
        "каталог набора данных не указан: назовите его в команде или задайте INDICATORD_DATASET в {file}"
        "no dataset directory given: name it in the command, or set INDICATORD_DATASET in {file}"
    no_store_named(file):
        "хранилище не указано: назовите его в --store или задайте INDICATORD_STORE в {file}"
        "no store given: name it with --store, or set INDICATORD_STORE in {file}"

    current_is_missing(store, version):
        "в хранилище {store} нет ссылки `current`, хотя выпуск {version} был опубликован: восстановите её командой `indicatord rollback --to {version} --store {store}`"
        "the store {store} has no `current` link, although release {version} was published: restore it with `indicatord rollback --to {version} --store {store}`"
    nothing_in_service_any_more(store):
        "в хранилище {store} больше нет действующего выпуска: смонтирована ли файловая система?"
        "the store {store} no longer has a live release: is the file system mounted?"
    reload_refused(version):
        "сервер не принял новые данные и по-прежнему отдаёт {version}:"
        "the server refused the reload and still serves {version}:"
    reload_result_unknown:
        "серверу передан сигнал; результат смотрите в его журнале"
        "the server was signalled; see its log for the result"
    reload_unanswered(error):
        "сервер не сообщил результат ({error}): смотрите его журнал"
        "the server did not report the result ({error}): see its log"
    reload_answer_is_late(seconds):
        "сервер не ответил за {seconds} с: смотрите его журнал"
        "the server did not answer within {seconds} s: see its log"
    nobody_listens(path):
        "на {path} сервер не отвечает: почему остановилась или не запускается служба, говорит `journalctl -u indicatord`; серверу, запущенному вручную, нужен `--control {path}`"
        "no server answers at {path}: `journalctl -u indicatord` says why the service stopped or does not start; a server started by hand needs `--control {path}`"
    cannot_ask(path, error):
        "не удалось обратиться к серверу по адресу {path}: {error}"
        "cannot reach the server at {path}: {error}"
    loading_failed_inside(why):
        "внутренняя ошибка при загрузке: {why}"
        "internal error while loading: {why}"
    part_has_ended(part):
        "часть программы `{part}` неожиданно завершилась: перезапустите программу"
        "the `{part}` part of the program ended unexpectedly: restart the program"
    problem_at(place, problem): "{place}: {problem}" "{place}: {problem}"

    followed_by(message, remedy): "{message}; {remedy}" "{message}; {remedy}"

    // Advice for a user whom the system refuses.
    join_the_group(user, group, owner):
        "вы — {user}, а доступ есть у группы `{group}`: попросите администратора включить вас в неё (`usermod -aG {group} {user}`) и войдите заново, или выполните команду через `sudo -u {owner}`"
        "you are {user}, and the group `{group}` has access: ask an administrator to add you (`usermod -aG {group} {user}`) and log in again, or run the command with `sudo -u {owner}`"
    log_in_again(user, group):
        "вы ({user}) включены в группу `{group}` уже после входа: войдите заново"
        "you ({user}) joined the group `{group}` after you had logged in: log in again"
    open_to_the_group(group, path):
        "группе `{group}`, в которую вы входите, запись не разрешена: попросите администратора выполнить `chmod g+w {path}`"
        "the group `{group}`, of which you are a member, may not write: ask an administrator to run `chmod g+w {path}`"
    act_as_owner(user, owner):
        "вы — {user}, а доступ есть только у {owner}: выполните команду через `sudo -u {owner}`"
        "you are {user}, and only {owner} has access: run the command with `sudo -u {owner}`"
    low_port_not_permitted:
        "нет прав доступа: порты ниже 1024 открывает systemd (`systemctl enable --now indicatord.socket`)"
        "permission denied: ports below 1024 are opened by systemd (`systemctl enable --now indicatord.socket`)"
    no_permission: "нет прав доступа" "permission denied"
    no_such_path: "нет такого файла или каталога" "no such file or directory"
    path_through_a_file: "часть пути — не каталог" "part of the path is not a directory"
    links_in_a_circle: "символические ссылки образуют цикл" "symbolic links form a loop"
    too_many_descriptors: "открыто слишком много файлов" "too many open files"
    input_output_error:
        "ошибка ввода-вывода: проверьте диск или сетевой каталог"
        "input/output error: check the disk or the network directory"
    connection_refused: "в соединении отказано" "connection refused"
    stale_handle:
        "сетевой каталог изменился на сервере: смонтируйте его заново"
        "stale file handle: mount the network directory again"
    already_there:
        "такой файл уже есть: укажите другой или удалите этот"
        "the file already exists: give another name, or remove it"
    disk_full: "на диске нет места" "no space left on the disk"
    read_only: "файловая система только для чтения" "the file system is read-only"

    // `init`
    begun(path):
        "{path}: создан набор данных; все значения в нём выдуманы (источник `invented`)"
        "{path}: created a dataset; all of its figures are invented (source `invented`)"
    begun_as_verified:
        "объявлен статус `verified`: он относится к вашим данным, которыми вы замените выдуманные до первой публикации"
        "the declared status is `verified`: that of your own figures, which replace the invented ones before the first publication"
    begun_next(path):
        "дальше: опишите свой показатель в {path}/dataset.json и {path}/indicators, проверьте набор командой `indicatord check {path}` и опубликуйте: `indicatord publish {path}`; образец со всеми полями создаёт `indicatord init --full`"
        "next: describe your own indicator in {path}/dataset.json and {path}/indicators, check with `indicatord check {path}`, and publish with `indicatord publish {path}`; `indicatord init --full` writes a sample with every field"
    begun_as_seed:
        "объявлен статус `seed`: изменения вычисляются, когда `sourceStatus` — `verified`"
        "the declared status is `seed`: changes are calculated once `sourceStatus` is `verified`"
    begun_full_next(path):
        "дальше: укажите в {path}/dataset.json свои `title`, `utcOffset`, `units`, `sources` и `sdmx`, замените показатели и проверьте набор командой `indicatord check {path}`; поля описаны в indicatord-dataset(5), работа с ними — в indicatord-editing(7)"
        "next: set your own `title`, `utcOffset`, `units`, `sources` and `sdmx` in {path}/dataset.json, replace the indicators, and check with `indicatord check {path}`; indicatord-dataset(5) describes the fields, indicatord-editing(7) the work with them"
    begin_at_link(path):
        "{path} — символическая ссылка, набор данных не создан: укажите сам каталог"
        "{path} is a symbolic link, so no dataset was created: name the directory itself"
    begin_at_file(path):
        "{path} — не каталог, набор данных не создан: укажите новый каталог"
        "{path} is not a directory, so no dataset was created: give a new directory"
    not_begun(root, path, why):
        "{root}: набор данных не создан, ничего не осталось; {path}: {why}"
        "{root}: no dataset was created, and nothing was left behind; {path}: {why}"
    not_begun_wholly(root, path, why):
        "{root}: набор данных не создан, удалите то, что осталось; {path}: {why}"
        "{root}: no dataset was created; remove what is left of it; {path}: {why}"
    begun_unsettled(root, why):
        "{root}: набор данных создан, но запись на диск не подтверждена: {why}"
        "{root}: the dataset was created, but the disk has not confirmed the write: {why}"

    // `preview`, at a terminal and in its pages
    preview_on_this_machine_only:
        "предварительный просмотр доступен только на этой машине: укажите адрес 127.0.0.1 или [::1]"
        "a preview is available on this machine only: give an address of 127.0.0.1 or [::1]"
    preview_closed:
        "этот предварительный просмотр открыт только тому, кто его запустил: адрес, который вывела команда, открывает его один раз и в одном браузере; для другого запустите команду снова"
        "this preview is open only to the person who started it: the address that the command printed opens it once, in one browser; for another one, run the command again"
    preview_title: "Предварительный просмотр, не опубликовано" "Preview, not published"
    preview_problems:
        "В файлах есть ошибки; ниже — последняя версия без ошибок."
        "The files have errors; below is the last version without errors."
    preview_only_problems:
        "В файлах есть ошибки; версии без ошибок ещё не было."
        "The files have errors; there has been no version without errors yet."
    preview_differs(version):
        "Отличия от действующего выпуска {version}"
        "Differences from the live release {version}"
    preview_taken(version): "прочитано: {version}" "loaded: {version}"

    // The log of `serve`. The words before the first colon of a line, `start`, `reload` and `stop`, are the same in every
    // language.
    serving(version, count of indicators, more of observations, statuses):
        "{version}: {count} {indicators}, {more} {observations}; {statuses}"
        "{version}: {count} {indicators}, {more} {observations}; {statuses}"
    are_verified(count): "проверено {count}" "{count} verified"
    are_stale(count): "устарело {count}" "{count} stale"
    are_seed(count): "начальные данные {count}" "{count} seed"
    are_unknown(count): "статус неизвестен у {count}" "{count} unknown"
    still_serving(version, why):
        "отклонено, по-прежнему отдаётся {version}: {why}"
        "refused, still serving {version}: {why}"
    does_not_fit_into_memory(megabytes, limit):
        "с этим набором данных памяти понадобится около {megabytes} МБ, а `memory.max` службы — {limit} МБ: увеличьте `MemoryMax=`"
        "with this dataset some {megabytes} MB of memory would be needed, and `memory.max` of the service is {limit} MB: raise `MemoryMax=`"
    and_more(message, count): "{message}; и ещё {count}" "{message}; and {count} more"
    more_in_check(count of problems):
        "и ещё {count} {problems}, все показывает `indicatord check`"
        "and {count} more {problems}, `indicatord check` lists them all"
    embargo_ended(served, end):
        "действует: {served}; открыты строки, закрытые до {end}"
        "live: {served}; rows embargoed until {end} are public"
    statuses_changed(served): "статусы сменились: {served}" "statuses changed: {served}"
    next_state_failed:
        "следующее состояние не удалось построить, попытка будет повторена"
        "the next state cannot be built, another attempt will be made"
    live_not_served(why):
        "действующий выпуск отдавать нельзя: {why}"
        "the live release cannot be served: {why}"
    previous_served(version):
        "вместо него отдаётся {version}, который действовал раньше"
        "{version}, which was live before, is served instead"
    previous_served_because(why, version):
        "действующий выпуск отдавать нельзя ({why}): вместо него отдаётся {version}, который действовал раньше"
        "the live release cannot be served ({why}): {version}, which was live before, is served instead"
    nothing_published_yet:
        "в хранилище ещё ничего не опубликовано, читатели получают ответ 503"
        "nothing has been published in the store, readers are answered 503"
    nothing_served_yet: "ничего ещё не отдавалось" "nothing was served yet"

    // For `systemctl status`.
    in_place_of_live(served):
        "{served}; вместо действующего выпуска, см. журнал"
        "{served}; in place of the live release, see the journal"
    not_reloaded_yet(served): "{served}; ещё не перечитывалось" "{served}; not reloaded yet"
    reloaded_at(served, instant): "{served}; перечитано {instant}" "{served}; reloaded {instant}"
    reload_refused_at(served, instant, count of errors):
        "{served}; {instant} не принято: {count} {errors}, см. журнал"
        "{served}; reload refused {instant}: {count} {errors}, see the journal"
}

/// Counts the indicators of a status.
pub fn count_of_status(count: usize, status: Status) -> Message {
    match status {
        Status::Verified => are_verified(count),
        Status::Stale => are_stale(count),
        Status::Seed => are_seed(count),
        Status::Unknown => are_unknown(count),
    }
}

/// Says why the program cannot listen at an address; below port 1024 systemd has to do it.
pub fn listening_reason(address: std::net::SocketAddr, error: &io::Error) -> Message {
    let is_denied = error.kind() == io::ErrorKind::PermissionDenied;
    if is_denied && address.port() < 1024 {
        low_port_not_permitted()
    } else {
        reason(error)
    }
}

/// Says why the system has refused something; in its own words where it does so seldom.
pub fn reason(error: &io::Error) -> Message {
    match Errno::from_io_error(error) {
        Some(Errno::ACCESS | Errno::PERM) => no_permission(),
        Some(Errno::NOENT) => no_such_path(),
        Some(Errno::NOTDIR) => path_through_a_file(),
        Some(Errno::LOOP) => links_in_a_circle(),
        Some(Errno::MFILE | Errno::NFILE) => too_many_descriptors(),
        Some(Errno::IO) => input_output_error(),
        Some(Errno::ADDRINUSE) => super::address_in_use(),
        Some(Errno::ADDRNOTAVAIL) => super::no_such_address(),
        Some(Errno::CONNREFUSED) => connection_refused(),
        Some(Errno::STALE) => stale_handle(),
        Some(Errno::EXIST) => already_there(),
        Some(Errno::NOSPC | Errno::DQUOT) => disk_full(),
        Some(Errno::ROFS) => read_only(),
        _ => verbatim(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;

    #[test]
    fn what_the_system_refuses_is_said_in_both_languages() {
        let said = |errno: Errno, lang| reason(&errno.into()).get(lang);
        assert_eq!(said(Errno::ACCESS, Lang::En), "permission denied");
        assert_eq!(said(Errno::MFILE, Lang::Ru), "открыто слишком много файлов");
        assert_eq!(
            said(Errno::XDEV, Lang::Ru),
            "Invalid cross-device link (os error 18)"
        );
    }
}
