//! What the system says when it refuses something, in the words of both languages.

use std::io;

use rustix::io::Errno;

use super::{Message, catalogue, verbatim};

catalogue! { super::plain:
    no_permission() { "нет прав доступа", "permission denied" }
    no_such_path() { "нет такого файла или каталога", "no such file or directory" }
    path_through_a_file() {
        "на пути к нему стоит не каталог",
        "a part of the path is not a directory" }
    links_in_a_circle() {
        "символические ссылки ведут по кругу",
        "symbolic links lead in a circle" }
    too_many_descriptors() {
        "открыто слишком много файлов",
        "too many open files" }
    input_output_error() {
        "ошибка ввода-вывода: проверьте диск или сетевой каталог",
        "input/output error: look at the disk or the network directory" }
    connection_refused() { "в соединении отказано", "connection refused" }
    stale_handle() {
        "сетевой каталог больше не тот, что был",
        "the network directory is not the one that it was" }
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
