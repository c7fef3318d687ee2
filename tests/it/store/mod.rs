//! Releases: publications, what is refused, two people, bundles, faults.

mod bundles;
mod carried;
mod faults;
mod guards;
mod kinds;
mod model;
mod publish;
mod releases;
mod status;
