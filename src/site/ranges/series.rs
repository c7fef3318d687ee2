//! `history.json` and `history.csv`: one series between a head and a tail.

use std::fmt;

use super::blocks::{Blocks, SeriesRows};
use super::query::{OF_SERIES, Parameter, Query};
use crate::model::{Indicator, Lang, Localized, Observation};
use crate::site::api_error::ApiError;
use crate::site::gzip::Effort;
use crate::site::inputs::SeriesContext;
use crate::site::json::Envelope;
use crate::site::page::{Assembled, Content, Form, Forms, Selectable, SiteError, Variant};
use crate::site::segment::Segment;

/// A resource that lists the observations of an indicator.
pub struct RowsResource {
    /// What stands before and after the rows, of which there may be none.
    pub envelope: fn(&Indicator, Lang, Form, is_empty: bool) -> Envelope,
    /// Rows, without anything before the first and after the last.
    pub rows: fn(&Indicator, &mut dyn Iterator<Item = &Observation>, Lang, Form) -> Vec<u8>,
    /// What stands between two rows.
    pub separator: &'static str,
    /// Whether the heads of all indicators are one text.
    pub is_head_common: bool,
}

/// A list of the observations of an indicator, in all its forms.
pub struct ListPage {
    series: SeriesRows,
    resource: &'static RowsResource,
    /// The head and the blocks. Empty where there is one block: a range that is not the whole page cuts it, and a head is
    /// soon written.
    parts: Blocks,
}

impl fmt::Debug for ListPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.series)
    }
}

impl RowsResource {
    /// The whole page in both languages, and what answers for a part of it.
    ///
    /// # Errors
    /// Those of its writers.
    pub fn page(&'static self, of: &SeriesContext<'_>) -> Result<(Localized<Content>, ListPage), SiteError> {
        let series = of.parts.rows.clone();
        let blocks = series.write(&self.rows);
        let heads = Localized::try_build(|lang| {
            Forms::try_build(|form| {
                let (head, _) = (self.envelope)(series.indicator(), lang, form, false)?;
                let is_common = self.is_head_common;
                Ok::<_, SiteError>(if is_common { of.memo.interned(head) } else { Segment::new(head) })
            })
        })?;
        let content = Localized::try_build(|lang| {
            Content::in_forms(|form| {
                let (head, blocks) = (heads.get(lang).get(form), blocks.get(lang).get(form));
                let indicator = series.indicator();
                let interned = |text| of.memo.interned(text);
                let segments = self.segments(indicator, Some(head), blocks, lang, form, &interned)?;
                Ok(Variant::of_segments(&segments))
            })
        })?;
        let parts = Localized::build(|lang| {
            Forms::build(|form| {
                let (head, blocks) = (heads.get(lang).get(form), blocks.get(lang).get(form));
                let parts = [head].into_iter().chain(blocks).cloned();
                if blocks.len() > 1 { parts.collect() } else { [].into() }
            })
        });
        Ok((content, ListPage { series, resource: self, parts }))
    }

    /// The page with these blocks of rows; `segment` is made of a text that stands between them.
    fn segments(
        &self,
        indicator: &Indicator,
        head: Option<&Segment>,
        blocks: &[Segment],
        lang: Lang,
        form: Form,
        segment: &dyn Fn(Vec<u8>) -> Segment,
    ) -> Result<Vec<Segment>, SiteError> {
        let (text, tail) = (self.envelope)(indicator, lang, form, blocks.is_empty())?;
        let separator =
            (blocks.len() > 1 && !self.separator.is_empty()).then(|| segment(self.separator.into()));
        let mut segments = vec![head.cloned().unwrap_or_else(|| segment(text))];
        for (number, block) in blocks.iter().enumerate() {
            segments.extend(separator.clone().filter(|_| number > 0));
            segments.push(block.clone());
        }
        segments.extend((!tail.is_empty()).then(|| segment(tail)));
        Ok(segments)
    }
}

impl Selectable for ListPage {
    fn parameters(&self) -> &'static [Parameter] {
        OF_SERIES
    }

    fn select(&self, query: &Query, lang: Lang, form: Form) -> Result<Option<Assembled>, ApiError> {
        let (series, selected) = (&self.series, self.series.selected(query));
        if series.is_whole(&selected) {
            return Ok(None);
        }
        let (head, written) = match self.parts.get(lang).get(form).split_first() {
            Some((head, blocks)) => (Some(head), blocks),
            None => (None, &[][..]),
        };
        let blocks = series.segments(&selected, written, &self.resource.rows, lang, form);
        let passing = |text| Segment::passing(text, Effort::Usual);
        let page = self.resource.segments(series.indicator(), head, &blocks, lang, form, &passing);
        page.map(|segments| Some(Assembled(segments))).map_err(|_| ApiError::Unhealthy)
    }
}
