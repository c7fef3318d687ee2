//! The program without its `main`, and one input of libFuzzer for the reader that `INDICATORD_READER` names.
#![no_main]
#![allow(dead_code, unused_imports)]

#[path = "../../src/cli/mod.rs"]
mod cli;
#[path = "../../src/commands/mod.rs"]
mod commands;
#[path = "../../src/compare/mod.rs"]
mod compare;
#[path = "../../src/console/mod.rs"]
mod console;
#[path = "../../src/daemon/mod.rs"]
mod daemon;
#[path = "../../src/dataset/mod.rs"]
mod dataset;
#[path = "../../src/directory/mod.rs"]
mod directory;
#[path = "../../src/hash.rs"]
mod hash;
#[path = "../../src/imports/mod.rs"]
mod imports;
#[path = "../../src/messages/mod.rs"]
mod messages;
#[path = "../../src/model/mod.rs"]
mod model;
mod readers;
#[path = "../../src/server/mod.rs"]
mod server;
#[path = "../../src/site/mod.rs"]
mod site;
#[path = "../../src/store/mod.rs"]
mod store;

use std::sync::LazyLock;

static READ: LazyLock<readers::Reader> = LazyLock::new(|| {
    let name = std::env::var("INDICATORD_READER").unwrap();
    let mut readers = readers::READERS.into_iter();
    readers.find(|(known, _)| *known == name).unwrap().1
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| READ(input));
