//! The configuration of an installation [D32.12]: one file for the service and for commands, with lines NAME=VALUE.
//! The environment outweighs the file, and options outweigh both.

use super::*;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::directory::{self, Kind};
use crate::model::named;

const FILE: &str = "/etc/indicatord/indicatord.conf";
/// Longer than any list of addresses and options.
const MAX_BYTES: u64 = 64 << 10;
/// The variable that names another file.
const OTHER_FILE: &str = "INDICATORD_CONF";
/// Where the server of the package listens for `reload` and for publications.
const CONTROL: &str = "/run/indicatord/control";

static CONFIGURATION: OnceLock<Configuration> = OnceLock::new();

named! {
    /// The names that a configuration file may have, which are those of the environment.
    pub enum Setting {
        Dataset = "INDICATORD_DATASET",
        Store = "INDICATORD_STORE",
        Keys = "INDICATORD_KEYS",
        Lang = "INDICATORD_LANG",
        Url = "INDICATORD_URL",
        Listen = "INDICATORD_LISTEN",
        Monitoring = "INDICATORD_MONITORING",
        Control = "INDICATORD_CONTROL",
        Options = "INDICATORD_OPTIONS",
    }
}

/// The values of the configuration that are right.
#[derive(Debug, Default)]
pub struct Configuration {
    /// The dataset directory of the editors.
    dataset: Option<PathBuf>,
    store: Option<PathBuf>,
    /// The directory of the keys that bundles may be signed with.
    pub keys: Option<PathBuf>,
    /// The language of operators.
    pub lang: Option<Lang>,
    pub url: Option<PublicUrl>,
    pub listen: Vec<SocketAddr>,
    /// The address of `/metrics` and `/status.json`.
    pub monitoring: Option<SocketAddr>,
    control: Option<PathBuf>,
    /// Further options of `serve`.
    pub options: Vec<String>,
}

/// The configuration, which [`load`] has settled.
pub fn get() -> &'static Configuration {
    CONFIGURATION.get_or_init(Configuration::default)
}

/// Reads the file and the environment, and settles the values that are right; returns all mistakes.
pub fn load() -> Vec<Message> {
    let (configuration, mistakes) = Configuration::read(|name| std::env::var(name).ok());
    CONFIGURATION.get_or_init(|| configuration);
    mistakes
}

impl Configuration {
    fn read(variable: impl Fn(&str) -> Option<String>) -> (Self, Vec<Message>) {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let named = set(OTHER_FILE);
        let path = named.as_deref().unwrap_or(FILE);
        let mut mistakes = Vec::new();
        let mut values = BTreeMap::new();
        match directory::regular_file(Path::new(path), MAX_BYTES) {
            Ok(bytes) => (values, mistakes) = read_lines(path, &String::from_utf8_lossy(&bytes)),
            Err(error) if named.is_none() && error.is_missing() => {}
            // The customary way to name no file.
            Err(_) if path == "/dev/null" => {}
            Err(error) => mistakes.push(match error.kind {
                Kind::NotAFile => msg::not_a_file(path),
                Kind::TooLarge => msg::configuration_too_large(path, MAX_BYTES >> 10),
                _ => msg::cannot_read_file(path, msg::reason(&error.error)),
            }),
        }

        for setting in Setting::ALL {
            if let Some(value) = set(setting.name()) {
                values.insert(setting, (setting.name().to_owned(), value));
            }
        }

        let mut configuration = Configuration::default();
        for (setting, (place, value)) in values.iter().filter(|(_, (_, value))| !value.is_empty()) {
            if let Err(reason) = configuration.set(*setting, value) {
                // A value of the environment has no other place than its name, which the sentence has.
                mistakes.push(if place == setting.name() {
                    reason
                } else {
                    msg::problem_at(place, reason)
                });
            }
        }

        (configuration, mistakes)
    }

    fn set(&mut self, setting: Setting, value: &str) -> Result<(), Message> {
        let bad = |reason| msg::argument_bad(setting.name(), value, reason);
        match setting {
            Setting::Dataset => self.dataset = Some(value.into()),
            Setting::Store => self.store = Some(value.into()),
            Setting::Keys => self.keys = Some(value.into()),
            Setting::Control => self.control = Some(value.into()),
            Setting::Lang => {
                let lang = Lang::ALL.into_iter().find(|lang| lang.tag() == value);
                self.lang = Some(lang.ok_or_else(|| bad(msg::bad_lang()))?);
            }
            Setting::Url => self.url = Some(value.parse().map_err(|_| bad(msg::bad_public_url()))?),
            Setting::Listen => {
                let addresses = value
                    .split_whitespace()
                    .map(listen_address)
                    .collect::<Result<_, _>>();
                self.listen = addresses.map_err(bad)?;
            }
            Setting::Monitoring => self.monitoring = Some(listen_address(value).map_err(bad)?),
            Setting::Options => {
                self.options = value.split_whitespace().map(str::to_owned).collect()
            }
        }

        Ok(())
    }

