//! Bodies that are written for a request: lists of observations, workbooks, and files of the National Summary Data Page.

use super::*;

use super::bodies::body::{SharedMeasure, WriteBody};
use super::tables::history::{TableLayout, Writer};

/// The written body of a form of a page with the rows that a query selects; `None` where its stored body is all of them.
///
/// # Errors
/// The page or the query names an indicator or a category that there is not.
pub fn find_written(
    data: &Arc<SiteData>,
    page: &Page,
    query: &Query,
    form: Form,
) -> Result<Option<Written>, ApiError> {
    if let Subject::Domain(domain) = &page.subject {
        return Ok(sdmx::nsdp_file(data, domain));
    }

    let (Some(listing), Some(lang)) = (resources::listing_of(page), page.lang) else {
        return Ok(None);
    };

    let places = find_places(data, page, query)?;
    let mut selected = Vec::new();
    for place in &*places {
        selected.push(data.selected(*place, query));
    }

    if page.body(form).is_some() && selected.iter().all(Selected::is_whole) {
        return Ok(None);
    }

    let layout = TableLayout {
        lang,
        form,
        shape: query.shape,
    };
    let is_archive = page.facts.is_archive();
    Ok(Some(Written {
        rows: count_rows(&selected, query.shape),
        is_archive,
        is_of_release: is_archive && page.subject == Subject::Service,
        measured: find_measure(data, page, &places, query, form),
        write: write_rows(data, &listing.writer, layout, Arc::clone(&places), query),
        places,
    }))
}

/// The places of the indicators whose rows are asked for.
fn find_places(data: &SiteData, page: &Page, query: &Query) -> Result<Arc<[usize]>, ApiError> {
    let Some(key) = page.subject.key() else {
        return Ok(data.places_of(query)?.into());
    };

    let place = data.place(key.as_str());
    Ok([place.ok_or(ApiError::UnknownKey)?].into())
}

/// The rows of a table, or as many as its cells make. A wide table has a cell of every indicator in each of its rows.
fn count_rows(selected: &[Selected], shape: Shape) -> usize {
    let lengths = selected.iter().map(Selected::len);
    match shape {
        Shape::Long => lengths.sum(),
        Shape::Wide => lengths.max().unwrap_or_default() * selected.len(),
    }
}

/// The measure of the body, which is kept for tables of all indicators.
fn find_measure(
    data: &SiteData,
    page: &Page,
    places: &[usize],
    query: &Query,
    form: Form,
) -> SharedMeasure {
    let is_shared = places.len() > 1 && *query == Query::default();
    match &page.path {
        Some(path) if is_shared => data.shared_measure(format!("{path} {form:?}")),
        _ => Arc::default(),
    }
}

/// The function that writes the selected rows of the indicators at these places.
fn write_rows(
    data: &Arc<SiteData>,
    writer: &'static Writer,
    layout: TableLayout,
    places: Arc<[usize]>,
    query: &Query,
) -> Arc<WriteBody> {
    let (data, query) = (Arc::clone(data), query.clone());
    Arc::new(move |mut parts: &mut dyn Parts| {
        let mut series = places.iter().map(|place| data.selected(*place, &query));
        match writer {
            Writer::Text(writer) => writer.write(&mut series, layout, &mut parts),
            Writer::Workbook(write) => write(&data, &mut series, layout.lang, parts),
        }
    })
}
