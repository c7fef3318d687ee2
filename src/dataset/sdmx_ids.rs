//! What SDMX clients call a dataset and its units: identifiers that stand in addresses, XML and CSV as they are.

use super::diagnostic::Diagnostics;
use super::json::{Node, Object};
use crate::messages as msg;
use crate::model::{Sdmx, UnitSdmx};

/// The largest power of ten in SDMX's own list of multipliers.
const LARGEST_MULTIPLIER: u32 = 15;
/// The characters that an identifier may have.
const LONGEST_ID: usize = 64;

/// Reads `sdmx` of `dataset.json`.
pub fn dataset(node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<Sdmx> {
    let mut object = node.object(diagnostics)?;
    let agency = object.required("agency", diagnostics).and_then(|node| {
        let written = node.string(diagnostics)?;
        if written.len() <= LONGEST_ID && written.split('.').all(is_id) {
            return Some(written);
        }
        diagnostics.error(node.location(), msg::bad_sdmx_agency(&written));
        None
    });
    let dataflow = id(&mut object, "dataflow", diagnostics);
    let ref_area = id(&mut object, "refArea", diagnostics);
    object.finish(diagnostics);
    Some(Sdmx { agency: agency?, dataflow: dataflow?, ref_area: ref_area? })
}

/// Reads `sdmx` of a unit.
pub fn unit(node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<UnitSdmx> {
    let mut object = node.object(diagnostics)?;
    let measure = id(&mut object, "unitMeasure", diagnostics);
    let multiplier = object
        .optional("unitMultiplier", diagnostics)
        .and_then(|node| node.whole_number_within(0, LARGEST_MULTIPLIER, diagnostics));
    object.finish(diagnostics);
    Some(UnitSdmx { measure: measure?, multiplier: multiplier.unwrap_or(0).try_into().ok()? })
}

fn id(object: &mut Object<'_>, field: &'static str, diagnostics: &mut Diagnostics) -> Option<String> {
    let node = object.required(field, diagnostics)?;
    let written = node.string(diagnostics)?;
    if is_id(&written) {
        return Some(written);
    }
    diagnostics.error(node.location(), msg::bad_sdmx_id(field, &written));
    None
}

/// What SDMX takes for an identifier and XML for a name.
fn is_id(text: &str) -> bool {
    text.len() <= LONGEST_ID
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_can_stand_in_xml_and_addresses() {
        for good in ["AZN", "MACRO", "ex-1_a", "a", &"A".repeat(64)] {
            assert!(is_id(good), "{good}");
        }
        for bad in ["", "1A", "_U", "A B", "Ж", "A/B", "A.B", &"A".repeat(65)] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
