//! Pages for people: an overview and a page for each indicator, without a script and without a request to anywhere
//! but for the one stylesheet.

mod assets;
mod chart_svg;
mod facts;
mod figures;
mod indicator;
mod inputs;
mod layout;
mod method;
mod observations;
mod overview;
mod picture;
mod usage;

pub use assets::{CSS, ICON, chart_picture, content, indicator_page};
pub use chart_svg::PictureInput;
pub use figures::written;
pub use inputs::{IndicatorInput, of as inputs};
pub use layout::{MissingPage, Service};
pub use method::MethodPage;
pub use overview::OverviewPage;
pub use usage::UsagePage;
