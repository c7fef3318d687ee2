//! Indicators of quarters and of years, from the cell of a table to what people and programs are shown.

use crate::support::dataset::DatasetFixture;
use crate::support::server::Server;
use crate::support::{AT, write};

const DEFINITION: &str = r#"{
  "name": { "ru": "Ряд", "en": "Series" }, "unit": "azn", "periodType": "TYPE", "frequency": "FREQUENCY",
  "sourceStatus": "verified"
}"#;

/// A dataset with an indicator of quarters and one of years.
fn fixture() -> DatasetFixture {
    let fixture = DatasetFixture::new();
    for (key, period_type, frequency, rows) in [
        (
            "debt",
            "month_end",
            "Q",
            "2025-Q3,90,\n2025-12-31,95,\n2026-03,98,\n2026-Q2,99,\n",
        ),
        (
            "gdp",
            "year_to_date",
            "A",
            "2023,70,rounded gap\n2024-12-31,80,\n2025-12,90.5,gap\n",
        ),
    ] {
        let definition = DEFINITION
            .replace("TYPE", period_type)
            .replace("FREQUENCY", frequency);
        fixture.write(&format!("indicators/{key}.json"), definition);
        fixture.write(
            &format!("indicators/{key}.csv"),
            format!("date,value,flag\n{rows}"),
        );
    }

    fixture.replace("dataset.json", "\"usd\"", "\"debt\", \"gdp\", \"usd\"");
    fixture
}

#[test]
fn quarters_and_years_are_served_as_what_they_are() {
    let fixture = fixture();
    let (code, report, _) = fixture.run(&["record", "debt", "2026-Q3", "100.5"]);
    assert_eq!(code, 0, "{report}");
    assert!(
        fixture
            .read("indicators/debt.csv")
            .ends_with("2026-Q2,99,\n2026-Q3,100.5,\n")
    );
    fixture.refused(
        &["record", "debt", "2026-09-30", "101"],
        2,
        "100.5 is already recorded for 2026-09-30",
    );
    fixture.refused(
        &["record", "debt", "2026-08", "101"],
        2,
        "write `2026-09-30` or `2026-Q3`",
    );
    fixture.refused(
        &["record", "gdp", "2026-Q3", "91"],
        2,
        "write `2026-12-31` or `2026`",
    );

    let file = fixture.dir.join("import.csv");
    write(
        &file,
        "key,date,value\ndebt,2025-Q2,88\ndebt,2026-Q2,99\ngdp,2022,60\n",
    );
    let (code, _, complaints) = fixture.run(&[
        "import",
        file.to_str().unwrap(),
        "--allow",
        "date=debt",
        "--allow",
        "date=gdp",
    ]);
    assert_eq!(code, 0, "{complaints}");
    assert!(
        fixture
            .read("indicators/debt.csv")
            .starts_with("date,value,flag\n2025-Q2,88,\n2025-Q3,90,\n")
    );
    assert!(
        fixture
            .read("indicators/gdp.csv")
            .starts_with("date,value,flag\n2022,60,\n2023,70,rounded gap\n")
    );

    let out = fixture.dir.join("out");
    assert_eq!(
        fixture
            .run(&["export", out.to_str().unwrap(), "--at", AT])
            .0,
        0
    );
    let read = |path: &str| {
        std::fs::read_to_string(out.join(path))
            .unwrap()
            .replace('\u{a0}', " ")
    };
    let debt = read("data/debt.json");
    assert!(
        debt.contains("\"label\": \"На конец месяца · 30 сентября 2026\""),
        "{debt}"
    );
    assert!(
        debt.contains("\"yoy\": {\n      \"abs\": 10.5,\n      \"pct\": 11.67"),
        "{debt}"
    );
    assert!(debt.contains("\"mom\": {\n      \"abs\": null"), "{debt}");
    assert!(read("view/debt/index.html").contains("На конец III квартала 2026 года"));
    assert!(read("en/view/debt/index.html").contains("End-Q3 2026"));
    let explained = read("data/debt/explain.json");
    assert!(
        explained.contains("на конец III квартала 2025 года"),
        "{explained}"
    );
    assert!(explained.contains("Показатель квартальный."), "{explained}");
    assert!(
        explained.contains("\"result\": \"no_base\""),
        "the rule and its code stay: {explained}"
    );
    let gdp = read("view/gdp/index.html");
    assert!(
        gdp.contains("2025 год") && !gdp.contains("январь–декабрь"),
        "{gdp}"
    );
    let history = read("data/gdp/history.csv");
    assert!(
        history.starts_with("date,") && history.contains("2023-12-31,70,"),
        "{history}"
    );
}

#[test]
fn sdmx_has_quarters_and_years_of_their_own() {
    let fixture = fixture();
    let own = "\"sdmx\": { \"agency\": \"AG\", \"dataflow\": \"MACRO\", \"refArea\": \"XX\" },\n  \"units\"";
    fixture.replace("dataset.json", "\"units\"", own);
    let server = Server::of_dataset(&fixture.dataset);
    let table = server.text("/sdmx/data/MACRO/Q.XX.debt?format=csv");
    assert!(
        table.contains(",Q,XX,debt,2025-Q3,90,") && table.contains(",Q,XX,debt,2026-Q2,99,"),
        "{table}"
    );
    let table = server.text("/sdmx/data/MACRO/A.XX.gdp?format=csv");
    assert!(table.contains(",A,XX,gdp,2023,70,"), "{table}");
    assert!(
        table.contains(",rounded,"),
        "the note has what says something of the value: {table}"
    );
    let series = server.text("/sdmx/data/MACRO/Q.XX.debt");
    assert!(
        series.contains("<gen:ObsDimension value=\"2026-Q1\"/>"),
        "{series}"
    );
    let codes = server.text("/sdmx/codelist/AG/CL_FREQ");
    assert!(
        codes.contains("Quarterly") && codes.contains("Ежегодно"),
        "{codes}"
    );
}

/// The script reads a chart out by the names that its page gives: those of quarters where the page writes quarters.
#[test]
fn a_chart_of_quarters_is_read_out_by_quarters() {
    let fixture = fixture();
    let service = Server::of_dataset(&fixture.dataset);
    let quarters = |names: [&str; 4]| {
        let months: Vec<&str> = names.iter().flat_map(|name| [*name; 3]).collect();
        format!("\"months\":{}", serde_json::to_string(&months).unwrap()).replace('"', "&#34;")
    };
    let english = quarters(["Q1", "Q2", "Q3", "Q4"]);
    assert!(service.text("/en/view/debt").contains(&english));
    let russian = quarters(["I\u{a0}кв.", "II\u{a0}кв.", "III\u{a0}кв.", "IV\u{a0}кв."]);
    assert!(service.text("/view/debt").contains(&russian));
}
