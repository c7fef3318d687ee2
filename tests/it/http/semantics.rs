//! Answers to methods, conditions, encodings and wrong addresses [D6, D7].

use std::io::Read;

use super::check;
use crate::support::server::Server;

/// Every resource that is described, by path, for the first of the keys and names that are given as examples.
fn paths(server: &Server) -> Vec<String> {
    let openapi = server.get("/openapi.json", "").json();
    let parameters = openapi["components"]["parameters"]
        .as_object()
        .expect("an object");
    let fill = |path: &String| {
        parameters
            .iter()
            .fold(path.clone(), |path, (name, parameter)| {
                let given = parameter["examples"]
                    .as_object()
                    .and_then(|given| given.values().next());
                let value = given.map_or(&parameter["example"], |given| &given["value"]);
                path.replace(&format!("{{{name}}}"), value.as_str().unwrap_or_default())
            })
    };

    let paths: Vec<String> = openapi["paths"]
        .as_object()
        .expect("an object")
        .keys()
        .map(fill)
        .collect();
    assert!(
        paths.len() > 50 && paths.iter().any(|path| path.starts_with("/sdmx/data/")),
        "{paths:?}"
    );
    paths
}

#[test]
fn head_is_get_without_the_body_on_every_resource() {
    let server = Server::serve(&[]);
    let mut client = server.connect();
    for path in paths(&server).iter().filter(|path| *path != "/metrics") {
        for query in ["", "?pretty=0", "?dialect=excel"] {
            for encoding in ["identity", "gzip"] {
                let rest = format!(
                    "{path}{query} HTTP/1.1\r\nHost: test\r\nAccept-Encoding: {encoding}\r\n\r\n"
                );
                let get = client.ask(&format!("GET {rest}"));
                let head = client.ask(&format!("HEAD {rest}"));
                check(&get);
                assert_eq!((get.status, head.status), (200, 200), "{rest}");
                assert_eq!(get.undated(), head.undated(), "{rest}");
                if let Some(length) = get.header("Content-Length") {
                    assert_eq!(length, get.body.len().to_string());
                }
            }
        }
    }
}

/// Pages of other origins may read data and nothing else, and show pictures; JSON says its character set; what there is in
/// both languages says which it is in.
#[test]
fn every_resource_says_whom_it_is_for_and_its_language() {
    const DATA: [&str; 7] = [
        "json",
        "csv",
        "openxmlformats",
        "atom",
        "calendar",
        "sdmx",
        "svg",
    ];

    let server = Server::serve(&[]);
    let paths = paths(&server);
    for path in &paths {
        let response = server.get(path, "");
        let media_type = response.the("Content-Type");
        let is_data = DATA.iter().any(|kind| media_type.contains(kind)) && path != "/favicon.svg";
        let is_readable = is_data || path == "/llms.txt";
        assert_eq!(
            response.header("Access-Control-Allow-Origin"),
            is_readable.then_some("*"),
            "{path}"
        );
        let is_embeddable = is_readable || media_type.contains("svg");
        assert_eq!(
            response.header("Cross-Origin-Resource-Policy"),
            is_embeddable.then_some("cross-origin"),
            "{path}"
        );
        let is_json = media_type.contains("json");
        assert!(
            !is_json || media_type == "application/json; charset=utf-8",
            "{path}"
        );
        let of_english = path.starts_with("/en/").then_some("en");
        let of_russian = paths.contains(&format!("/en{path}")).then_some("ru");
        assert_eq!(
            response.header("Content-Language"),
            of_english.or(of_russian),
            "{path}"
        );
    }
}

/// Returns true if a resource is written for each request.
fn is_written(path: &str, query: &str) -> bool {
    let is_listing = [
        ".xlsx",
        "vintages.json",
        "vintages.csv",
        "changes.json",
        "changes.csv",
        "/history.csv",
    ]
    .iter()
    .any(|end| path.ends_with(end))
        || ["/sdmx/data", "/nsdp/"]
            .iter()
            .any(|start| path.starts_with(start));

    let is_stored =
        path.contains("/data/") && path.contains("/history.") && !path.ends_with(".xlsx");
    (is_listing && !is_stored) || (is_stored && !query.is_empty())
}

