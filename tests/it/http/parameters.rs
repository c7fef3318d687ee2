//! Names of other services in a query.

use crate::support::project;
use crate::support::server::Server;

#[test]
fn a_name_near_ours_is_never_answered_with_everything() {
    let server = Server::of_dataset(&project("dataset"));
    let refused = [
        ("/en/data/usd/history.csv?asof=2020-01-01", "“asOf”"),
        ("/en/data/usd/history.json?as_of=2020-01-01", "“asOf”"),
        ("/en/data/m2/history.json?realtime_end=2020-01-01", "“asOf”"),
        ("/en/data/m2/history.csv?vintage_dates=2020-01-01", "“asOf”"),
        ("/en/data/m2/history.csv?Last=1", "“last”"),
        ("/en/data/m2/changes.csv?FROM=2025", "“from”"),
        ("/en/data/m2/vintages.json?To=2025", "“to”"),
        ("/en/data/m2/history.json?Pretty=0", "“pretty”"),
        ("/en/history.csv?keys[]=usd", "“keys”"),
        ("/en/history.csv?keys%5B%5D=usd&keys%5B%5D=eur", "“keys”"),
        ("/en/history.csv?Shape=wide", "“shape”"),
        ("/en/history.csv?asof=2020-01-01", "asOf"),
    ];

    for (target, name) in refused {
        let answer = server.get(target, "");
        assert_eq!(answer.status, 400, "{target}");
        let error = answer.json();
        assert_eq!(error["code"], "bad_parameter", "{target}");
        assert!(
            error["error"].as_str().expect("a sentence").contains(name),
            "{target}: {error}"
        );
    }

    for target in [
        "/data/usd/history.csv?v=1&_=2&recent=3",
        "/data.json?asof=2020-01-01",
        "/data/usd.json?Last=1&realtime_end=2020-01-01",
    ] {
        assert_eq!(server.get(target, "").status, 200, "{target}");
    }
}

#[test]
fn keys_are_taken_with_blanks_and_an_unknown_one_is_named() {
    let server = Server::of_dataset(&project("dataset"));
    let both = server.text("/history.csv?keys=usd,eur&last=2");
    assert_eq!(server.text("/history.csv?keys=usd,%20eur&last=2"), both);
    assert_eq!(server.text("/history.csv?keys=%20usd+,eur%20&last=2"), both);

    for (target, named) in [
        ("/en/history.csv?keys=usd,nothing", "nothing"),
        ("/history.csv?keys=USD", "USD"),
        (
            "/history.csv?keys=%3Cb%3E%1B,usd",
            "\u{fffd}b\u{fffd}\u{fffd}",
        ),
    ] {
        let answer = server.get(target, "");
        assert_eq!(answer.status, 404, "{target}");
        let error = answer.json();
        assert_eq!(error["code"], "unknown_key");
        assert!(
            error["error"].as_str().expect("a sentence").contains(named),
            "{error}"
        );
    }
}
