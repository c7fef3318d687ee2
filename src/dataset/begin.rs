//! Makes a dataset directory. Everything is written to `.begun/` and moved to its place when it is on the disk,
//! `dataset.json` last, so that what a killed program or a full disk leaves is no dataset.

use super::*;

use rustix::fs::Mode;

use super::edit::describe_lock;
use super::listing::find_file;
use crate::directory::{self, Access};

const ASIDE: &str = ".begun";
const INDICATORS: &str = "indicators";

/// Makes a dataset of these files in a directory that is empty or missing. An error leaves nothing of it. `tell` gets a
/// warning where the dataset is there and tidying up has failed.
pub fn begin_dataset(
    root: &Path,
    files: &[DataFile],
    tell: &mut dyn FnMut(Message),
) -> Result<(), Message> {
    let new_root = Root::open(root)?;
    let filled = new_root.fill(root, files);
    filled.inspect_err(|_| drop(new_root.unmake()))?;

    // From here on there is a dataset.
    if let Err(error) = new_root.settle() {
        let why = msg::reason(&error.error);
        tell(msg::begun_unsettled(root.display(), why));
    }

    Ok(())
}

fn not_begun(root: &Path, error: Error) -> Message {
    let Error { path, error, .. } = error;
    msg::not_begun(root.display(), path.display(), msg::reason(&error))
}

/// The directory that is to become a dataset.
struct Root {
    directory: Directory,
    /// The parent and the name in it, where this program has made the directory.
    made_in: Option<(Directory, String)>,
    access: Access,
}

