//! Values on a limit; `tests/bad.txt` has what lies beyond.

use std::fs;

use crate::dataset::*;

type Tree = BTreeMap<String, Vec<u8>>;

/// Every file below a directory, by its path from `root`.
fn files_below(root: &Path, directory: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(root, &path, tree);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            tree.insert(name.to_owned(), fs::read(&path).unwrap());
        }
    }
}

fn tree(root: &Path) -> Tree {
    let mut files = Tree::new();
    files_below(root, root, &mut files);
    files
}

/// The report on the valid dataset with other bytes in some files.
fn report(base: &Tree, changed: &Tree) -> String {
    let mut files = base.clone();
    files.extend(changed.clone());
    let files: Vec<DataFile> = files.into_iter().map(|(path, bytes)| DataFile { path, bytes }).collect();
    let at = "2026-11-20T09:00:00+04:00".parse().unwrap();
    let diagnostics = match check(&files, at, Diagnostics::default()) {
        Ok(dataset) => dataset.report(),
        Err(diagnostics) => diagnostics,
    };
    diagnostics.text(Lang::En)
}

#[test]
fn what_lies_on_a_limit_is_no_mistake() {
    let base = tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/base"));
    assert_eq!(report(&base, &Tree::new()), "0 errors, 0 warnings\n");
    let with = |path: &str, before: &str, after: &str| {
        let text = String::from_utf8(base[path].clone()).unwrap();
        assert!(text.contains(before), "{path} has no {before}");
        report(&base, &Tree::from([(path.to_owned(), text.replacen(before, after, 1).into_bytes())]))
    };
    let good = "0 errors, 0 warnings\n";
    assert_eq!(with("checks.csv", "T08:00:00", "T09:00:00"), good, "checked at the instant itself");
    let bounds = "\"min\": \"45310\", \"max\": \"45310\"";
    let said = with("indicators/m2.json", "\"maxChangePct\": \"50\"", bounds);
    assert!(said.contains("\n0 errors, "), "{said}");
    let longest = "x".repeat(crate::model::Reference::MAX_LENGTH);
    let cells = |reference: &str, flag: &str| {
        let header = "date,value,published,reported_change_pct";
        let before = format!("{header}\n2026-06-30,44871.2,2026-07-14,1.1\n");
        let after = format!("{header},ref,flag\n2026-06-30,44871.2,2026-07-14,1.1,{reference},{flag}\n");
        let rest = String::from_utf8(base["indicators/m2.csv"].clone()).unwrap();
        let rest = rest.strip_prefix(&before).unwrap().replace('\n', ",,\n");
        report(&base, &Tree::from([("indicators/m2.csv".to_owned(), (after + &rest).into_bytes())]))
    };
    let [first, second] =
        [crate::model::Flag::ALL[0], crate::model::Flag::ALL[1]].map(crate::model::Flag::name);
    assert_eq!(cells(&longest, &format!("{first} {second}")), good);
    for (reference, flag) in
        [(format!("{longest}x"), first.to_owned()), (longest, format!("{first}  {second}"))]
    {
        let said = cells(&reference, &flag);
        assert!(
            said.starts_with("indicators/m2.csv:2: ") && said.ends_with("1 error, 0 warnings\n"),
            "{said}"
        );
    }
}
