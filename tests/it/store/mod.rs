//! Releases: publications, what is refused, two people, bundles, faults.

mod beside_publications;
mod bundle_numbers;
mod bundles;
mod carried;
mod corrections;
mod day;
mod embargo_model;
mod faults;
mod guards;
mod kinds;
mod model;
mod on_call;
mod publications;
mod publish;
mod releases;
mod rollback;
mod settings;
mod slips;
mod status;
mod terminal;
mod warnings;
