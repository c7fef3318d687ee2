//! The configuration of an installation [D32.12]: one file for the service and for commands, with lines NAME=VALUE.
//! The environment outweighs the file, and options outweigh both.

use super::*;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::directory::{self, Kind};
use crate::model::named;

const FILE: &str = "/etc/indicatord/indicatord.conf";
/// Longer than any list of addresses and options.
const MAX_BYTES: u64 = 64 << 10;
/// The variable that names another file.
const OTHER_FILE: &str = "INDICATORD_CONF";
/// Where the server of the package listens for `reload` and for publications.
const CONTROL: &str = "/run/indicatord/control";
/// The characters that a shell or systemd would interpret.
const MARKS: [char; 3] = ['"', '\'', '\\'];

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
        let (mut values, mut mistakes) = read_file(variable(OTHER_FILE));
        for setting in Setting::ALL {
            if let Some(value) = variable(setting.name())
                && !value.is_empty()
            {
                values.insert(setting, SetValue { place: None, value });
            }
        }

        let mut configuration = Configuration::default();
        for (setting, SetValue { place, value }) in &values {
            let Err(reason) = configuration.set(*setting, value) else {
                continue;
            };

            let mistake = msg::argument_bad(setting.name(), value, reason);
            mistakes.push(match place {
                Some(place) => msg::problem_at(place, mistake),
                None => mistake,
            });
        }

        (configuration, mistakes)
    }

    /// Takes the value of a setting, or says what is wrong with it. An empty value counts as absent.
    fn set(&mut self, setting: Setting, value: &str) -> Result<(), Message> {
        if value.is_empty() {
            return Ok(());
        }

        match setting {
            Setting::Dataset => self.dataset = Some(value.into()),
            Setting::Store => self.store = Some(value.into()),
            Setting::Keys => self.keys = Some(value.into()),
            Setting::Control => self.control = Some(value.into()),
            Setting::Lang => self.lang = Some(parse_lang(value)?),
            Setting::Url => self.url = Some(value.parse().map_err(|_| msg::bad_public_url())?),
            Setting::Listen => {
                for address in value.split_whitespace() {
                    self.listen.push(listen_address(address)?);
                }
            }
            Setting::Monitoring => self.monitoring = Some(listen_address(value)?),
            Setting::Options => {
                self.options = value.split_whitespace().map(str::to_owned).collect()
            }
        }

        Ok(())
    }
}

/// The dataset directory that was named, or else the configured one.
pub fn dataset(named: Option<PathBuf>) -> Result<PathBuf, Message> {
    choose(named, &get().dataset, msg::no_dataset_named)
}

/// The store that was named, or else the configured one.
pub fn store(named: Option<PathBuf>) -> Result<PathBuf, Message> {
    choose(named, &get().store, msg::no_store_named)
}

fn choose(
    named: Option<PathBuf>,
    configured: &Option<PathBuf>,
    refusal: fn(&'static str) -> Message,
) -> Result<PathBuf, Message> {
    let path = named.or_else(|| configured.clone());
    path.ok_or_else(|| refusal(FILE))
}

/// The control socket that a server opens.
pub fn control_if_named(named: Option<PathBuf>) -> Option<PathBuf> {
    named.or_else(|| get().control.clone())
}

/// The control socket at which a server is asked.
pub fn control(named: Option<PathBuf>) -> PathBuf {
    control_if_named(named).unwrap_or_else(|| CONTROL.into())
}

pub fn parse_lang(tag: &str) -> Result<Lang, Message> {
    let lang = Lang::ALL.into_iter().find(|lang| lang.tag() == tag);
    lang.ok_or_else(msg::bad_lang)
}

/// The value of a setting as it is written.
struct SetValue {
    /// The line of the file; `None` for a variable, whose name the message has.
    place: Option<String>,
    value: String,
}

type Values = BTreeMap<Setting, SetValue>;

/// The values of the file that is named, or else of the one of the package, which may be missing; and everything wrong
/// with it.
fn read_file(named: Option<String>) -> (Values, Vec<Message>) {
    let named = named.filter(|path| !path.is_empty());
    let path = named.as_deref().unwrap_or(FILE);
    let error = match directory::regular_file(Path::new(path), MAX_BYTES) {
        Ok(bytes) => return read_lines(path, &String::from_utf8_lossy(&bytes)),
        Err(error) => error,
    };

    // `/dev/null` is the customary way to name no file.
    if path == "/dev/null" || (named.is_none() && error.is_missing()) {
        return Default::default();
    }

    let mistake = match error.kind {
        Kind::NotAFile => msg::not_a_file(path),
        Kind::TooLarge => msg::configuration_too_large(path, MAX_BYTES >> 10),
        _ => msg::cannot_read_file(path, msg::reason(&error.error)),
    };
    (Values::new(), vec![mistake])
}

/// The values of a file, and everything wrong with its lines. The last of several lines with one name
/// counts.
fn read_lines(path: &str, text: &str) -> (Values, Vec<Message>) {
    let (mut values, mut mistakes) = (Values::new(), Vec::new());
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
        match parse_setting(&line) {
            Ok((setting, value)) => {
                let value = SetValue {
                    place: Some(place),
                    value: value.to_owned(),
                };
                values.insert(setting, value);
            }
            Err(reason) => mistakes.push(msg::problem_at(place, reason)),
        }
    }

    (values, mistakes)
}

fn parse_setting(line: &str) -> Result<(Setting, &str), Message> {
    let (name, value) = split_assignment(line)?;
    let mut settings = Setting::ALL.into_iter();
    if let Some(setting) = settings.find(|setting| setting.name() == name) {
        return Ok((setting, value));
    }

    let names = Setting::ALL.map(Setting::name);
    Err(msg::unknown_setting(name, names.join(", ")))
}

/// Name and value of a line: the value is the rest of it, without blanks and one pair of quotation marks around it. Other
/// marks and backslashes, which a shell or systemd would interpret, are refused.
fn split_assignment(line: &str) -> Result<(&str, &str), Message> {
    let (name, value) = line.split_once('=').ok_or_else(msg::not_an_assignment)?;
    let (name, value) = (name.trim_end(), value.trim_start());
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(msg::not_an_assignment());
    }

    let mut bare = value;
    for mark in ['"', '\''] {
        let inside = value.strip_prefix(mark);
        let inside = inside.and_then(|inside| inside.strip_suffix(mark));
        bare = inside.unwrap_or(bare);
    }

    if bare.contains(MARKS) {
        let instead = value.replace(MARKS, "");
        return Err(msg::value_with_marks(format!("{name}={instead}")));
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

    fn dataset_of(configuration: &Configuration, named: Option<PathBuf>) -> PathBuf {
        choose(named, &configuration.dataset, msg::no_dataset_named).unwrap()
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
        assert_eq!(dataset_of(&configuration, None), Path::new("/b"));
        assert_eq!(
            dataset_of(&configuration, Some("/c".into())),
            Path::new("/c")
        );
        assert_eq!(configuration.store.unwrap(), Path::new("/s"));
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
            dataset_of(&configuration, None),
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

        assert_eq!(configuration.store.unwrap(), Path::new("/s"));
        assert_eq!(
            choose(None, &configuration.dataset, msg::no_dataset_named)
                .unwrap_err()
                .kind(),
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
            assert_eq!(
                split_assignment(line.trim()).unwrap(),
                ("A", value),
                "{line}"
            );
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
            let refusal = split_assignment(line).unwrap_err();
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
                split_assignment(line).unwrap_err().kind(),
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
        assert_eq!(dataset_of(&configuration, None), Path::new("/d"));
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
