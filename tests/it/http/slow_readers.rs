//! Readers who take an answer slowly: they get it whole, or are ended, by how much they take within the time that an answer has.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use socket2::SockRef;

use crate::support::Xorshift;
use crate::support::dataset::DatasetFixture;
use crate::support::server::{Client, PATIENCE, Response, Server};

/// The seconds of `--response-timeout`.
const TIMEOUT: u64 = 5;
/// Between two pieces.
const PAUSE: Duration = Duration::from_millis(250);

/// A connection whose client holds little, and takes one piece after each pause.
struct Paced {
    stream: TcpStream,
    piece: usize,
    taken: usize,
}

impl Read for Paced {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.taken >= self.piece {
            thread::sleep(PAUSE);
            self.taken = 0;
        }

        let length = buffer.len().min(self.piece - self.taken);
        let read = self.stream.read(&mut buffer[..length])?;
        self.taken += read;
        Ok(read)
    }
}

impl Write for Paced {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.stream.flush()
    }
}

fn connect(server: &Server, piece: usize) -> Client<Paced> {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let held = SockRef::from(&stream).set_recv_buffer_size(piece.clamp(2048, 1 << 20));
    held.unwrap();
    Client::over(Paced {
        stream,
        piece,
        taken: 0,
    })
}

/// The answer, if it comes whole, and the seconds that it took. Who gets no turn within its time asks again.
fn ask(server: &Server, target: &str, headers: &str, piece: usize) -> (Option<Response>, u64) {
    loop {
        let mut reader = connect(server, piece);
        let begun = Instant::now();
        reader.send(format!(
            "GET {target} HTTP/1.1\r\nHost: test\r\n{headers}\r\n"
        ));
        let answer = reader.try_answer(false);
        if answer.as_ref().is_none_or(|answer| answer.status != 503) {
            return (answer, begun.elapsed().as_secs());
        }
    }
}

/// A series whose figures cannot be packed well.
fn long_series(days: usize) -> DatasetFixture {
    let fixture = DatasetFixture::new();
    let mut random = Xorshift::new(41);
    let first = chrono::NaiveDate::from_ymd_opt(1700, 1, 1).unwrap();
    let mut table = "date,value\n".to_owned();
    for day in first.iter_days().take(days) {
        let [high, low] = [(); 2].map(|()| random.below(100_000));
        table.push_str(&format!("{day},1.{high:05}{low:05}\n"));
    }

    fixture.write("indicators/usd.csv", table);
    fixture
}

/// A body that is packed on the way has to be taken sixteen times as fast as one with a length. A reader who is kept waiting by a
/// busy machine has several times as long as it needs.
#[test]
fn an_answer_lasts_as_long_as_its_reader_takes_enough_of_it() {
    let fixture = long_series(100_000);
    let dataset = fixture.dataset.to_str().unwrap();
    let timeout = TIMEOUT.to_string();
    let server = Server::serve(&["--response-timeout", &timeout, "--dataset", dataset]);
    let table = "/data/usd/history.csv?last=18000";
    let packed = "/history.csv";
    let workbook = "/data/usd/history.xlsx";
    let gzip = "Accept-Encoding: gzip\r\n";
    thread::scope(|scope| {
        for (target, headers, piece, is_whole) in [
            (table, "", 10_000, true),
            (table, "Connection: close\r\n", 10_000, true),
            (table, "Range: bytes=9-\r\n", 10_000, true),
            (packed, gzip, 60_000, true),
            (workbook, "", 60_000, true),
            (table, "", 300, false),
            (packed, gzip, 3_000, false),
            (workbook, "", 3_000, false),
        ] {
            let server = &server;
            scope.spawn(move || {
                let (expected, _) = ask(server, target, headers, usize::MAX);
                let (answer, took) = ask(server, target, headers, piece);
                let case = format!("{target} {headers} {piece}");
                assert_eq!(answer.is_some(), is_whole, "{case} {took} s");
                assert!(took >= TIMEOUT, "{case} {took} s");
                if let Some(answer) = answer {
                    let expected = expected.expect("the answer to who reads at once");
                    assert!(answer.body == expected.body, "{case}");
                }
            });
        }
    });

    let ended = "disconnections_total{reason=\"response_timeout\"} 3\n";
    assert!(server.text("/metrics").contains(ended));
}
