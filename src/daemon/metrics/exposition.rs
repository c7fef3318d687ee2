//! The text format of Prometheus, 0.0.4: families of samples, each with what it means.

use std::fmt::{Display, Write};
use std::time::Duration;

/// The text as it grows.
#[derive(Default)]
pub struct Text(String);

/// One family of samples.
pub struct Family<'a> {
    text: &'a mut String,
    name: String,
}

impl Text {
    /// Begins a gauge: a number that goes up and down.
    pub fn gauge(&mut self, name: &str, help: &str) -> Family<'_> {
        self.family(&format!("indicatord_{name}"), "gauge", help)
    }

    /// Begins a counter: a number that only grows.
    pub fn counter(&mut self, name: &str, help: &str) -> Family<'_> {
        self.family(&format!("indicatord_{name}"), "counter", help)
    }

    /// Begins a family under its whole name: those of `process_` are called the same in every program.
    pub fn family(&mut self, name: &str, kind: &str, help: &str) -> Family<'_> {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
        Family { text: &mut self.0, name: name.to_owned() }
    }

    /// The whole text.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.into_bytes()
    }
}

impl Family<'_> {
    /// The family's only sample.
    pub fn value(&mut self, value: impl Display) {
        self.sample(&[], value);
    }

    /// One of its samples.
    pub fn sample(&mut self, labels: &[(&str, &str)], value: impl Display) {
        let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let labels: Vec<String> =
            labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.text, "{}{labels} {value}", self.name);
    }
}

/// A span of time in seconds, exact to the microsecond.
pub fn seconds(span: Duration) -> String {
    format!("{}.{:06}", span.as_secs(), span.subsec_micros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_and_samples() {
        let mut text = Text::default();
        text.gauge("up", "Whether.").value(1);
        text.counter("x_total", "How often.")
            .sample(&[("a", "b\"\\\n")], seconds(Duration::from_millis(1500)));
        let expected = "# HELP indicatord_up Whether.\n# TYPE indicatord_up gauge\nindicatord_up 1\n\
                        # HELP indicatord_x_total How often.\n# TYPE indicatord_x_total counter\n\
                        indicatord_x_total{a=\"b\\\"\\\\\\n\"} 1.500000\n";
        assert_eq!(String::from_utf8(text.into_bytes()).unwrap(), expected);
    }
}
