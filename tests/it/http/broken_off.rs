//! Answers that were broken off leave nothing in those that follow: every body, in every form, is what it says.

use std::io::Read;
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use socket2::SockRef;

use crate::support::server::{Server, eventually};
use crate::support::{TempDir, Xorshift, replace, set_version};

/// Texts that are stored, written and packed on the way, at every level of packing, in all of their forms.
const TEXTS: [&str; 9] = [
    "/data/usd.json",
    "/en/data/usd.json?pretty=0",
    "/data.json",
    "/en/feed.atom",
    "/",
    "/en/history.csv",
    "/data/usd/history.json",
    "/sdmx/data/MACRO",
    "/en/data.csv",
];
const WORKBOOKS: [&str; 2] = ["/en/data.xlsx", "/data/usd/history.xlsx"];

/// Asks for one thing after the other, and hangs up somewhere in the middle of each answer.
fn break_off(address: &str, seed: u64, ends: &AtomicBool, broken: &AtomicUsize) {
    let mut random = Xorshift::new(seed);
    while !ends.load(Relaxed) {
        let all = [&TEXTS[..], &WORKBOOKS].concat();
        let target = all[random.below(all.len())];
        let method = ["GET", "GET", "GET", "HEAD"][random.below(4)];
        let range = [
            "",
            "",
            "Range: bytes=900000000-\r\n",
            "Range: bytes=9-99\r\n",
        ];
        let range = range[random.below(4)];
        let version = ["1.1", "1.1", "1.0"][random.below(3)];
        let Ok(mut client) = std::net::TcpStream::connect(address) else {
            continue;
        };

        let request = format!(
            "{method} {target} HTTP/{version}\r\nHost: test\r\nAccept-Encoding: gzip\r\n{range}\r\n"
        );
        let requests = request.repeat(1 + random.below(3));
        drop(SockRef::from(&client).set_recv_buffer_size(2048));
        drop(std::io::Write::write_all(&mut client, requests.as_bytes()));
        if random.below(3) == 0 {
            drop(client.shutdown(Shutdown::Write));
        }

        drop(client.read(&mut vec![0; 1 + random.below(20_000)]));
        // Every other one by a reset.
        if random.below(2) == 0 {
            drop(SockRef::from(&client).set_linger(Some(Duration::ZERO)));
        }

        broken.fetch_add(1, Relaxed);
    }
}

/// Unpacks every file of an archive, and compares it with its checksum.
fn check_archive(bytes: &[u8], target: &str) {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let short = |at: usize| usize::from(u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()));
    let end = bytes.len() - 22;
    let mut entry = number(end + 16);
    for _ in 0..short(end + 10) {
        let file = number(entry + 42);
        let start = file + 30 + short(file + 26) + short(file + 28);
        let packed = &bytes[start..start + number(entry + 20)];
        let mut text = Vec::new();
        let unpacked = flate2::read::DeflateDecoder::new(packed).read_to_end(&mut text);
        assert!(unpacked.is_ok(), "{target}: {unpacked:?}");
        let mut sum = flate2::Crc::new();
        sum.update(&text);
        assert_eq!(sum.sum() as usize, number(entry + 16), "{target}");
        entry += 46 + short(entry + 28) + short(entry + 30) + short(entry + 32);
    }
}

/// Compares every text, unpacked, with its identity, and every file of every workbook with its checksum.
fn check_all(server: &Server) {
    for target in TEXTS {
        let identity = server.get(target, "");
        let packed = server.get(target, "Accept-Encoding: gzip\r\n");
        assert_eq!(packed.the("Content-Encoding"), "gzip", "{target}");
        let mut text = Vec::new();
        let unpacked = flate2::read::GzDecoder::new(&*packed.body).read_to_end(&mut text);
        assert!(unpacked.is_ok() && text == identity.body, "{target}");
    }

    for target in WORKBOOKS {
        check_archive(&server.get(target, "").body, target);
        let former = server.ask(&format!("GET {target} HTTP/1.0\r\n\r\n"));
        check_archive(&former.body, target);
    }
}

#[test]
fn answers_that_were_broken_off_leave_nothing_in_those_that_follow() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("dataset", "dataset");
    let rates = dataset.join("indicators/usd.csv");
    let options = ["--response-timeout", "1", "--dataset"];
    let server = Server::serve(&[&options[..], &[dataset.to_str().unwrap()]].concat());
    let ends = AtomicBool::new(false);
    let broken = AtomicUsize::new(0);
    // One that the server cuts.
    let mut unread = server.connect();
    unread.send(
        "GET /sdmx/data/MACRO HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n".repeat(15),
    );

    thread::scope(|scope| {
        for seed in 1..=3 {
            let (address, ends, broken) = (server.address(), &ends, &broken);
            scope.spawn(move || break_off(address, seed, ends, broken));
        }

        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            for release in 0..20 {
                let before = broken.load(Relaxed);
                eventually("some are broken off", || broken.load(Relaxed) > before + 20);
                replace(&rates, "2026-11-13,1.", "2026-11-13,1.1");
                set_version(&dataset, &format!("v{release}"));
                let (_, line) = server.reload();
                assert!(line.contains(&format!("v{release}:")), "{line}");
                check_all(&server);
            }
        }));

        ends.store(true, Relaxed);
        checked.unwrap();
    });

    check_all(&server);
}