/// A client that has a representation is told that it is unchanged, in its head without what describes the content.
#[test]
fn every_representation_is_revalidated_by_its_own_tag() {
    const OF_THE_CONTENT: [&str; 6] = [
        "Date",
        "Content-Type",
        "Content-Length",
        "Content-Encoding",
        "Content-Disposition",
        "Transfer-Encoding",
    ];

    let server = Server::serve(&[]);
    let mut client = server.connect();
    for path in paths(&server).iter().filter(|path| *path != "/metrics") {
        for (query, encoding) in [
            ("", "identity"),
            ("", "gzip"),
            ("?pretty=0", "identity"),
            ("?pretty=0", "gzip"),
        ] {
            let mut ask = |method: &str, conditions: &str| {
                let line = format!(
                    "{method} {path}{query} HTTP/1.1\r\nHost: test\r\nAccept-Encoding: {encoding}\r\n{conditions}\r\n"
                );
                let response = client.ask(&line);
                check(&response);
                response
            };
            let full = ask("GET", "");
            let tag = full.the("ETag").to_owned();
            // A body that is written for one answer has none: two of one second may differ.
            let is_of_now = path == "/status.json" || path.ends_with("/search");
            let modified = full.header("Last-Modified").unwrap_or_default().to_owned();
            assert_eq!(modified.is_empty(), is_of_now, "{path}");
            assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
            for (method, condition) in [
                (
                    "GET",
                    format!("If-None-Match: \"x\"\r\nIf-None-Match: W/\"y,z\" ,W/{tag}\r\n"),
                ),
                (
                    "HEAD",
                    format!(
                        "If-None-Match: {tag}\r\nIf-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT\r\n"
                    ),
                ),
                ("GET", format!("If-Modified-Since: {modified}\r\n")),
            ] {
                if is_of_now && condition.starts_with("If-Modified") {
                    continue;
                }

                let unchanged = ask(method, &condition);
                assert_eq!(unchanged.status, 304, "{path} {condition}");
                // A body that is written for each request is not run for its tag where the date tells enough.
                let is_tagged = unchanged.header("ETag").is_some();
                assert!(
                    is_tagged || (is_written(path, query) && condition.starts_with("If-Modified"))
                );
                let is_kept =
                    |name: &str| !OF_THE_CONTENT.contains(&name) && (name != "ETag" || is_tagged);
                let kept = |headers: &[(String, String)]| {
                    headers
                        .iter()
                        .filter(|(name, _)| is_kept(name))
                        .cloned()
                        .collect::<Vec<_>>()
                };
                assert_eq!(
                    kept(&unchanged.headers),
                    kept(&full.headers),
                    "{path} {condition}"
                );
                assert!(unchanged.header("Content-Type").is_none());
            }

            for stale in [
                format!("If-None-Match: {}\r\n", tag.trim_matches('"')),
                format!("If-None-Match: \"x\"\r\nIf-Modified-Since: {modified}\r\n"),
                "If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT\r\n".to_owned(),
            ] {
                let again = ask("GET", &stale);
                assert_eq!(
                    (again.status, &again.body),
                    (200, &full.body),
                    "{path} {stale}"
                );
            }
        }
    }
}

#[test]
fn encodings_are_negotiated_by_quality() {
    let server = Server::serve(&[]);
    let mut client = server.connect();
    let identity = client.ask("GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n");
    assert_eq!(
        (identity.header("Content-Encoding"), identity.the("Vary")),
        (None, "Accept-Encoding")
    );
    for (accepted, gzip) in [
        ("deflate, gzip;q=0.5, br;q=1", true),
        ("identity;q=0\r\nAccept-Encoding: *", true),
        ("gzip;q=0.4, identity;q=0.5", false),
        ("*;q=0", false),
        ("", false),
    ] {
        let response = client.ask(&format!(
            "GET /data.json HTTP/1.1\r\nHost: test\r\nAccept-Encoding: {accepted}\r\n\r\n"
        ));
        assert_eq!(
            (response.status, response.the("Vary")),
            (200, "Accept-Encoding"),
            "{accepted}"
        );
        assert_eq!(
            response.header("Content-Encoding"),
            gzip.then_some("gzip"),
            "{accepted}"
        );
        let mut text = response.body.clone();
        if gzip {
            text.clear();
            flate2::read::GzDecoder::new(&response.body[..])
                .read_to_end(&mut text)
                .expect("gzip");
            assert_ne!(response.the("ETag"), identity.the("ETag"));
        }

        assert!(text == identity.body, "{accepted}");
    }
}

