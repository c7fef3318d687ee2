//! What `init` says.

catalogue! { plain:
    begun(path) {
        "{path}: создан набор данных; все значения в нём выдуманы (источник `invented`)",
        "{path}: created a dataset; all of its figures are invented (source `invented`)" }
    begun_next(path) {
        "дальше: укажите в {path}/dataset.json свои `title`, `utcOffset`, `units`, `sources` и `sdmx`, замените показатели и проверьте набор командой `indicatord check {path}`; поля описаны в indicatord-dataset(5)",
        "next: set your own `title`, `utcOffset`, `units`, `sources` and `sdmx` in {path}/dataset.json, replace the indicators, and check with `indicatord check {path}`; indicatord-dataset(5) describes the fields" }
    begin_at_link(path) {
        "{path} — символическая ссылка, набор данных не создан: укажите сам каталог",
        "{path} is a symbolic link, so no dataset was created: name the directory itself" }
    begin_at_file(path) {
        "{path} — не каталог, набор данных не создан: укажите новый каталог",
        "{path} is not a directory, so no dataset was created: give a new directory" }
    not_begun(root, path, why) {
        "{root}: набор данных не создан, ничего не осталось; {path}: {why}",
        "{root}: no dataset was created, and nothing was left behind; {path}: {why}" }
    not_begun_wholly(root, path, why) {
        "{root}: набор данных не создан, удалите то, что осталось; {path}: {why}",
        "{root}: no dataset was created; remove what is left of it; {path}: {why}" }
    begun_unsettled(root, why) {
        "{root}: набор данных создан, но запись на диск не подтверждена: {why}",
        "{root}: the dataset was created, but the disk has not confirmed the write: {why}" }
}
