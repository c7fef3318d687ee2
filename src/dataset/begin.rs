//! Makes a dataset directory. Everything is written to `.begun/` and moved to its place when it is on the disk,
//! `dataset.json` last, so that what a killed program or a full disk leaves is no dataset.

use super::*;

use rustix::fs::Mode;

const ASIDE: &str = ".begun";
const INDICATORS: &str = "indicators";

/// The directory that is to become a dataset.
struct Root {
    directory: Directory,
    /// The parent and the name in it, where this program has made the directory.
    made_in: Option<(Directory, String)>,
    access: Access,
}

/// Makes a dataset of these files in a directory that is empty or missing. An error leaves nothing of it. `tell` gets a
/// warning where the dataset is there and tidying up has failed.
pub fn begin(
    root: &Path,
    files: &[DataFile],
    tell: &mut dyn FnMut(Message),
) -> Result<(), Message> {
    let new_root = Root::open(root)?;
    new_root
        .fill(root, files)
        .inspect_err(|_| drop(new_root.unmake()))?;
    // From here on there is a dataset.
    let settled = new_root
        .directory
        .remove_tree(ASIDE)
        .and_then(|()| new_root.sync());
    settled.unwrap_or_else(|error| {
        tell(msg::begun_unsettled(
            root.display(),
            msg::reason(&error.error),
        ))
    });
    Ok(())
}

fn not_begun(root: &Path, error: Error) -> Message {
    msg::not_begun(
        root.display(),
        error.path.display(),
        msg::reason(&error.error),
    )
}

impl Root {
    /// Opens the directory, or makes it. A link in its place is not followed.
    fn open(root: &Path) -> Result<Self, Message> {
        let failed = |error: Error| not_begun(root, error);
        let Some(name) = root.file_name() else {
            return Root::existing(Directory::open(root).map_err(failed)?, root);
        };

        let above = root
            .parent()
            .filter(|above| *above != Path::new(""))
            .unwrap_or(Path::new("."));
        let above = Directory::open(above).map_err(failed)?;
        match above.subdirectory(name) {
            Ok(directory) => Root::existing(directory, root),
            Err(error) if error.kind == Kind::NotADirectory => Err(match root.is_symlink() {
                true => msg::begin_at_link(root.display()),
                false => msg::begin_at_file(root.display()),
            }),
            Err(error) if error.is_missing() => {
                let name = name.to_string_lossy().into_owned();
                let file = mode(0o644);
                let directory = mode(0o755);
                let access = Access {
                    file,
                    directory,
                    owner: None,
                    group: None,
                    readers: None,
                };
                // It may have been made, and could not be opened or given its mode.
                let made = above
                    .make(&name, &access)
                    .inspect_err(|_| drop(remove_empty(&above, &name)));
                let directory = made.map_err(failed)?;
                Ok(Root {
                    directory,
                    made_in: Some((above, name)),
                    access,
                })
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// An existing directory, whose owner, group and mode new files take over.
    fn existing(directory: Directory, root: &Path) -> Result<Self, Message> {
        let stat = directory.stat().map_err(|error| not_begun(root, error))?;
        if !user::may_change(stat.st_uid) {
            return Err(msg::owned_by_another(
                root.display(),
                user::for_sudo(stat.st_uid),
            ));
        }

        let like = Access::copy_ownership(&stat);
        let access = Access {
            file: like.file & mode(0o666),
            ..like
        };
        Ok(Root {
            directory,
            made_in: None,
            access,
        })
    }

    fn fill(&self, root: &Path, files: &[DataFile]) -> Result<(), Message> {
        let locked = directory::lock(&self.directory, Duration::ZERO, Duration::ZERO, || ());
        locked.map_err(|why| match why {
            NotLocked::Held => msg::dataset_is_held(root.display()),
            NotLocked::Failed(error) => msg::cannot_lock(root.display(), error),
        })?;
        if !self
            .is_free(files)
            .map_err(|error| not_begun(root, error))?
        {
            return Err(msg::not_empty(root.display()));
        }

        let filled = self.write(files).and_then(|()| self.move_to_place(files));
        filled.map_err(|error| match self.clear(files) {
            Ok(()) => not_begun(root, error),
            Err(_) => msg::not_begun_wholly(
                root.display(),
                error.path.display(),
                msg::reason(&error.error),
            ),
        })
    }

    /// Returns true if the directory holds nothing but leftovers of a killed attempt: `.begun/`, and files as they would be
    /// written.
    fn is_free(&self, files: &[DataFile]) -> Result<bool, Error> {
        let root = &self.directory;
        let names = root.names()?;
        if !root.has_directory(ASIDE) {
            return Ok(names.is_empty());
        }

        let mut paths = Vec::new();
        for name in names {
            let name = name.to_string_lossy();
            if name == ASIDE {
                continue;
            }

            if name == INDICATORS && root.has_directory(INDICATORS) {
                for name in root.subdirectory(INDICATORS)?.names()? {
                    paths.push(format!("{INDICATORS}/{}", name.to_string_lossy()));
                }
            } else {
                paths.push(name.into_owned());
            }
        }

        for path in paths {
            let read = root.parent_of(Path::new(&path));
            let bytes = read.and_then(|(parent, name)| parent.read(&name));
            let file = files.iter().find(|file| file.path == path);
            let is_as_written = match (file, bytes) {
                (Some(file), Ok(Some(bytes))) => bytes == file.bytes,
                _ => false,
            };

            if path == dataset_file::FILE || !is_as_written {
                return Ok(false);
            }
        }

        Ok(true)
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
        for name in names_in_order(files).chain([ASIDE]) {
            self.directory.remove_tree(name)?;
        }
        Ok(())
    }

    /// Removes the directory where this program has made it and it is empty.
    fn unmake(&self) -> Result<(), Error> {
        match &self.made_in {
            Some((above, name)) => remove_empty(above, name),
            None => Ok(()),
        }
    }

    fn sync(&self) -> Result<(), Error> {
        self.directory.sync()?;
        match &self.made_in {
            Some((above, _)) => above.sync(),
            None => Ok(()),
        }
    }
}

fn remove_empty(above: &Directory, name: &str) -> Result<(), Error> {
    match above.subdirectory(name)?.names()?.is_empty() {
        true => above.remove_tree(name),
        false => Ok(()),
    }
}

/// The names that lie in the directory itself, `dataset.json` last.
fn names_in_order(files: &[DataFile]) -> impl Iterator<Item = &str> {
    let mut names = vec![INDICATORS];
    for file in files {
        if !file.path.contains('/') && file.path != dataset_file::FILE {
            names.push(&file.path);
        }
    }

    names.push(dataset_file::FILE);
    names.into_iter()
}

fn mode(bits: u32) -> Mode {
    Mode::from_raw_mode(bits)
}