#[test]
fn refusals_say_why_in_the_language_of_the_path() {
    let server = Server::serve(&[]);
    let mut client = server.connect();
    let long = format!("/{}", "a".repeat(8 * 1024));
    let long_en = format!("/en{long}");
    for (method, target, status, code, lang) in [
        ("GET", "/data/no_such_key.json", 404, "unknown_key", "ru"),
        ("GET", "/en/data/no_such_key.json", 404, "unknown_key", "en"),
        (
            "HEAD",
            "/en/data/no_such_key.json",
            404,
            "unknown_key",
            "en",
        ),
        (
            "GET",
            "/data/no_such_key/history.csv",
            404,
            "unknown_key",
            "ru",
        ),
        (
            "GET",
            "/en/data/no_such_key/no/such/thing",
            404,
            "unknown_key",
            "en",
        ),
        ("GET", "/data/usd/nothing.json", 404, "unknown_path", "ru"),
        ("GET", "/nowhere.json", 404, "unknown_path", "ru"),
        ("GET", "/en/nowhere.txt", 404, "unknown_path", "en"),
        ("GET", "//data.json", 404, "unknown_path", "ru"),
        ("GET", "/./data.json", 404, "unknown_path", "ru"),
        ("GET", "/x/../data.json", 404, "unknown_path", "ru"),
        ("GET", "/DATA.JSON", 404, "unknown_path", "ru"),
        ("GET", "/data.json%00", 404, "unknown_path", "ru"),
        ("GET", "/data.json%", 404, "unknown_path", "ru"),
        ("GET", "/data.json#top", 404, "unknown_path", "ru"),
        ("GET", "data.json", 404, "unknown_path", "ru"),
        ("GET", "*", 404, "unknown_path", "ru"),
        (
            "GET",
            "/history.csv?category=none",
            404,
            "unknown_category",
            "ru",
        ),
        (
            "GET",
            "/en/history.csv?category=",
            400,
            "bad_parameter",
            "en",
        ),
        (
            "GET",
            "/en/data/usd/history.csv?from=",
            400,
            "bad_parameter",
            "en",
        ),
        ("GET", "/data/<script>.json", 404, "unknown_key", "ru"),
        ("POST", "/data.json", 405, "method_not_allowed", "ru"),
        ("PUT", "/en/data.json", 405, "method_not_allowed", "en"),
        ("DELETE", "/en/nowhere", 405, "method_not_allowed", "en"),
        ("PATCH", "/", 405, "method_not_allowed", "ru"),
        ("TRACE", "/", 405, "method_not_allowed", "ru"),
        (
            "CONNECT",
            "example.org:443",
            405,
            "method_not_allowed",
            "ru",
        ),
        ("get", "/data.json", 405, "method_not_allowed", "ru"),
        ("BREW", "/data.json", 405, "method_not_allowed", "ru"),
        ("GET", &long, 414, "target_too_long", "ru"),
        ("HEAD", &long, 414, "target_too_long", "ru"),
        ("POST", &long, 414, "target_too_long", "ru"),
        ("GET", &long_en, 414, "target_too_long", "en"),
    ] {
        let what = format!("{method} {}", &target[..target.len().min(60)]);
        let response = client.ask(&format!("{method} {target} HTTP/1.1\r\nHost: test\r\n\r\n"));
        check(&response);
        assert_eq!(response.status, status, "{what}");
        assert_eq!(
            response.header("Allow"),
            (status == 405).then_some("GET, HEAD, OPTIONS"),
            "{what}"
        );
        assert_eq!(response.the("Content-Language"), lang, "{what}");
        if method != "HEAD" {
            let error = response.json();
            assert_eq!(
                (error["schemaVersion"].as_str(), error["code"].as_str()),
                (Some("1.0"), Some(code)),
                "{what}"
            );
            assert!(
                !String::from_utf8_lossy(&response.body).contains("script"),
                "echoed"
            );
        }
    }

    assert_eq!(
        client
            .ask(&format!(
                "GET {} HTTP/1.1\r\nHost: test\r\n\r\n",
                &long[..8 * 1024]
            ))
            .status,
        404,
        "8 KiB are not too long"
    );
}

#[test]
fn what_sdmx_does_not_find_or_offer_is_said_in_a_message_of_its_own() {
    let server = Server::serve(&[]);
    for (target, status, code) in [
        ("/sdmx/data/NONE", 404, "100"),
        ("/sdmx/none", 404, "100"),
        ("/sdmx/categoryscheme", 501, "501"),
        ("/sdmx/data/MACRO?updatedAfter=2020-01-01", 501, "501"),
    ] {
        let response = server.get(target, "");
        assert_eq!(
            (response.status, response.the("Content-Type")),
            (status, "application/xml"),
            "{target}"
        );
        assert_eq!(response.the("Cache-Control"), "no-store");
        assert_eq!(response.the("Access-Control-Allow-Origin"), "*");
        let message = String::from_utf8(response.body).unwrap();
        assert!(message.contains(&format!(
            "<mes:ErrorMessage code=\"{code}\"><com:Text xml:lang=\"en\">"
        )));
    }
}

