//! The examples of proxies fit the server that they stand before.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::support::server::Server;
use crate::support::{export, project};

/// Seconds after which the server closes an idle connection.
const IDLE: u64 = 75;

fn example(name: &str) -> String {
    fs::read_to_string(project("packaging/examples").join(name)).unwrap()
}

/// The number behind a text in a file, before a unit or the end of its line.
fn number_after(file: &str, text: &str) -> u64 {
    let (_, rest) = file.split_once(text).unwrap();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// The parameters that nginx.conf keeps the answers of, of those resources whose pattern begins so.
fn parameters_kept(nginx: &str, pattern: &str) -> BTreeSet<String> {
    let mut lines = nginx.lines();
    let line = lines
        .find(|line| line.trim_start().starts_with(pattern))
        .unwrap();
    let (_, list) = line.split_once("\\?(?:(?:").unwrap();
    let (list, others) = list.split_once(")=[^&]*(?:&|$)").unwrap();
    let others = others.split('|').filter_map(|text| text.split_once('='));
    let others = others.map(|(name, _)| name);
    list.split('|').chain(others).map(str::to_owned).collect()
}

#[test]
fn nginx_keeps_pages_by_every_parameter_that_is_described() {
    let nginx = example("nginx.conf");
    let of_tables = parameters_kept(&nginx, "\"~^[^?]*/(?:history|");
    let of_sdmx = parameters_kept(&nginx, "\"~^[^?]*/sdmx/");
    let api = Server::serve(&[]).get("/openapi.json", "").json();

    let (mut tables, mut sdmx) = (BTreeSet::new(), BTreeSet::new());
    for (path, methods) in api["paths"].as_object().unwrap() {
        for parameter in methods["get"]["parameters"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let resolved = match parameter["$ref"].as_str() {
                Some(reference) => api.pointer(reference.trim_start_matches('#')).unwrap(),
                None => parameter,
            };

            // Results of a search are written for one reader.
            if resolved["in"] != "query" || resolved["name"] == "q" {
                continue;
            }

            let name = resolved["name"].as_str().unwrap().to_owned();
            match path.starts_with("/sdmx/") {
                true => sdmx.insert(name),
                false => tables.insert(name),
            };
        }
    }

    assert_eq!(of_tables, tables);
    assert_eq!(of_sdmx, sdmx);
}

/// An export has no headers: the file that serves it has to name the type of each ending.
#[test]
fn nginx_gives_files_of_an_export_the_types_of_the_service() {
    let nginx = example("nginx-static.conf").replace('"', "");
    let server = Server::serve(&["--public-url", "https://stat.example"]);
    let tree = export(
        &project("dataset"),
        &["--public-url", "https://stat.example"],
    );

    let mut first_of_each = BTreeMap::new();
    for path in tree.keys() {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_sdmx = ending == "xml" && path.starts_with("nsdp/");
        first_of_each.entry((is_sdmx, ending)).or_insert(path);
    }

    assert!(first_of_each.len() > 10, "{first_of_each:?}");

    for ((is_sdmx, ending), file) in first_of_each {
        let path = match ending {
            "html" => "/".to_owned(),
            _ => format!("/{file}"),
        };

        let answer = server.get(&path, "");
        let media_type = answer.the("Content-Type");
        let expected = match (is_sdmx, ending) {
            (true, _) | (_, "") => format!("default_type {media_type};"),
            _ => format!("{media_type} {ending};"),
        };

        let words: Vec<&str> = nginx.split_whitespace().collect();
        let is_named = words.join(" ").contains(&expected);
        assert!(is_named, "{file}: {media_type}");
    }
}

#[test]
fn every_proxy_ends_idle_connections_before_the_server_does() {
    let service = example("../systemd/indicatord.conf");
    assert_eq!(number_after(&service, "--idle-timeout "), IDLE);
    for (name, text) in [
        ("nginx.conf", "    keepalive_timeout "),
        ("Caddyfile", "keepalive "),
        ("apache.conf", " ttl="),
        ("varnish.vcl", "(backend_idle_timeout "),
    ] {
        assert!(number_after(&example(name), text) < IDLE, "{name}");
    }
}

#[test]
fn every_proxy_closes_what_is_not_for_the_world() {
    for (name, lines) in [
        (
            "nginx.conf",
            &["location ~ ^/(?:metrics|status\\.json)$ {"][..],
        ),
        (
            "Caddyfile",
            &["@watch path /metrics /status.json", "respond @watch 404"],
        ),
        (
            "apache.conf",
            &["ProxyPass /metrics !", "ProxyPass /status.json !"],
        ),
        ("varnish.vcl", &["req.url ~ \"^/(metrics|status\\.json)\""]),
    ] {
        let text = example(name);
        for line in lines {
            assert!(text.contains(line), "{name} lacks {line}");
        }
    }

    let smoke = fs::read_to_string(project("packaging/smoke.sh")).unwrap();
    assert!(!smoke.contains("/metrics") && !smoke.contains("/status.json"));
}