    /// The dataset directory that was named, or else the configured one.
    pub fn dataset(&self, option: Option<PathBuf>) -> Result<PathBuf, Message> {
        option
            .or_else(|| self.dataset.clone())
            .ok_or_else(|| msg::no_dataset_named(FILE))
    }

    /// The store that was named, or else the configured one.
    pub fn store(&self, option: Option<PathBuf>) -> Result<PathBuf, Message> {
        option
            .or_else(|| self.store.clone())
            .ok_or_else(|| msg::no_store_named(FILE))
    }

    /// The control socket that a server opens.
    pub fn control_if_named(&self, option: Option<PathBuf>) -> Option<PathBuf> {
        option.or_else(|| self.control.clone())
    }

    /// The control socket at which a server is asked.
    pub fn control(&self, option: Option<PathBuf>) -> PathBuf {
        self.control_if_named(option)
            .unwrap_or_else(|| Path::new(CONTROL).to_owned())
    }
}

/// The values of a file, each with its place, and everything wrong with its lines. The last of several lines with one name
/// counts.
fn read_lines(path: &str, text: &str) -> (BTreeMap<Setting, (String, String)>, Vec<Message>) {
    let (mut values, mut mistakes) = (BTreeMap::new(), Vec::new());
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let mut line = line.trim().to_owned();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }

        // A line that goes on is refused, and shown as one.
        while line.ends_with('\\') {
            let Some((next, _)) = lines.next() else { break };
            line += next.trim();
        }

        let place = format!("{path}:{number}");
        let assignment = assignment(&line).and_then(|(name, value)| {
            let setting = Setting::ALL
                .into_iter()
                .find(|setting| setting.name() == name);
            let names = || Setting::ALL.map(Setting::name).join(", ");
            Ok((
                setting.ok_or_else(|| msg::unknown_setting(name, names()))?,
                value.to_owned(),
            ))
        });

        match assignment {
            Ok((setting, value)) => drop(values.insert(setting, (place, value))),
            Err(reason) => mistakes.push(msg::problem_at(place, reason)),
        }
    }

    (values, mistakes)
}

