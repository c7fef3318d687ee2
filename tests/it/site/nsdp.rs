//! The National Summary Data Page and its files: what they have of a dataset, and what they never have. That they are valid
//! SDMX, and are read by others, `tests/clients/nsdp.py` shows.

use std::fs;

use crate::support::server::Server;
use crate::support::{TempDir, outcome, replace, tree, write};

const NSDP: &str = r#""sdmx": { "agency": "AG", "dataflow": "MACRO", "refArea": "XX", "refAreaName": { "ru": "Страна", "en": "Country" } },
  "nsdp": {
    "refArea": "XX",
    "dsbb": "https://dsbb.example/xx",
    "seasonal": { "ru": "Без корректировки.", "en": "Not adjusted." },
    "categories": [
      { "id": "EXR", "name": { "ru": "Курсы", "en": "Exchange rates" }, "sector": "external" },
      { "id": "01R", "name": { "ru": "Оплата труда", "en": "Wages" }, "sector": "real" }
    ]
  },
  "units""#;

/// The fixture `clean` with its rate in one data category, and in another its wages, of which these rows are known.
fn dataset(dir: &TempDir, wages: &str) -> String {
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let file = |path: &str| dataset.join(path);
    replace(&file("dataset.json"), "\"units\"", NSDP);
    replace(
        &file("dataset.json"),
        "\"en\": \"AZN\" }",
        "\"en\": \"AZN\", \"sdmx\": { \"unitMeasure\": \"AZN\" } }",
    );
    for (key, category, code) in [("usd", "EXR", "ENDE"), ("wage", "01R", "LME")] {
        let series = format!(
            "{{ \"nsdp\": [{{ \"category\": \"{category}\", \"indicator\": \"{code}\", \"counterpart\": \"_Z\" }}],"
        );
        let path = file(&format!("indicators/{key}.json"));
        let text = fs::read_to_string(&path).unwrap();
        write(&path, text.replacen('{', &series, 1));
    }

    write(
        &file("indicators/wage.csv"),
        format!("date,value,published,not_before\n{wages}"),
    );
    dataset.to_str().unwrap().to_owned()
}

#[test]
fn a_file_has_the_series_of_a_data_category_in_the_structure_of_the_imf() {
    let dir = TempDir::new();
    let dataset = dataset(
        &dir,
        "2026-09,1100.50,2026-10-20,\n2026-10,1103.8,2026-11-19,\n2026-11,9999,,2062-12-12T09:00:00+04:00\n",
    );
    let server = Server::serve(&["--dataset", &dataset]);
    let answer = server.get("/nsdp/01R.xml", "");
    assert_eq!(
        answer.header("content-type"),
        Some("application/vnd.sdmx.structurespecificdata+xml; version=2.1")
    );
    assert_eq!(
        answer.header("content-disposition"),
        Some("inline; filename=\"nsdp-01R.xml\"")
    );
    let text = server.text("/nsdp/01R.xml");
    let (head, series) = text.split_once("<Series").unwrap();
    let space = "urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=IMF:ECOFIN_DSD(1.0):ObsLevelDim:TIME_PERIOD";
    assert!(
        head.contains(&format!(
            "namespace=\"{space}\" dimensionAtObservation=\"TIME_PERIOD\""
        )),
        "{head}"
    );
    assert!(
        head.contains(
            "<mes:Prepared>2026-11-19T00:00:00+04:00</mes:Prepared><mes:Sender id=\"AG\"/>"
        ),
        "{head}"
    );
    let expected = " DATA_DOMAIN=\"01R\" REF_AREA=\"XX\" INDICATOR=\"LME\" COUNTERPART_AREA=\"_Z\" FREQ=\"M\" UNIT_MULT=\"0\" TIME_FORMAT=\"P1M\">\n\
        <Obs TIME_PERIOD=\"2026-09\" OBS_VALUE=\"1100.5\" OBS_STATUS=\"A\"/>\n\
        <Obs TIME_PERIOD=\"2026-10\" OBS_VALUE=\"1103.8\" OBS_STATUS=\"A\"/>\n\
        </Series>\n</mes:DataSet>\n</mes:StructureSpecificData>\n";
    assert_eq!(series, expected);
    for path in [
        "/nsdp/01r.xml",
        "/nsdp/NAG.xml",
        "/nsdp/.xml",
        "/nsdp/01R",
        "/en/nsdp/01R.xml",
    ] {
        assert_eq!(server.get(path, "").status, 404, "{path}");
    }

    let page = server.text("/en/nsdp");
    for part in [
        "<h1><bdi>National Summary Data Page: Country</bdi></h1>",
        "Last updated: 19",
        "https://dsbb.example/xx",
        "Not adjusted.",
        "href=\"#real\">Real sector",
        "href=\"#external\">External sector",
        "href=\"/nsdp/01R.xml\"",
        "1,103.8",
        "1,100.5",
        "href=\"/en/view/wage#details\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }

    assert!(!page.contains("9999") && !page.contains("9,999"));
    assert!(server.text("/").contains("href=\"/nsdp\""));
    assert!(
        server
            .text("/en/view/usd")
            .contains("href=\"/nsdp/EXR.xml\"")
    );
    let out = dir.join("out");
    assert_eq!(
        outcome(&["export", out.to_str().unwrap(), "--dataset", &dataset]).0,
        0
    );
    let tree = tree(&out);
    assert_eq!(String::from_utf8_lossy(&tree["nsdp/01R.xml"]), text);
    assert!(tree.contains_key("nsdp/EXR.xml") && tree.contains_key("en/nsdp/index.html"));
}

#[test]
fn a_data_category_whose_figures_wait_is_not_there_and_check_says_so() {
    let dir = TempDir::new();
    let dataset = dataset(&dir, "2026-10,1103.8,,2062-12-12T09:00:00+04:00\n");
    let (code, stdout, _) = outcome(&["check", &dataset, "--lang", "en"]);
    let said =
        "warning: data category `01R` has no public figure, and `/nsdp/01R.xml` answers 404: ";
    assert!(
        code == 0 && stdout.contains(said) && !stdout.contains("`EXR`"),
        "{stdout}"
    );
    let server = Server::serve(&["--dataset", &dataset]);
    assert_eq!(server.get("/nsdp/01R.xml", "").status, 404);
    assert_eq!(server.get("/nsdp/EXR.xml", "").status, 200);
    for path in ["/nsdp", "/en/nsdp"] {
        let page = server.text(path);
        assert!(
            !page.contains("01R") && !page.contains("Wages") && !page.contains("id=\"real\""),
            "{page}"
        );
    }
}

#[test]
fn a_dataset_without_the_page_has_nothing_of_it() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let server = Server::serve(&[
        "--dataset",
        dataset.to_str().unwrap(),
        "--public-url",
        "https://example.org",
    ]);
    for path in ["/nsdp", "/en/nsdp", "/nsdp/EXR.xml"] {
        assert_eq!(server.get(path, "").status, 404, "{path}");
    }

    for path in ["/", "/openapi.json", "/sitemap.xml"] {
        assert!(!server.text(path).contains("nsdp"), "{path}");
    }
}
