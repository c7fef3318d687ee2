//! Pages for people: an overview and a page for each indicator, without a request to anywhere but for
//! the one stylesheet and the one script, which no page needs.

mod category;
mod change;
mod chart_svg;
mod facts;
mod figures;
mod indicator;
mod inputs;
mod latest;
mod layout;
mod linked_data;
mod method;
mod nsdp;
mod observations;
mod overview;
mod picture;
mod publication_dates;
mod row;
mod search;
mod variants;

use super::*;

use super::chart::{Canvas, Chart, Quantity};
use super::text::{OverviewWords, PageWords};
use facts::with_previous;
use figures::StatusFigure;
use inputs::{Member, chart_view};
use layout::{Layout, Link, Subject};
use observations::revisions;
use picture::Picture;
use row::{Row, Shared};

pub use category::{CategoryInput, category_page};
pub use change::Change;
pub use chart_svg::chart_picture;
pub use figures::Figure;
pub use figures::{written_alone, written_from};
pub use indicator::indicator_page;
pub use inputs::{IndicatorInput, inputs};
pub use layout::{CSS, ICON, MissingPage, SCRIPT, Service, content};
pub use method::{MethodPage, UsagePage};
pub use nsdp::NsdpPage;
pub use overview::OverviewPage;
pub use publication_dates::CalendarPage;
pub use search::{SearchPage, SearchView};
