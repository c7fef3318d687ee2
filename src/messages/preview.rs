//! What `preview` says, at a terminal and in its pages.

catalogue! { plain:
    preview_on_this_machine_only() {
        "предварительный просмотр доступен только на этой машине: укажите адрес 127.0.0.1 или [::1]",
        "a preview is available on this machine only: give an address of 127.0.0.1 or [::1]" }
    preview_closed() {
        "этот предварительный просмотр открыт только тому, кто его запустил: адрес, который вывела команда, открывает его один раз и в одном браузере; для другого запустите команду снова",
        "this preview is open only to the person who started it: the address that the command printed opens it once, in one browser; for another one, run the command again" }
    preview_title() { "Предварительный просмотр, не опубликовано", "Preview, not published" }
    preview_problems() {
        "В файлах есть ошибки; ниже — последняя версия без ошибок.",
        "The files have errors; below is the last version without errors." }
    preview_only_problems() {
        "В файлах есть ошибки; версии без ошибок ещё не было.",
        "The files have errors; there has been no version without errors yet." }
    preview_differs(version) {
        "Отличия от действующего выпуска {version}",
        "Differences from the live release {version}" }
    preview_taken(version) { "прочитано: {version}", "loaded: {version}" }
}