#[test]
fn people_are_told_in_a_page_that_there_is_none() {
    let server = Server::serve(&[]);
    for (path, lang, heading) in [
        ("/nowhere", "ru", "Страница не\u{a0}найдена"),
        ("/en/nowhere", "en", "Page not found"),
        ("/data.json/", "ru", "Страница не\u{a0}найдена"),
        ("/view/no_such_key", "ru", "Страница не\u{a0}найдена"),
        ("/en/view/no.such.key", "en", "Page not found"),
    ] {
        // Programs, which do not ask for a page, are answered in JSON that pages of other origins may read.
        let told = server.get(path, "Accept: */*\r\n");
        check(&told);
        assert_eq!(told.json()["code"], "unknown_path", "{path}");

        let response = server.get(path, "Accept: text/html,*/*;q=0.8\r\n");
        assert_eq!(
            (response.status, response.the("Content-Language")),
            (404, lang),
            "{path}"
        );
        assert_eq!(response.the("Content-Type"), "text/html; charset=utf-8");
        assert_eq!(response.the("Cache-Control"), "no-store");
        assert!(
            response
                .the("Content-Security-Policy")
                .starts_with("default-src 'none'")
        );
        assert!(
            String::from_utf8_lossy(&response.body).contains(&format!("<h1>{heading}</h1>")),
            "{path}"
        );
    }
}

/// At every path without a resource, a client that accepts no page gets JSON that any page may read.
#[test]
fn errors_are_json_unless_a_page_is_accepted() {
    const JSON: &str = "application/json; charset=utf-8";
    let server = Server::serve(&[]);
    for (path, is_page_offered) in [
        ("/data/none.json", false),
        ("/en/data/usd/none.csv", false),
        ("/data", true),
        ("/en/data.json/", true),
        ("/api/v1/usd", true),
        ("/view/none", true),
    ] {
        for accept in ["", "Accept: */*\r\n", "Accept: text/html\r\n"] {
            let answer = server.get(path, accept);
            let is_page = is_page_offered && accept.contains("html");
            let media_type = if is_page {
                "text/html; charset=utf-8"
            } else {
                JSON
            };

            assert_eq!(answer.status, 404, "{path} {accept}");
            assert_eq!(answer.the("Content-Type"), media_type, "{path} {accept}");
            assert_eq!(
                answer.header("Access-Control-Allow-Origin"),
                (!is_page).then_some("*"),
                "{path} {accept}"
            );
        }
    }
}

#[test]
fn a_slash_too_many_or_too_few_leads_to_the_page() {
    let server = Server::serve(&[]);
    let key = server.get("/data.json", "").json()["metrics"][0]["key"]
        .as_str()
        .expect("a key")
        .to_owned();
    for (path, right) in [
        ("/en".to_owned(), "/en/".to_owned()),
        ("/en?".to_owned(), "/en/".to_owned()),
        ("/en?x=1&y".to_owned(), "/en/?x=1&y".to_owned()),
        (format!("/view/{key}/"), format!("/view/{key}")),
        (
            format!("/en/view/{key}/?pretty=0"),
            format!("/en/view/{key}?pretty=0"),
        ),
        ("/search/".to_owned(), "/search".to_owned()),
        (
            "/en/search/?q=usd".to_owned(),
            "/en/search?q=usd".to_owned(),
        ),
    ] {
        let mut client = server.connect();
        for method in ["GET", "HEAD"] {
            let response = client.ask(&format!("{method} {path} HTTP/1.1\r\nHost: test\r\n\r\n"));
            check(&response);
            assert_eq!(
                (response.status, response.the("Location")),
                (301, &*right),
                "{path}"
            );
        }

        assert_eq!(server.get(&right, "").status, 200, "{right}");
    }
}

