//! What the log says of the release that is served, when the server starts, reloads, stops and as the clock goes on. The
//! words before the first colon of a line, `start`, `reload` and `stop`, are the same in every language.

catalogue! { plain:
    serving(version, count of indicators, more of observations, statuses) {
        "{version}: {count} {indicators}, {more} {observations}; {statuses}",
        "{version}: {count} {indicators}, {more} {observations}; {statuses}" }
    with_warnings(served, count of warnings) { "{served}; {count} {warnings}", "{served}; {count} {warnings}" }
    still_serving(version, why) {
        "отклонено, по-прежнему отдаётся {version}: {why}",
        "refused, still serving {version}: {why}" }
    does_not_fit_into_memory(megabytes, limit) {
        "с этим набором данных памяти понадобится около {megabytes} МБ, а `memory.max` службы — {limit} МБ: увеличьте `MemoryMax=`",
        "with this dataset some {megabytes} MB of memory would be needed, and `memory.max` of the service is {limit} MB: raise `MemoryMax=`" }
    headline(counts, first) { "{counts}: {first}", "{counts}: {first}" }
    headline_and_more(counts, first, count) {
        "{counts}: {first}; и ещё {count}",
        "{counts}: {first}; and {count} more" }
    more_in_check(count of problems) {
        "и ещё {count} {problems}, все показывает `indicatord check`",
        "and {count} more {problems}, `indicatord check` lists them all" }
    embargo_ended(served, end) {
        "действует: {served}; открыты строки, закрытые до {end}",
        "live: {served}; rows embargoed until {end} are public" }
    statuses_changed(served) { "статусы сменились: {served}", "statuses changed: {served}" }
    next_state_failed() {
        "следующее состояние не удалось построить, попытка будет повторена",
        "the next state cannot be built, another attempt will be made" }
    live_not_served(why) {
        "действующий выпуск отдавать нельзя: {why}",
        "the live release cannot be served: {why}" }
    previous_served(version) {
        "вместо него отдаётся {version}, который действовал раньше",
        "{version}, which was live before, is served instead" }
    previous_served_because(why, version) {
        "действующий выпуск отдавать нельзя ({why}): вместо него отдаётся {version}, который действовал раньше",
        "the live release cannot be served ({why}): {version}, which was live before, is served instead" }
    built_in_served() {
        "в хранилище ещё ничего не опубликовано, отдаётся встроенный набор данных",
        "nothing has been published in the store, the built-in dataset is served" }
    nothing_served_yet() { "ничего ещё не отдавалось", "nothing was served yet" }

    // For `systemctl status`.
    in_place_of_live(served) {
        "{served}; вместо действующего выпуска, см. журнал",
        "{served}; in place of the live release, see the journal" }
    not_reloaded_yet(served) { "{served}; ещё не перечитывалось", "{served}; not reloaded yet" }
    reloaded_at(served, instant) { "{served}; перечитано {instant}", "{served}; reloaded {instant}" }
    reload_refused_at(served, instant, count of errors) {
        "{served}; {instant} не принято: {count} {errors}, см. журнал",
        "{served}; reload refused {instant}: {count} {errors}, see the journal" }
}
