//! Pages for people: an overview and a page for each indicator, without a request to anywhere but for
//! the one stylesheet and the one script, which no page needs.

mod category;
mod charts;
mod facts;
mod figures;
mod indicator;
mod inputs;
mod layout;
mod method;
mod nsdp;
mod observations;
mod overview;
mod publications;
mod search;

use super::*;

use super::chart::{Canvas, Chart, FURTHER, PAGE, Parts, Quantity, Room, Sparkline, Stroke, Window};
use super::text::PageWords;
use facts::{beside, former, next_publication, with_previous};
use inputs::{Member, chart_view, drawn_to};
use layout::{Layout, Link};
use observations::revisions;
use overview::{IndicatorRow, TableContext};
use publications::{CategoryName, PublicationDates, Week};

pub use category::{CategoryInputs, category_page};
pub use charts::chart_picture;
pub use figures::{Change, Figure, written_alone, written_from};
pub use indicator::indicator_page;
pub use inputs::{PageInputs, page_inputs};
pub use layout::{CSS, ICON, MissingPage, SCRIPT, Service, content};
pub use method::{MethodPage, UsagePage};
pub use nsdp::NsdpPage;
pub use overview::OverviewPage;
pub use publications::CalendarPage;
pub use search::{SearchPage, SearchView};
