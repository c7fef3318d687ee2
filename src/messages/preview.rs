//! What `preview` says, at a terminal and in its pages.

catalogue! { plain:
    preview_on_this_machine_only() {
        "предварительный просмотр бывает только на этой машине: укажите адрес 127.0.0.1, [::1] или unix:ПУТЬ",
        "a preview is for this machine only: give an address of 127.0.0.1, [::1] or unix:PATH" }
    preview_closed() {
        "этот предварительный просмотр открыт только тому, кто его запустил: откройте адрес, который напечатала команда",
        "this preview is open to whoever started it alone: open the address that the command printed" }
    preview_title() { "Предварительный просмотр, не опубликовано", "Preview, not published" }
    preview_problems() {
        "В файлах ошибки; ниже — последнее состояние без них.",
        "The files have errors; below is the last state without any." }
    preview_only_problems() {
        "В файлах ошибки, и состояния без них ещё не было.",
        "The files have errors, and there was no state without any yet." }
    preview_differs(version) {
        "Отличия от выпуска {version}, который в работе",
        "Differences from release {version}, which is in service" }
    preview_taken(version) { "прочитано: {version}", "taken: {version}" }
}
