//! What `serve` and `reload` say.

use super::{catalogue, plain};

catalogue! { plain:
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
    problem_at(place, problem) {
        "{place}: {problem}",
        "{place}: {problem}" }
}
