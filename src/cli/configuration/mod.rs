//! The configuration of an installation [D26.1]: one file for the service and for commands. The environment outweighs the
//! file, and options outweigh both.

mod env_file;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::messages::{self as msg, Message};
use crate::model::{Lang, PublicUrl, named};
use crate::server::ListenAddress;

const FILE: &str = "/etc/indicatord/indicatord.conf";
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
        Control = "INDICATORD_CONTROL",
        Options = "INDICATORD_OPTIONS",
    }
}

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
    pub listen: Vec<ListenAddress>,
    control: Option<PathBuf>,
    /// Further options of `serve`.
    pub options: Vec<String>,
}

/// The configuration, which [`load`] has settled.
pub fn get() -> &'static Configuration {
    CONFIGURATION.get_or_init(Configuration::default)
}

/// Reads the file and the environment, and settles what is right of them; returns whatever is wrong.
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
        match std::fs::read(path) {
            Ok(bytes) => (values, mistakes) = of_file(path, &String::from_utf8_lossy(&bytes)),
            Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => mistakes.push(msg::cannot_read_file(path, msg::reason(&error))),
        }
        for setting in Setting::ALL {
            if let Some(value) = set(setting.name()) {
                values.insert(setting, (setting.name().to_owned(), value));
            }
        }
        let mut configuration = Configuration::default();
        for (setting, (place, value)) in values.iter().filter(|(_, (_, value))| !value.is_empty()) {
            if let Err(why) = configuration.set(*setting, value) {
                // What the environment says wrong has no other place than its name, which the sentence has.
                mistakes.push(if place == setting.name() { why } else { msg::problem_at(place, why) });
            }
        }
        (configuration, mistakes)
    }

    fn set(&mut self, setting: Setting, value: &str) -> Result<(), Message> {
        let bad = |why| msg::argument_bad(setting.name(), msg::shown(value), why);
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
                let addresses = value.split_whitespace().map(str::parse).collect::<Result<_, _>>();
                self.listen = addresses.map_err(|_| bad(msg::bad_listen()))?;
            }
            Setting::Options => self.options = env_file::words(value).map_err(bad)?,
        }
        Ok(())
    }

    /// The dataset directory that was named, or else the configured one.
    pub fn dataset(&self, given: Option<PathBuf>) -> Result<PathBuf, Message> {
        given.or_else(|| self.dataset.clone()).ok_or_else(|| msg::no_dataset_named(FILE))
    }

    pub fn dataset_if_named(&self, given: Option<PathBuf>) -> Option<PathBuf> {
        given.or_else(|| self.dataset.clone())
    }

    /// The store that was named, or else the configured one.
    pub fn store(&self, given: Option<PathBuf>) -> Result<PathBuf, Message> {
        self.store_if_named(given).ok_or_else(|| msg::no_store_named(FILE))
    }

    pub fn store_if_named(&self, given: Option<PathBuf>) -> Option<PathBuf> {
        given.or_else(|| self.store.clone())
    }

    /// The control socket that a server opens.
    pub fn control_if_named(&self, given: Option<PathBuf>) -> Option<PathBuf> {
        given.or_else(|| self.control.clone())
    }

    /// The control socket at which a server is asked.
    pub fn control(&self, given: Option<PathBuf>) -> PathBuf {
        self.control_if_named(given).unwrap_or_else(|| Path::new(CONTROL).to_owned())
    }
}

/// The values of a file, each with its place, and what is wrong with its lines.
fn of_file(path: &str, text: &str) -> (BTreeMap<Setting, (String, String)>, Vec<Message>) {
    let (assignments, mistakes) = env_file::parse(text);
    let place = |line: usize| format!("{path}:{line}");
    let mut mistakes: Vec<(usize, Message)> = mistakes;
    let mut values = BTreeMap::new();
    for of in assignments {
        match Setting::ALL.into_iter().find(|setting| setting.name() == of.name) {
            // As in systemd, the last one of a name counts.
            Some(setting) => drop(values.insert(setting, (place(of.line), of.value))),
            None => {
                let known = Setting::ALL.map(Setting::name).join(", ");
                mistakes.push((of.line, msg::unknown_setting(msg::shown(&of.name), known)));
            }
        }
    }
    mistakes.sort_by_key(|(line, _)| *line);
    (values, mistakes.into_iter().map(|(line, why)| msg::problem_at(place(line), why)).collect())
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
            _ => environment.iter().find(|(of, _)| *of == name).map(|(_, value)| (*value).to_owned()),
        });
        let mistakes = mistakes.iter().map(|of| of.get(Lang::En).replace(&path, "conf")).collect();
        (configuration, mistakes)
    }

    #[test]
    fn the_environment_outweighs_the_file_and_an_option_both() {
        let file = "INDICATORD_DATASET=/a\nINDICATORD_STORE=/s\nINDICATORD_LANG=ru\n";
        let (configuration, mistakes) =
            read(file, &[("INDICATORD_DATASET", "/b"), ("INDICATORD_LANG", ""), ("LANG", "en_GB.UTF-8")]);
        assert_eq!(mistakes, [""; 0]);
        assert_eq!(configuration.dataset(None).unwrap(), Path::new("/b"));
        assert_eq!(configuration.dataset(Some("/c".into())).unwrap(), Path::new("/c"));
        assert_eq!(configuration.store(None).unwrap(), Path::new("/s"));
        assert_eq!(configuration.lang, Some(Lang::Ru));
    }

    #[test]
    fn everything_wrong_is_said_by_its_line_and_the_rest_counts() {
        let file = "INDICATORD_STRE=/s\nwhat\nINDICATORD_LISTEN=localhost:80\nINDICATORD_STORE=/s\n";
        let (configuration, mistakes) = read(file, &[("INDICATORD_URL", "x")]);
        let begin = ["conf:1: unknown name", "conf:2: not an assignment", "INDICATORD_URL `", "conf:3: "];
        assert_eq!(mistakes.len(), begin.len(), "{mistakes:?}");
        for begin in begin {
            assert!(mistakes.iter().any(|mistake| mistake.starts_with(begin)), "{begin}: {mistakes:?}");
        }
        assert_eq!(configuration.store(None).unwrap(), Path::new("/s"));
        assert_eq!(configuration.dataset(None).unwrap_err().kind(), "no_dataset_named");
    }

    #[test]
    fn several_addresses_are_separated_by_spaces() {
        let (configuration, mistakes) = read("INDICATORD_LISTEN=\"127.0.0.1:80  [::1]:80\"\n", &[]);
        assert_eq!((configuration.listen.len(), mistakes.len()), (2, 0));
    }
}