impl Root {
    /// Opens the directory, or makes it. A link in its place is not followed.
    fn open(root: &Path) -> Result<Self, Message> {
        let failed = |error| not_begun(root, error);
        let Some(name) = root.file_name() else {
            return Root::from_directory(Directory::open(root).map_err(failed)?, root);
        };

        let above = match root.parent() {
            Some(above) if above != Path::new("") => above,
            _ => Path::new("."),
        };
        let above = Directory::open(above).map_err(failed)?;
        match above.subdirectory(name) {
            Ok(directory) => Root::from_directory(directory, root),
            Err(error) if error.kind == Kind::NotADirectory => Err(match root.is_symlink() {
                true => msg::begin_at_link(root.display()),
                false => msg::begin_at_file(root.display()),
            }),
            Err(error) if error.is_missing() => {
                Root::make(above, name.to_string_lossy().into_owned()).map_err(failed)
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// An existing directory, whose owner, group and mode new files take over.
    fn from_directory(directory: Directory, root: &Path) -> Result<Self, Message> {
        let stat = directory.stat().map_err(|error| not_begun(root, error))?;
        if !user::may_change(stat.st_uid) {
            let owner = user::for_sudo(stat.st_uid);
            return Err(msg::owned_by_another(root.display(), owner));
        }

        let mut access = Access::copy_ownership(&stat);
        access.file &= Mode::from_raw_mode(0o666);
        Ok(Root {
            directory,
            made_in: None,
            access,
        })
    }

    fn make(above: Directory, name: String) -> Result<Self, Error> {
        let access = Access {
            file: Mode::from_raw_mode(0o644),
            directory: Mode::from_raw_mode(0o755),
            owner: None,
            group: None,
            readers: None,
        };
        // It may have been made, and could not be opened or given its mode.
        let made = above.make(&name, &access);
        let directory = made.inspect_err(|_| drop(remove_empty(&above, &name)))?;
        Ok(Root {
            directory,
            made_in: Some((above, name)),
            access,
        })
    }

    fn fill(&self, root: &Path, files: &[DataFile]) -> Result<(), Message> {
        let locked = directory::lock(&self.directory, Duration::ZERO, Duration::ZERO, || ());
        locked.map_err(|why| describe_lock(root, why))?;
        match self.is_free(files) {
            Ok(true) => {}
            Ok(false) => return Err(msg::not_empty(root.display())),
            Err(error) => return Err(not_begun(root, error)),
        }

        let filled = self.write(files).and_then(|()| self.move_to_place(files));
        filled.map_err(|error| match self.clear(files) {
            Ok(()) => not_begun(root, error),
            Err(_) => {
                let Error { path, error, .. } = error;
                msg::not_begun_wholly(root.display(), path.display(), msg::reason(&error))
            }
        })
    }

    /// Returns true if the directory holds nothing but leftovers of a killed attempt: `.begun/`, and files as they would be
    /// written.
    fn is_free(&self, files: &[DataFile]) -> Result<bool, Error> {
        match self.directory.has_directory(ASIDE) {
            true => has_leftovers_only(&self.directory, "", files),
            false => Ok(self.directory.names()?.is_empty()),
        }
    }

    fn write(&self, files: &[DataFile]) -> Result<(), Error> {
        self.directory.remove_tree(ASIDE)?;
        let aside = self.directory.make(ASIDE, &self.access)?;
        let indicators = aside.make(INDICATORS, &self.access)?;
        for file in files {
            match file.path.split_once('/') {
                Some((_, name)) => indicators.create(name, &file.bytes, &self.access)?,
                None => aside.create(&file.path, &file.bytes, &self.access)?,
            }
        }

        indicators.sync()?;
        aside.sync()
    }

    fn move_to_place(&self, files: &[DataFile]) -> Result<(), Error> {
        let aside = self.directory.subdirectory(ASIDE)?;
        for name in names_in_order(files) {
            self.directory.remove_tree(name)?;
            aside.rename(name, &self.directory, name)?;
        }

        Ok(())
    }

    /// Removes what was written.
    fn clear(&self, files: &[DataFile]) -> Result<(), Error> {
        for name in names_in_order(files) {
            self.directory.remove_tree(name)?;
        }

        self.directory.remove_tree(ASIDE)
    }

    /// Removes the directory where this program has made it and it is empty.
    fn unmake(&self) -> Result<(), Error> {
        match &self.made_in {
            Some((above, name)) => remove_empty(above, name),
            None => Ok(()),
        }
    }

    /// Tidies up, and waits until everything is on the disk.
    fn settle(&self) -> Result<(), Error> {
        self.directory.remove_tree(ASIDE)?;
        self.directory.sync()?;
        match &self.made_in {
            Some((above, _)) => above.sync(),
            None => Ok(()),
        }
    }
}

/// Returns true if a directory has nothing but files as they would be written, and not yet `dataset.json`, the last one.
fn has_leftovers_only(
    directory: &Directory,
    prefix: &str,
    files: &[DataFile],
) -> Result<bool, Error> {
    for name in directory.names()? {
        let path = format!("{prefix}{}", name.to_string_lossy());
        let is_leftover = match path.as_str() {
            ASIDE => true,
            dataset_file::FILE => false,
            INDICATORS if directory.has_directory(INDICATORS) => {
                let indicators = directory.subdirectory(INDICATORS)?;
                has_leftovers_only(&indicators, "indicators/", files)?
            }
            _ => match (find_file(files, &path), directory.read(&name)) {
                (Some(file), Ok(Some(bytes))) => bytes == file.bytes,
                _ => false,
            },
        };

        if !is_leftover {
            return Ok(false);
        }
    }

    Ok(true)
}

fn remove_empty(above: &Directory, name: &str) -> Result<(), Error> {
    match above.subdirectory(name)?.names()?.is_empty() {
        true => above.remove_tree(name),
        false => Ok(()),
    }
}

/// The names that lie in the directory itself, `dataset.json` last.
fn names_in_order(files: &[DataFile]) -> Vec<&str> {
    let mut names = vec![INDICATORS];
    for file in files {
        if !file.path.contains('/') && file.path != dataset_file::FILE {
            names.push(&file.path);
        }
    }

    names.push(dataset_file::FILE);
    names
}
