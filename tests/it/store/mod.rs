//! Releases: publications, what is refused, two people, bundles, faults.

mod bundles;
mod faults;
mod guards;
mod kinds;
mod model;
mod publish;
mod releases;