#[test]
fn a_file_to_keep_has_a_name_of_its_own() {
    let server = Server::serve(&[]);
    let key = server.get("/data.json", "").json()["metrics"][0]["key"]
        .as_str()
        .expect("a key")
        .to_owned();
    for (path, name) in [
        (
            format!("/data/{key}/history.csv"),
            format!("{key}-history.csv"),
        ),
        ("/en/data.csv".to_owned(), "data.csv".to_owned()),
        ("/calendar.ics".to_owned(), "calendar.ics".to_owned()),
        (
            "/sdmx/data/MACRO?format=csv".to_owned(),
            "sdmx-all.csv".to_owned(),
        ),
    ] {
        assert_eq!(
            server.get(&path, "").the("Content-Disposition"),
            format!("inline; filename=\"{name}\"")
        );
    }

    assert!(
        server
            .get("/data.json", "")
            .header("Content-Disposition")
            .is_none()
    );
}

#[test]
fn a_path_has_one_spelling_and_its_query_is_decoded() {
    let server = Server::serve(&[]);
    let mut client = server.connect();
    let pretty = client
        .ask("GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n")
        .body;
    let compact = client
        .ask("GET /data.json?pretty=0 HTTP/1.1\r\nHost: test\r\n\r\n")
        .body;
    assert!(compact.len() < pretty.len());
    for (target, is_compact) in [
        ("HTTP://example.org:8080/data.json?pretty=0", true),
        ("https://[::1]/data.json", false),
        ("/data.json?pretty=0&pretty=1", false),
        ("/data.json?_=1234&%70retty=%30&x", true),
        ("/data.json?PRETTY=0", false),
    ] {
        let response = client.ask(&format!("GET {target} HTTP/1.1\r\nHost: test\r\n\r\n"));
        assert_eq!(response.status, 200, "{target}");
        assert!(
            response.body
                == if is_compact {
                    &compact[..]
                } else {
                    &pretty[..]
                },
            "{target}"
        );
    }

    for target in [
        "/%64ata.json",
        "/data%2Ejson",
        "/data%2Fusd.json",
        "/data/usd%2Fhistory.json",
        "/%6detrics",
        "/status%2ejson",
        "/%73dmx/dataflow",
        "//metrics",
        "/./metrics",
        "/metrics/",
        "http://test/metrics",
        "http://test/status.json",
    ] {
        assert_eq!(
            client
                .ask(&format!("GET {target} HTTP/1.1\r\nHost: test\r\n\r\n"))
                .status,
            404,
            "{target}"
        );
    }

    // Clients of SDMX encode what stands in a key.
    for target in [
        "/sdmx/data/MACRO/M.AZ.m2",
        "/sdmx/data/MACRO/M%2EAZ%2Em2",
        "/sdmx/data/MACRO/M.AZ.m2%2Bm3",
    ] {
        assert_eq!(server.get(target, "").status, 200, "{target}");
    }
}

#[test]
fn a_page_of_another_origin_may_follow_where_it_may_read() {
    let server = Server::serve(&[]);
    for (path, location, may_read) in [
        (
            "/data/USD/history.json?last=1",
            "/data/usd/history.json?last=1",
            true,
        ),
        ("/en/data/USD/chart.svg", "/en/data/usd/chart.svg", true),
        ("/sdmx/", "/sdmx/dataflow", true),
        ("/sdmx", "/sdmx/dataflow", true),
        ("/en", "/en/", false),
        ("/view/USD", "/view/usd", false),
    ] {
        let (moved, page) = (server.get(path, ""), server.get(location, ""));
        assert_eq!(
            (moved.status, moved.the("Location"), page.status),
            (301, location, 200),
            "{path}"
        );
        for name in [
            "Access-Control-Allow-Origin",
            "Access-Control-Expose-Headers",
        ] {
            assert_eq!(moved.header(name), page.header(name), "{path}");
            assert_eq!(moved.header(name).is_some(), may_read, "{path}");
        }
    }
}

#[test]
fn a_picture_that_is_opened_as_a_document_loads_and_runs_nothing() {
    let server = Server::serve(&[]);
    for path in [
        "/data/usd/chart.svg",
        "/en/data/usd/chart.svg",
        "/favicon.svg",
    ] {
        let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
        assert_eq!(
            server.get(path, "").the("Content-Security-Policy"),
            policy,
            "{path}"
        );
    }
}

