//! The National Summary Data Page: `nsdp` of `dataset.json` lists its data categories, `nsdp` of a definition says which
//! series of them an indicator is. The IMF's own lists of codes are not known here.

use super::*;

use super::definitions::{is_id_byte, sdmx_id};
use crate::model::NsdpCategory;

/// The page as `dataset.json` defines it.
#[derive(Default)]
pub struct NsdpDefinition {
    pub nsdp: Option<Nsdp>,
    /// Each category, and where it is named.
    pub places: BTreeMap<String, Location>,
    /// True if these are all of them: only then is another one unknown.
    pub is_complete: bool,
}

/// The series that a definition names, each with where its category stands.
pub type SeriesList = Vec<(NsdpSeries, Location)>;

impl NsdpDefinition {
    pub fn read(node: Node<'_>) -> Option<Self> {
        let before = node.report().errors();
        let mut places = BTreeMap::new();
        let nsdp = node.read_object(|object| {
            let ref_area = sdmx_id(object, "refArea");
            let dsbb = object.required("dsbb", definitions::web_address);
            let seasonal = object.required("seasonal", Node::by_lang);
            let categories = object.required("categories", |node| {
                node.read_objects(|object| read_category(object, &mut places))
            });
            Some(Nsdp {
                ref_area: ref_area?,
                dsbb: dsbb?,
                seasonal: seasonal?,
                categories: categories.unwrap_or_default(),
            })
        });
        Some(NsdpDefinition {
            nsdp,
            places,
            is_complete: node.report().errors() == before,
        })
    }

    /// The page of a file that has no such field.
    pub fn none() -> Self {
        NsdpDefinition {
            is_complete: true,
            ..NsdpDefinition::default()
        }
    }
}

/// Reads a data category, and notes its place among those of the others.
fn read_category(
    object: &mut Object<'_>,
    places: &mut BTreeMap<String, Location>,
) -> Option<NsdpCategory> {
    let id = object.required("id", |node| {
        let id = code(node)?;
        if let Some(first) = places.insert(id.clone(), node.location()) {
            let line = first.line.unwrap_or_default();
            node.error(msg::repeated_data_category(&id, line));
        }

        Some(id)
    });
    let name = object.required("name", Node::by_lang);
    let sector = object.required("sector", |node| node.cell()?.sector());
    Some(NsdpCategory {
        id: id?,
        name: name?,
        sector: sector?,
    })
}

/// Reads `nsdp` of a definition.
pub fn series_list(node: Node<'_>) -> Option<SeriesList> {
    node.read_objects(|object| {
        let category = object.required("category", |node| Some((code(node)?, node.location())));
        let indicator = object.required("indicator", code);
        let counterpart = object.required("counterpart", code);
        let base_period = object.optional("basePeriod", Node::display_text);
        let (category, location) = category?;
        let series = NsdpSeries {
            category,
            indicator: indicator?,
            counterpart: counterpart?,
            base_period,
        };
        Some((series, location))
    })
}

/// Reads an identifier of the IMF's lists: unlike those of SDMX structures it may begin with a digit or a line.
fn code(node: Node<'_>) -> Option<String> {
    node.string_that(
        |text| is_code(text, is_id_byte),
        |text| msg::bad_nsdp_code(text),
    )
}
