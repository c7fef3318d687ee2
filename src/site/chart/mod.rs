//! The history of an indicator as a picture that does not mislead [D15.1 to D15.8]: where everything stands, in
//! parts of a field. A page and a picture of its own write it down, each in its way.

mod drawing;
mod groups;
mod labels;
mod palette;
mod panel;
mod parts;
mod path;
#[cfg(test)]
pub mod samples;
mod scale;
mod sparkline;
mod time;
mod view;
mod years;

pub use drawing::{Stroke, StrokeKind};
pub use labels::End;
pub use panel::Panel;
pub use parts::{Chart, Part};
pub use sparkline::{Sparkline, Window};
pub use view::{ChartView, Subject};
