//! What `bundle`, and whoever takes a bundle, says.

use super::{catalogue, plain};

catalogue! { plain:
    bundled(path, version, sequence) {
        "{path}: {version}, номер {sequence}; подпишите: `minisign -S -m {path}`",
        "{path}: {version}, sequence {sequence}; sign it: `minisign -S -m {path}`" }
    bundle_has_embargoed(count, first) {
        "в пакете наблюдений, закрытых до срока: {count}, первое откроется {first}: файл доступен только владельцу",
        "{count} rows in the bundle are under embargo, the first becomes public at {first}: the file is its owner's alone" }
    bundle_without_keys() {
        "это файл: пакет принимается с --trusted-keys КАТАЛОГ, где лежат открытые ключи (*.pub)",
        "this is a file: a bundle is taken with --trusted-keys DIR, the directory of public keys (*.pub)" }
    no_trusted_keys(path) {
        "{path}: открытых ключей (*.pub) нет",
        "{path}: no public keys (*.pub)" }
    not_a_key(path) {
        "{path}: не открытый ключ minisign: уберите файл отсюда",
        "{path}: not a public key of minisign: remove it" }
    bundle_unsigned(path) {
        "подписи {path} нет: подпишите пакет (`minisign -S`) и принесите её вместе с ним",
        "there is no signature {path}: sign the bundle (`minisign -S`) and carry it along" }
    bundle_forged() {
        "подпись не подходит к этому пакету ни с одним из доверенных ключей: пакет изменён, подпись от другого файла или ключ чужой",
        "the signature is not one of this bundle with a trusted key: the bundle was altered, the signature is another file's, or the key somebody else's" }
    bundle_too_large(limit) {
        "пакет больше, чем может быть набор данных ({limit} МиБ, файл — 16 МиБ)",
        "the bundle is larger than a dataset may be ({limit} MiB, a file 16 MiB)" }
    bundle_without_manifest() {
        "это не пакет indicatord: tar, который начинается с manifest.json формата 1, не повреждённый",
        "this is no bundle of indicatord: an undamaged tar that begins with a manifest.json of format 1" }
    bundle_bad_member(path) {
        "в пакете `{path}`: это не обычный файл набора данных",
        "the bundle has `{path}`: not a regular file of a dataset" }
    bundle_unnamed_member(path) {
        "в пакете `{path}`: файла нет в manifest.json или он там дважды",
        "the bundle has `{path}`: not named by manifest.json, or there twice" }
    bundle_differs(path) {
        "в пакете `{path}`: файла нет или он не совпадает с суммой из manifest.json",
        "the bundle has `{path}`: missing, or not as its sum in manifest.json" }
    bundle_other_version(manifest, dataset) {
        "manifest.json называет версию {manifest}, а dataset.json — {dataset}",
        "manifest.json names version {manifest}, dataset.json {dataset}" }
    bundle_too_old(sequence, key, highest) {
        "номер пакета {sequence} не больше уже принятого от ключа {key} ({highest}): нужен более новый пакет",
        "the sequence {sequence} of the bundle is not above the highest that was taken of key {key} ({highest}): a newer bundle is needed" }
    bundle_is_good(version, key, sequence, comment) {
        "пакет {version}: подписан ключом {key}, номер {sequence}: {comment}",
        "bundle {version}: signed with key {key}, sequence {sequence}: {comment}" }
    bundle_created(created) {
        "составлен {created}",
        "made at {created}" }
}
