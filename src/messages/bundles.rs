//! Sentences of bundles: how they are made, carried and refused, and of the keys that they are signed with.

catalogue! { plain:
    bundled(path, version, sequence) {
        "{path}: {version}, номер {sequence}; подпишите: `minisign -S -m {path}`",
        "{path}: {version}, sequence {sequence}; sign it: `minisign -S -m {path}`" }
    bundle_has_embargoed(count, first) {
        "в пакете наблюдений, закрытых до срока: {count}, первое откроется {first}: файл доступен только владельцу",
        "{count} rows in the bundle are under embargo, the first becomes public at {first}: the file is its owner's alone" }
    sequence_far_ahead(sequence, now) {
        "номер пакета {sequence} больше чем на сутки впереди часов этой машины (сейчас {now}, в миллисекундах с 1970 года): после такого пакета хранилище не примет от того же ключа ни одного с меньшим номером; исправьте --sequence или часы",
        "sequence {sequence} is more than a day ahead of this machine's clock (now {now}, in milliseconds since 1970): after such a bundle a store takes none with a lower one of the same key; correct --sequence, or the clock" }
    bundle_far_ahead(sequence, now) {
        "номер пакета {sequence} больше чем на сутки впереди часов этой машины (сейчас {now}, в миллисекундах с 1970 года), и после него не принять ни одного с меньшим номером: проверьте часы на обеих машинах и составьте пакет заново",
        "sequence {sequence} of the bundle is more than a day ahead of this machine's clock (now {now}, in milliseconds since 1970), and none with a lower one could be taken after it: check the clocks of both machines and make the bundle again" }
    bundle_without_keys() {
        "это файл: пакет принимается с --trusted-keys КАТАЛОГ или INDICATORD_KEYS, где лежат открытые ключи (*.pub)",
        "this is a file: a bundle is taken with --trusted-keys DIR or INDICATORD_KEYS, the directory of public keys (*.pub)" }
    no_trusted_keys(path) {
        "{path}: открытых ключей (*.pub) нет: положите сюда открытый ключ того, кто подписывает (его составляет `minisign -G`)",
        "{path}: no public keys (*.pub): put the public key of whoever signs there (`minisign -G` makes it)" }
    not_a_key(path) {
        "{path}: не открытый ключ minisign: уберите файл отсюда",
        "{path}: not a public key of minisign: remove it" }
    key_closed(path) {
        "{path}: нет прав доступа; открытые ключи не тайна: `chmod a+rX {path}`",
        "{path}: permission denied; public keys are no secret: `chmod a+rX {path}`" }
    bundle_unsigned(path) {
        "подписи {path} нет: подпишите пакет (`minisign -S`) и принесите её вместе с ним",
        "there is no signature {path}: sign the bundle (`minisign -S`) and carry it along" }
    bundle_bad_signature(path) {
        "{path}: не подпись minisign или только её часть: скопируйте заново",
        "{path}: not a signature of minisign, or only a part of one: copy it again" }
    bundle_signed_the_old_way(path) {
        "{path}: подпись прежнего вида, какой ставил minisign до версии 0.10: подпишите заново с ключом -H (`minisign -S -H`)",
        "{path}: a signature of the kind that minisign made before 0.10: sign again with -H (`minisign -S -H`)" }
    bundle_of_another_key(path, trusted) {
        "{path}: подписано не одним из доверенных ключей ({trusted}): подпишите нужным ключом или положите открытый ключ подписавшего к доверенным",
        "{path}: not signed with a trusted key ({trusted}): sign with the right one, or put the signer's public key beside the trusted ones" }
    bundle_forged() {
        "подпись не подходит к этому пакету: пакет изменён или испорчен при копировании (скопируйте заново), или подпись от другого файла",
        "the signature is not one of this bundle: the bundle was altered, or damaged on its way (copy it again), or the signature is another file's" }
    bundle_cut(there, announced) {
        "пакет обрывается: байтов {there} из {announced}; скопируйте заново",
        "the bundle is cut: {there} of {announced} bytes; copy it again" }
    bundle_cut_at_once(there) {
        "пакет обрывается в самом начале: байтов {there}; скопируйте заново",
        "the bundle is cut at its very beginning: {there} bytes; copy it again" }
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
    bundle_too_old(sequence, key, highest, next) {
        "номер пакета {sequence} не больше уже принятого от ключа {key} ({highest}): нужен более новый пакет; если его номер тоже меньше, составьте его с `--sequence {next}`",
        "sequence {sequence} of the bundle is not above the highest that was taken of key {key} ({highest}): bring a newer bundle; where its sequence is lower as well, make it with `--sequence {next}`" }
    bundle_is_good(version, key, sequence, comment) {
        "пакет {version}: подписан ключом {key}, номер {sequence}: {comment}",
        "bundle {version}: signed with key {key}, sequence {sequence}: {comment}" }
    bundle_created(created) { "составлен {created}", "made at {created}" }
}
