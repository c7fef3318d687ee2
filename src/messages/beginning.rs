//! What `init` says.

catalogue! { plain:
    begun(path, version) {
        "{path}: начат набор данных {version}, статус `seed`: значения и названия в нём — примеры",
        "{path}: dataset {version} is begun, with status `seed`: its values and names are examples" }
    begun_next(path) {
        "дальше: впишите в {path}/dataset.json свои `title`, `utcOffset`, `units`, `sources` и `sdmx`, замените показатели и проверяйте командой `indicatord check {path}`; что значит каждое поле, сказано в indicatord-dataset(5)",
        "next: write your own `title`, `utcOffset`, `units`, `sources` and `sdmx` into {path}/dataset.json, replace the indicators, and check with `indicatord check {path}`; indicatord-dataset(5) says what each field means" }
    begin_at_link(path) {
        "{path} — символическая ссылка, набор данных не начат: назовите сам каталог",
        "{path} is a symbolic link, no dataset was begun: name the directory itself" }
    begin_at_file(path) {
        "{path} — не каталог, набор данных не начат: назовите новый каталог",
        "{path} is not a directory, no dataset was begun: name a new one" }
    not_begun(root, path, why) {
        "{root}: набор данных не начат, и ничего от него не осталось; {path}: {why}",
        "{root}: no dataset was begun, and nothing of it is left; {path}: {why}" }
    not_begun_wholly(root, path, why) {
        "{root}: набор данных не начат, а то, что от него осталось, следует удалить; {path}: {why}",
        "{root}: no dataset was begun, and what is left of it is to be removed; {path}: {why}" }
    begun_unsettled(root, why) {
        "{root}: набор данных начат, но диск этого не подтвердил: {why}",
        "{root}: the dataset is begun, but the disk has not confirmed it: {why}" }
}
