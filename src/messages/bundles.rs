//! Sentences of bundles: how they are made, carried and refused, and of the keys that they are signed with.

catalogue! { UNLIMITED:
    bundled(path, version, sequence):
        "{path}: {version}, номер {sequence}; подпишите: `minisign -S -s SECRET.key -m {path}`"
        "{path}: {version}, sequence {sequence}; sign it: `minisign -S -s SECRET.key -m {path}`"
    bundle_has_embargoed(count of rows, first):
        "в пакете закрыто до срока: {count} {rows}, первая откроется {first}; файл доступен только владельцу"
        "the bundle has {count} embargoed {rows}, the first public at {first}; only its owner can read the file"
    sequence_far_ahead(sequence, now):
        "номер пакета {sequence} опережает часы этой машины больше чем на сутки (сейчас {now}, в миллисекундах с 1970 года): после такого пакета хранилище не примет от того же ключа пакетов с меньшим номером; исправьте --sequence или часы"
        "sequence {sequence} is more than a day ahead of this machine's clock (now {now}, in milliseconds since 1970): after such a bundle, a store accepts no lower sequence from the same key; correct --sequence or the clock"
    bundle_far_ahead(sequence, now):
        "номер пакета {sequence} опережает часы этой машины больше чем на сутки (сейчас {now}, в миллисекундах с 1970 года), и после него нельзя принять пакет с меньшим номером: проверьте часы на обеих машинах и создайте пакет заново"
        "sequence {sequence} of the bundle is more than a day ahead of this machine's clock (now {now}, in milliseconds since 1970), and no lower one could be accepted after it: check the clocks of both machines and make the bundle again"
    bundle_without_keys:
        "указан файл: чтобы принять пакет, добавьте --trusted-keys КАТАЛОГ или задайте INDICATORD_KEYS, каталог открытых ключей (*.pub)"
        "this is a file: to accept a bundle, add --trusted-keys DIR or set INDICATORD_KEYS, the directory of public keys (*.pub)"
    no_trusted_keys(path):
        "{path}: нет открытых ключей (*.pub): положите сюда открытый ключ подписывающего (его создаёт `minisign -G`)"
        "{path}: no public keys (*.pub): put the signer's public key there (`minisign -G` makes it)"
    not_a_key(path):
        "{path}: не открытый ключ minisign: уберите файл отсюда"
        "{path}: not a minisign public key: remove it"
    key_closed(path):
        "{path}: нет прав доступа; открытые ключи не секретны: `chmod a+rX {path}`"
        "{path}: permission denied; public keys are not secret: `chmod a+rX {path}`"
    keys_open_to_all(path):
        "{path}: сюда может писать любой пользователь и тем решать, какие пакеты будут приняты: `chmod o-w {path}`"
        "{path}: everybody may write here, and so decide which bundles are accepted: `chmod o-w {path}`"
    bundle_unsigned(path):
        "нет подписи {path}: подпишите пакет (`minisign -S -s SECRET.key -m ПАКЕТ`) и перенесите её вместе с ним"
        "the signature {path} is missing: sign the bundle (`minisign -S -s SECRET.key -m BUNDLE`) and bring it along"
    bundle_bad_signature(path):
        "{path}: не подпись minisign или только её часть: скопируйте заново"
        "{path}: not a minisign signature, or only part of one: copy it again"
    bundle_signed_the_old_way(path):
        "{path}: подпись старого вида (minisign до версии 0.10): подпишите заново с -H (`minisign -S -H`)"
        "{path}: a signature of the kind that minisign made before 0.10: sign again with -H (`minisign -S -H`)"
    bundle_of_another_key(path, trusted):
        "{path}: подпись не проверяется ни одним доверенным ключом ({trusted}): подпишите нужным ключом или добавьте открытый ключ подписавшего к доверенным"
        "{path}: the signature does not verify with any trusted key ({trusted}): sign with the right key, or add the signer's public key to the trusted ones"
    bundle_forged:
        "подпись не подходит к этому пакету: пакет изменён или повреждён при копировании (скопируйте заново), или это подпись другого файла"
        "the signature does not match this bundle: the bundle was altered or damaged on its way (copy it again), or the signature is that of another file"
    bundle_cut(there, announced):
        "пакет обрывается: байтов {there} из {announced}; скопируйте заново"
        "the bundle is incomplete: {there} of {announced} bytes; copy it again"
    bundle_cut_at_once(there of bytes):
        "пакет обрывается в самом начале: {there} {bytes}; скопируйте заново"
        "the bundle is incomplete: only {there} {bytes}; copy it again"
    bundle_not_noted(directory, why):
        "{directory}: записать номер пакета в .edits.jsonl не удалось, ничего не сделано: {why}"
        "{directory}: the number of the bundle cannot be noted in .edits.jsonl, so nothing was done: {why}"
    bundle_withdrawn(version):
        "отозван пакет {version}: правки каталога, которые в нём, больше не считаются публичными; у кого есть этот файл, тот по-прежнему может его опубликовать, поэтому удалите его, где он есть"
        "withdrawn: bundle {version}; edits of the directory that it has do not count as public any more; whoever has the file can still publish it, so delete it wherever it is"
    bundle_withdrawn_already(version):
        "пакет {version} уже отозван: ничего не сделано"
        "bundle {version} is withdrawn already: nothing was done"
    no_such_bundle(version, directory):
        "{directory}: пакета {version} из этого каталога не собирали (какие собирали, сказано в .edits.jsonl)"
        "{directory}: no bundle {version} was made from this directory (.edits.jsonl has those that were)"
    bundle_was_used(version):
        "пакет {version} уже в журнале хранилища: подготовленный отзывает `withdraw {version}`, действующий — `rollback`"
        "bundle {version} is in the journal of the store: `withdraw {version}` takes back a staged one, `rollback` a live one"
    bundle_of_other_length(there, announced):
        "байтов в пакете {there}, а по manifest.json их {announced}: за концом архива что-то добавлено; нужен пакет, какой создаёт `indicatord bundle`"
        "the bundle has {there} bytes, but its manifest.json says {announced}: something was added behind its end; bring the bundle as `indicatord bundle` made it"
    bundle_of_another_site(site, ours):
        "пакет создан для `{site}`, а это хранилище — `{ours}` (`indicatord settings`): принесите пакет для него"
        "the bundle is for `{site}`, but this store is `{ours}` (`indicatord settings`): bring the bundle that is for it"
    bundle_of_a_site(site):
        "пакет создан для `{site}`, а как называется это хранилище, неизвестно: если так же, вызовите `indicatord settings site={site}`"
        "the bundle is for `{site}`, but this store has no name: if it is that one, call `indicatord settings site={site}`"
    bundle_is_overdue(created, count):
        "пакет создан {created} и устарел (дней сверх срока: {count}): возможно, более новый пакет до этой машины не дошёл"
        "the bundle was made at {created} and is overdue by days: {count}; a newer one may not have reached this machine"
    bad_site(text):
        "`{text}` — не название сайта: строчные латинские буквы, цифры, `_` и `-`, как в `id` раздела"
        "`{text}` is no name of a site: lower-case letters, digits, `_` and `-`, as in the `id` of a category"
    bundle_too_large(limit):
        "пакет больше допустимого для набора данных ({limit} МиБ, для файла — 16 МиБ)"
        "the bundle is larger than a dataset may be ({limit} MiB, 16 MiB for a file)"
    bundle_without_manifest:
        "не пакет indicatord: ожидается неповреждённый tar, который начинается с manifest.json формата 1"
        "not an indicatord bundle: expected an undamaged tar archive that begins with a manifest.json of format 1"
    bundle_bad_member(path):
        "в пакете есть `{path}`: это не обычный файл набора данных"
        "the bundle contains `{path}`: not a regular file of a dataset"
    bundle_unnamed_member(path):
        "в пакете есть `{path}`: в manifest.json его нет или он указан дважды"
        "the bundle contains `{path}`: manifest.json does not list it, or it is there twice"
    bundle_differs(path):
        "в пакете нет `{path}`, или его контрольная сумма не та, что в manifest.json"
        "`{path}` is missing from the bundle, or its checksum differs from manifest.json"
    bundle_other_version(manifest, dataset):
        "в manifest.json версия {manifest}, а в dataset.json — {dataset}"
        "manifest.json has version {manifest}, but dataset.json has {dataset}"
    bundle_too_old(sequence, key, highest, next):
        "номер пакета {sequence} не больше последнего принятого от ключа {key} ({highest}): нужен более новый пакет; если и его номер меньше, создайте пакет с `--sequence {next}`"
        "sequence {sequence} of the bundle is not higher than {highest}, the last accepted from key {key}: bring a newer bundle; if its sequence is lower as well, make it with `--sequence {next}`"
    bundle_is_good(version, key, sequence, created):
        "пакет {version}: подписан ключом {key}, номер {sequence}, создан {created}"
        "bundle {version}: signed with key {key}, sequence {sequence}, made at {created}"
}
