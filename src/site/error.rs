//! Why a page could not be written, which no checked dataset brings about.

use std::fmt;

use super::xlsx::TooLarge;

/// What stopped the writer of a page.
#[derive(Debug)]
pub enum SiteError {
    /// A view could not be written as JSON.
    Json(serde_json::Error),
    /// A row could not be written as CSV.
    Csv(csv::Error),
    /// A template could not be filled in.
    Template(askama::Error),
    /// A workbook is larger than its format allows.
    Workbook(TooLarge),
    /// A text is not UTF-8.
    Text(std::string::FromUtf8Error),
}

impl fmt::Display for SiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SiteError::Json(error) => error.fmt(f),
            SiteError::Csv(error) => error.fmt(f),
            SiteError::Template(error) => error.fmt(f),
            SiteError::Workbook(error) => error.fmt(f),
            SiteError::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SiteError {}

impl From<serde_json::Error> for SiteError {
    fn from(error: serde_json::Error) -> Self {
        SiteError::Json(error)
    }
}

impl From<TooLarge> for SiteError {
    fn from(error: TooLarge) -> Self {
        SiteError::Workbook(error)
    }
}

impl From<csv::Error> for SiteError {
    fn from(error: csv::Error) -> Self {
        SiteError::Csv(error)
    }
}

impl From<askama::Error> for SiteError {
    fn from(error: askama::Error) -> Self {
        SiteError::Template(error)
    }
}

impl From<std::string::FromUtf8Error> for SiteError {
    fn from(error: std::string::FromUtf8Error) -> Self {
        SiteError::Text(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_is_what_is_said() {
        let text = || String::from_utf8(vec![0xff]).unwrap_err();
        assert_eq!(SiteError::from(text()).to_string(), text().to_string());
        assert_eq!(SiteError::from(askama::Error::Fmt).to_string(), askama::Error::Fmt.to_string());
        assert_ne!(text().to_string(), askama::Error::Fmt.to_string());
    }
}