/// Name and value of a line: the value is the rest of it, without blanks and one pair of quotation marks around it. Other
/// marks and backslashes, which a shell or systemd would interpret, are refused.
fn assignment(line: &str) -> Result<(&str, &str), Message> {
    let (name, value) = line.split_once('=').ok_or_else(msg::not_an_assignment)?;
    let (name, value) = (name.trim_end(), value.trim_start());
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(msg::not_an_assignment());
    }

    let is_mark = |c: char| matches!(c, '"' | '\'' | '\\');
    let inside = |mark: char| value.strip_prefix(mark)?.strip_suffix(mark);
    let bare = inside('"').or_else(|| inside('\'')).unwrap_or(value);
    if bare.contains(is_mark) {
        return Err(msg::value_with_marks(format!(
            "{name}={}",
            value.replace(is_mark, "")
        )));
    }

    Ok((name, bare))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn read(text: &str, environment: &[(&str, &str)]) -> (Configuration, Vec<String>) {
        let scratch = Scratch::new();
        let path = scratch.join("indicatord.conf");
        std::fs::write(&path, text).unwrap();
        let path = path.display().to_string();
        let (configuration, mistakes) = Configuration::read(|name| match name {
            OTHER_FILE => Some(path.clone()),
            _ => environment
                .iter()
                .find(|(variable, _)| *variable == name)
                .map(|(_, value)| (*value).to_owned()),
        });
        let mistakes = mistakes
            .iter()
            .map(|mistake| mistake.get(Lang::En).replace(&path, "conf"))
            .collect();
        (configuration, mistakes)
    }

    #[test]
    fn the_environment_outweighs_the_file_and_an_option_both() {
        let file = "INDICATORD_DATASET=/a\nINDICATORD_STORE=/s\nINDICATORD_LANG=ru\n";
        let (configuration, mistakes) = read(
            file,
            &[
                ("INDICATORD_DATASET", "/b"),
                ("INDICATORD_LANG", ""),
                ("LANG", "en_GB.UTF-8"),
            ],
        );
        assert_eq!(mistakes, [""; 0]);
        assert_eq!(configuration.dataset(None).unwrap(), Path::new("/b"));
        assert_eq!(
            configuration.dataset(Some("/c".into())).unwrap(),
            Path::new("/c")
        );
        assert_eq!(configuration.store(None).unwrap(), Path::new("/s"));
        assert_eq!(configuration.lang, Some(Lang::Ru));
    }

    #[test]
    fn the_file_of_the_package_has_a_line_for_every_name() {
        let shipped = include_str!("../../packaging/systemd/indicatord.conf");
        let lines = shipped.lines().filter(|line| !line.starts_with('#'));
        let names: Vec<&str> = lines.filter_map(|line| line.split('=').next()).collect();
        for setting in Setting::ALL {
            let count = names.iter().filter(|name| **name == setting.name()).count();
            assert_eq!(count, 1, "{}", setting.name());
        }

        let (configuration, mistakes) = read(shipped, &[]);
        assert_eq!(mistakes, [""; 0]);
        assert_eq!(
            configuration.dataset(None).unwrap(),
            Path::new("/srv/indicators")
        );
    }

    #[test]
    fn everything_wrong_is_said_by_its_line_and_the_rest_counts() {
        let file =
            "INDICATORD_STRE=/s\nwhat\nINDICATORD_LISTEN=localhost:80\nINDICATORD_STORE=/s\n";
        let (configuration, mistakes) = read(file, &[("INDICATORD_URL", "x")]);
        let begin = [
            "conf:1: unknown name",
            "conf:2: not an assignment",
            "INDICATORD_URL `",
            "conf:3: ",
        ];
        assert_eq!(mistakes.len(), begin.len(), "{mistakes:?}");
        for begin in begin {
            assert!(
                mistakes.iter().any(|mistake| mistake.starts_with(begin)),
                "{begin}: {mistakes:?}"
            );
        }

        assert_eq!(configuration.store(None).unwrap(), Path::new("/s"));
        assert_eq!(
            configuration.dataset(None).unwrap_err().kind(),
            "no_dataset_named"
        );
    }

    #[test]
    fn several_addresses_are_separated_by_spaces() {
        let (configuration, mistakes) = read("INDICATORD_LISTEN=\"127.0.0.1:80  [::1]:80\"\n", &[]);
        assert_eq!((configuration.listen.len(), mistakes.len()), (2, 0));
    }

    #[test]
    fn a_value_is_the_rest_of_its_line() {
        for (line, value) in [
            ("A=b", "b"),
            ("A = b ", "b"),
            ("A=", ""),
            ("A=b c  ", "b c"),
            ("A='b  '", "b  "),
            ("A=\"b c\"", "b c"),
            ("A=\"\"", ""),
            ("A=b#c", "b#c"),
            ("A=$HOME", "$HOME"),
            ("A=b=c", "b=c"),
        ] {
            assert_eq!(assignment(line.trim()).unwrap(), ("A", value), "{line}");
        }

        for (line, instead) in [
            ("A=b\\ c", "A=b c"),
            ("A='b'\"c\"d", "A=bcd"),
            ("A='b", "A=b"),
            ("A=\"b", "A=b"),
            ("A=\"", "A="),
            ("A=\"b \\\"c\\\"\"", "A=b c"),
            ("A=b\\", "A=b"),
        ] {
            let refusal = assignment(line).unwrap_err();
            assert_eq!(refusal.kind(), "value_with_marks", "{line}");
            assert!(
                refusal
                    .get(Lang::En)
                    .ends_with(&format!("write `{instead}`")),
                "{}",
                refusal.get(Lang::En)
            );
        }

        for line in ["export A=1", "A", "=1", "A-B=1"] {
            assert_eq!(
                assignment(line).unwrap_err().kind(),
                "not_an_assignment",
                "{line}"
            );
        }
    }

    #[test]
    fn a_line_that_goes_on_is_one_mistake() {
        let file =
            "INDICATORD_STORE=/s\\\n  tore\nINDICATORD_DATASET=/d\nINDICATORD_URL=https://a\\";
        let (configuration, mistakes) = read(file, &[]);
        assert_eq!(configuration.dataset(None).unwrap(), Path::new("/d"));
        assert_eq!(mistakes.len(), 2, "{mistakes:?}");
        assert!(
            mistakes[0].starts_with("conf:1: ")
                && mistakes[0].ends_with("`INDICATORD_STORE=/store`")
        );
        assert!(
            mistakes[1].starts_with("conf:4: ")
                && mistakes[1].ends_with("`INDICATORD_URL=https://a`")
        );
    }
}
