//! Damaged input: datasets and requests with bytes flipped, cut, swapped and spliced, the same ones in every
//! run. Nothing panics, nothing hangs, nothing is mixed; every refusal names a file; every request is answered or its
//! connection closed.
//!
//! 500 of each here. `tests/mutated/run PROGRAM COUNT SEED` takes any number, and any program.

mod damage;
mod datasets;
mod reloads;
mod requests;

/// How many mutations are tried, and the seed that they begin with; printed, so that a failure can be had again.
fn extent() -> (u64, u64) {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().expect("a whole number"))
    };
    let (count, seed) = (
        number("INDICATORD_MUTATIONS", 500),
        number("INDICATORD_SEED", 1),
    );
    println!("{count} mutations, seed {seed}");
    (count, seed)
}