#[test]
fn options_is_answered_everywhere() {
    let server = Server::serve(&[]);
    let mut client = server.connect();
    for target in [
        "/data.json",
        "/en/data.json",
        "/data/no_such_key.json",
        "/nowhere",
        "*",
        "/healthz",
    ] {
        let response = client.ask(&format!(
            "OPTIONS {target} HTTP/1.1\r\nHost: test\r\nOrigin: https://example.org\r\nAccess-Control-Request-Method: GET\r\n\r\n"
        ));
        check(&response);
        assert_eq!(
            (response.status, response.the("Access-Control-Allow-Origin")),
            (204, "*"),
            "{target}"
        );
        assert_eq!(
            response.the("Access-Control-Allow-Methods"),
            "GET, HEAD, OPTIONS"
        );
        assert_eq!(response.the("Access-Control-Max-Age"), "86400");
    }

    let data = client.ask("GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n");
    let exposed =
        "ETag, Last-Modified, Content-Language, Snapshot-Id, Content-Range, Accept-Ranges";
    assert_eq!(data.the("Access-Control-Expose-Headers"), exposed);
    assert_eq!(
        data.the("Cache-Control"),
        "public, max-age=900, stale-while-revalidate=86400, stale-if-error=86400"
    );
}

/// The text format 0.0.4: the meaning and the type of a family, then its samples, each a name, labels and a number.
#[test]
fn metrics_are_families_of_samples() {
    let text = Server::serve(&[]).text("/metrics");
    let mut families = text
        .strip_prefix("# HELP ")
        .expect("a family")
        .split("\n# HELP ")
        .peekable();
    while let Some(family) = families.next() {
        let (meaning, rest) = family.split_once("\n# TYPE ").expect("a type");
        let (name, meaning) = meaning.split_once(' ').expect("a meaning");
        let (kind, samples) = rest.split_once('\n').unwrap_or((rest, ""));
        assert!(
            !meaning.is_empty()
                && [format!("{name} gauge"), format!("{name} counter")].contains(&kind.into())
        );
        assert_eq!(
            families.peek().is_none(),
            samples.ends_with('\n'),
            "{family}"
        );
        for sample in samples.lines() {
            let (series, value) = sample.rsplit_once(' ').expect("a value");
            let labels = series.strip_prefix(name).expect("the family's name");
            assert!(
                labels.is_empty() || labels.starts_with('{') && labels.ends_with("\"}"),
                "{sample}"
            );
            assert!(
                !value.is_empty() && value.bytes().all(|byte| b"0123456789.-".contains(&byte)),
                "{sample}"
            );
        }
    }
}

/// `/metrics` counts the answers as clients got them: each in its class, and each byte of head and body.
#[test]
fn what_was_answered_is_counted() {
    const NAMES: [&str; 6] = [
        "requests_total{class=\"2xx\"}",
        "requests_total{class=\"3xx\"}",
        "requests_total{class=\"4xx\"}",
        "requests_total{class=\"5xx\"}",
        "malformed_requests_total",
        "response_bytes_total",
    ];

    let server = Server::serve(&[]);
    let answer = |line: &str, headers: &str| {
        let request =
            format!("{line} HTTP/1.1\r\nHost: test\r\n{headers}Connection: close\r\n\r\n");
        server.connect().send(request).rest()
    };
    let count = || {
        let metrics = answer("GET /metrics", "");
        let text = String::from_utf8(metrics.clone()).expect("UTF-8");
        let counted = NAMES.map(|name| {
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix(&format!("indicatord_http_{name} ")));
            line.unwrap_or_else(|| panic!("{name} in {text}"))
                .parse::<usize>()
                .expect("a number")
        });
        (counted, metrics.len())
    };

    // The answer with the counts is counted itself once it has been written.
    let (before, mut bytes) = count();
    for (line, headers) in [
        ("GET /data.json", ""),
        ("HEAD /data.json", ""),
        ("OPTIONS /data.json", ""),
        ("GET /data.json", "If-None-Match: *\r\n"),
        ("GET /en", ""),
        ("GET /nowhere", ""),
        (&format!("GET /{}", "x".repeat(9000)), ""),
    ] {
        bytes += answer(line, headers).len();
    }

    let (after, _) = count();
    let since: Vec<usize> = before
        .into_iter()
        .zip(after)
        .map(|(before, after)| after - before)
        .collect();
    assert_eq!(since, [4, 2, 2, 0, 0, bytes]);
}

#[test]
fn tags_and_snapshot_are_the_same_on_every_replica() {
    let (one, other) = (Server::serve(&[]), Server::serve(&[]));
    for path in ["/data.json", "/en/data.json"] {
        let (a, b) = (one.get(path, ""), other.get(path, ""));
        assert_eq!(
            (a.the("ETag"), a.the("Snapshot-Id")),
            (b.the("ETag"), b.the("Snapshot-Id"))
        );
        assert!(a.body == b.body);
    }
}
