//! Sentences of the other commands, the command line and the system.

use rustix::io::Errno;
use std::io;

use super::Message;

catalogue! { plain:
    // The words of the system or of a library.
    verbatim(text) { "{text}", "{text}" }
    no_command() {
        "не указана команда; список команд: --help",
        "no command given; see --help" }
    no_such_command(name) {
        "нет команды `{name}`; список команд: --help",
        "no command `{name}`; see --help" }
    perhaps_command(name, nearest) {
        "нет команды `{name}`: может быть, `{nearest}`?",
        "no command `{name}`: did you mean `{nearest}`?" }
    two_datasets() {
        "назовите два набора данных, прежний и новый, или ни одного",
        "name two datasets, the old and the new one, or none" }
    dataset_or_store() { "укажите --dataset или --store, а не оба", "give --dataset or --store, not both" }
    at_or_error() { "укажите --at или --error, а не оба", "give --at or --error, not both" }
    check_to_come() {
        "--at в будущем: проверка ещё не состоялась",
        "--at lies in the future: no check was made then" }
    cannot_read_file(path, error) { "{path} не читается: {error}", "cannot read {path}: {error}" }
    cannot_write_file(path, error) { "{path} не записывается: {error}", "cannot write {path}: {error}" }
    not_a_file(path) { "{path} — не обычный файл", "{path} is not a regular file" }
    cannot_write_page(error) { "страница не составляется: {error}", "cannot write a page: {error}" }
    cannot_start_thread(error) { "поток не создаётся: {error}", "cannot start a thread: {error}" }
    cannot_receive_signals(error) { "сигналы не принимаются: {error}", "cannot receive signals: {error}" }
    cannot_signal(error) { "серверу не передаётся сигнал: {error}", "cannot signal the server: {error}" }
    no_main_process(path) {
        "по адресу {path} никто не отвечает, и MAINPID не называет процесса: под systemd вызовите `systemctl reload`, иначе назовите сокет сервера опцией `--control`",
        "nobody listens at {path}, and MAINPID names no process: under systemd call `systemctl reload`, otherwise name the server's socket with `--control`" }
    not_empty(path) { "{path} не пуст: назовите новый каталог", "{path} is not empty: name a new directory" }
    answers_with(url, status) { "{url} отвечает {status}", "{url} answers {status}" }
    does_not_answer(url, error) { "{url} не отвечает: {error}", "{url} does not answer: {error}" }

    cannot_listen(address, why) { "{address} не слушается: {why}", "cannot listen on {address}: {why}" }
    inherited_unusable(number, why) {
        "LISTEN_FDS: дескриптор {number}: {why}",
        "LISTEN_FDS: descriptor {number}: {why}" }
    address_in_use() { "адрес занят другой программой", "the address is in use by another program" }
    no_such_address() { "у этой машины нет такого адреса", "this machine has no such address" }

    // The command line.
    bad_listen() {
        "не адрес: укажите числовой адрес с портом, например 127.0.0.1:8080 или [::1]:8080 (имена узлов не поддерживаются), или unix:/путь",
        "not an address: write a numeric one with its port, as in 127.0.0.1:8080 or [::1]:8080 (host names are not resolved), or unix:/path" }
    bad_probe() {
        "к такому адресу обратиться нельзя: укажите http://127.0.0.1:8080/healthz с числовым адресом (имена узлов не поддерживаются) или unix:/путь",
        "not a URL that can be probed: write http://127.0.0.1:8080/healthz with a numeric address (host names are not resolved), or unix:/path" }
    argument_unknown(argument) {
        "неизвестный аргумент `{argument}`; список аргументов: --help",
        "unknown argument `{argument}`; see --help" }
    argument_without_value(option) {
        "для `{option}` не указано значение",
        "`{option}` needs a value" }
    argument_twice(option) { "`{option}` указан дважды", "`{option}` is given twice" }
    help_stands_alone() {
        "--help не принимает аргументов",
        "--help takes no arguments" }
    arguments_missing(names) {
        "не указано: {names}",
        "missing argument: {names}" }
    arguments_not_utf8(arguments) {
        "не в UTF-8: {arguments}; аргументы, в том числе пути, пишут в UTF-8",
        "not UTF-8: {arguments}: arguments, paths among them, are UTF-8" }
    argument_bad(argument, value, why) { "{argument} `{value}`: {why}", "{argument} `{value}`: {why}" }
    bad_lang() {
        "язык не поддерживается: допустимы ru и en",
        "unsupported language: use ru or en" }
    bad_instant() {
        "не момент времени по RFC 3339: пишите, например, 2026-11-20T09:00:00+04:00",
        "not an RFC 3339 timestamp: write 2026-11-20T09:00:00+04:00, for example" }
    bad_public_url() {
        "не адрес узла: пишите, например, https://example.org, без пути",
        "not the address of a host: write https://example.org, without a path" }
    bad_seconds() { "не целое число секунд больше 0", "not a whole number of seconds above 0" }
    bad_number(least) { "не целое число от {least}", "not a whole number of {least} or more" }
    bad_log_level() {
        "неизвестный уровень: допустимы off, error, warn, info и debug",
        "unknown level: use off, error, warn, info or debug" }

    // The configuration.
    not_an_assignment() {
        "не присваивание: пишите ИМЯ=ЗНАЧЕНИЕ, а примечание начинайте с #",
        "not an assignment: write NAME=VALUE, and begin a comment with #" }
    quotation_not_closed() { "кавычки не закрыты", "a quotation mark is not closed" }
    unknown_setting(name, known) {
        "неизвестное имя `{name}`: допустимы {known}",
        "unknown name `{name}`: use one of {known}" }
    no_dataset_named(file) {
        "каталог набора данных не указан: назовите его в команде или задайте INDICATORD_DATASET в {file}",
        "no dataset directory is named: name it in the command, or set INDICATORD_DATASET in {file}" }
    no_store_named(file) {
        "хранилище не указано: назовите его в --store или задайте INDICATORD_STORE в {file}",
        "no store is named: name it with --store, or set INDICATORD_STORE in {file}" }

    current_is_missing(store, version) {
        "в хранилище {store} нет ссылки `current`, хотя выпуск {version} был опубликован: верните её командой `indicatord rollback --to {version} --store {store}`",
        "`current` is missing in the store {store}, although {version} was put in service: put it back with `indicatord rollback --to {version} --store {store}`" }
    nothing_in_service_any_more(store) {
        "в хранилище {store} больше нет ни одного выпуска: примонтирована ли файловая система?",
        "nothing is in service in the store {store} any more: is the file system mounted?" }
    reload_refused(version) {
        "сервер отказался от перезагрузки и по-прежнему отдаёт {version}:",
        "the server has refused the reload and still serves {version}:" }
    reload_result_unknown() {
        "серверу передан сигнал, но чем кончилась перезагрузка, он не сообщает: смотрите его журнал",
        "the server was signalled, but does not say what came of the reload: look at its log" }
    reload_unanswered(error) {
        "сервер не сообщил, чем кончилась перезагрузка ({error}): смотрите его журнал",
        "the server has not said what came of the reload ({error}): look at its log" }
    reload_answer_is_late(seconds) {
        "сервер не ответил за {seconds} с: смотрите его журнал",
        "the server did not answer within {seconds} s: look at its log" }
    nobody_listens(path) {
        "по адресу {path} никто не отвечает: запущен ли сервер с `--control {path}`?",
        "nobody listens at {path}: does a server run with `--control {path}`?" }
    cannot_ask(path, error) {
        "сервер по адресу {path} спросить не удалось: {error}",
        "the server at {path} cannot be asked: {error}" }
    loading_failed_inside(why) {
        "ошибка внутри программы при загрузке: {why}",
        "loading has failed inside the program: {why}" }
    part_has_ended(part) {
        "часть программы `{part}` неожиданно завершилась: программу нужно запустить заново",
        "a part of the program, `{part}`, has ended unexpectedly: the program is to be started anew" }
    problem_at(place, problem) { "{place}: {problem}", "{place}: {problem}" }

    no_permission() { "нет прав доступа", "permission denied" }
    no_such_path() { "нет такого файла или каталога", "no such file or directory" }
    path_through_a_file() { "на пути к нему стоит не каталог", "a part of the path is not a directory" }
    links_in_a_circle() { "символические ссылки ведут по кругу", "symbolic links lead in a circle" }
    too_many_descriptors() { "открыто слишком много файлов", "too many open files" }
    input_output_error() {
        "ошибка ввода-вывода: проверьте диск или сетевой каталог",
        "input/output error: look at the disk or the network directory" }
    connection_refused() { "в соединении отказано", "connection refused" }
    stale_handle() {
        "сетевой каталог больше не тот, что был",
        "the network directory is not the one that it was" }
    already_there() {
        "такой файл уже есть: назовите другой или уберите этот",
        "it is there already: name another file, or remove this one" }
    disk_full() { "на диске нет места", "no room on the disk" }
    read_only() { "файловая система только для чтения", "the file system is read-only" }
}

/// Why the system has refused something; in its own words where it does so seldom.
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
        assert_eq!(said(Errno::XDEV, Lang::Ru), "Invalid cross-device link (os error 18)");
    }
}
