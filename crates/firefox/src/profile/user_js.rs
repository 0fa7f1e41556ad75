//! `user.js`: the preferences of one start. Firefox reads it after `prefs.js`, so it wins.
//!
//! When it quits, Firefox writes them all into `prefs.js`. A profile of the user's own gets both files
//! back as they were: `user.js` whole, and in `prefs.js` the values of what was ours. Until then copies
//! of both lie beside them, so that after a SIGKILL the next session does it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mozprofile::{
    preferences::{Pref, PrefValue, Preferences},
    prefreader,
};

use super::prefs;
use crate::Launch;

const NAME: &str = "user.js";
const BACKUP: &str = "user.js.before-hansom";
const KEPT: &str = "prefs.js";
const KEPT_BACKUP: &str = "prefs.js.before-hansom";

/// Writes `user.js`. What the profile brings along wins over our defaults, and what the client asked
/// for wins over both. The port, and what needs a grant that is not there, are ours alone: they stand
/// last, and Firefox takes the last.
pub(super) fn write(folder: &Path, launch: &Launch, downloads: Option<&Path>) -> io::Result<()> {
    let path = folder.join(NAME);
    let mut all: Preferences = prefs::base()
        .chain(prefs::click_timeout(launch.click_timeout))
        .chain(downloads.into_iter().flat_map(prefs::throw_away))
        .map(|(name, value)| (name.to_owned(), Pref::new(value)))
        .collect();
    all.extend(read(&path)?);
    all.extend(
        launch
            .prefs
            .iter()
            .map(|(name, value)| (name.clone(), Pref::new(value.clone()))),
    );
    refuse_nul(&all)?;
    if let Some(level) = &launch.log_level {
        let level = Pref::new(PrefValue::String(level.clone()));
        all.insert("remote.log.level".to_owned(), level);
    }
    let ours: Preferences = prefs::ours_alone(launch)
        .map(|(name, value)| (name.to_owned(), Pref::new(value)))
        .collect();
    all.retain(|name, _| !ours.contains_key(name));
    let mut text = Vec::new();
    prefreader::serialize(&all, &mut text)?;
    prefreader::serialize(&ours, &mut text)?;
    fs::write(path, text)
}

/// Firefox takes a NUL for the end of a text and reads on after it as if no quote were open, so that
/// the rest of a value would be preferences of its own.
fn refuse_nul(prefs: &Preferences) -> io::Result<()> {
    let odd = prefs.iter().find(|(name, pref)| {
        let value = matches!(&pref.value, PrefValue::String(value) if value.contains('\0'));
        value || name.contains('\0')
    });
    odd.map_or(Ok(()), |(name, _)| {
        let what = format!("the preference {name:?} has a NUL in its name or value");
        Err(io::Error::new(io::ErrorKind::InvalidData, what))
    })
}

fn read(path: &Path) -> io::Result<Preferences> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Preferences::new()),
        Err(error) => return Err(error),
    };
    prefreader::parse(&text).map_err(|error| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("{} is not valid: {error}", path.display()),
        )
    })
}

/// Puts the user's own preferences back when dropped.
#[derive(Debug)]
pub(super) struct Restore(PathBuf);

impl Restore {
    /// Sets the user's files aside. What an earlier server could not put back is put back first.
    pub(super) fn set_aside(folder: &Path) -> io::Result<Self> {
        if folder.join(BACKUP).exists() {
            undo(folder)?;
        }
        // `user.js` last: its backup says that both are there.
        copy(&folder.join(KEPT), &folder.join(KEPT_BACKUP))?;
        copy(&folder.join(NAME), &folder.join(BACKUP))?;
        Ok(Self(folder.to_owned()))
    }
}

impl Drop for Restore {
    fn drop(&mut self) {
        // A folder that its owner has removed meanwhile needs nothing.
        if self.0.is_dir()
            && let Err(error) = undo(&self.0)
        {
            tracing::warn!(folder = %self.0.display(), %error, "user.js could not be put back");
        }
    }
}

/// An empty copy stands for a file that is not there.
fn copy(file: &Path, backup: &Path) -> io::Result<()> {
    match fs::copy(file, backup) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::write(backup, ""),
        copied => copied.map(drop),
    }
}

fn undo(folder: &Path) -> io::Result<()> {
    if let Err(error) = forget_ours(folder) {
        tracing::warn!(folder = %folder.display(), %error, "prefs.js is left as it is");
    }
    put_back(folder)
}

/// Takes out of `prefs.js` what only our `user.js` has put there.
fn forget_ours(folder: &Path) -> io::Result<()> {
    let before = folder.join(KEPT_BACKUP);
    if !before.exists() {
        return Ok(()); // what was there before is not known
    }
    let before = read(&before)?;
    let (ours, theirs) = (read(&folder.join(NAME))?, read(&folder.join(BACKUP))?);
    let mut kept = read(&folder.join(KEPT))?;
    for name in ours.keys().filter(|name| !theirs.contains_key(*name)) {
        match before.get(name) {
            Some(old) => kept.insert(name.clone(), Pref::new(old.value.clone())),
            None => kept.remove(name),
        };
    }
    if kept.is_empty() {
        return Ok(()); // Firefox wrote none
    }
    let mut text = Vec::new();
    prefreader::serialize(&kept, &mut text)?;
    fs::write(folder.join(KEPT), text)
}

fn put_back(folder: &Path) -> io::Result<()> {
    let (own, backup) = (folder.join(NAME), folder.join(BACKUP));
    if fs::metadata(&backup)?.len() == 0 {
        remove(&own)?; // its owner may have been faster
        remove(&backup)?;
    } else {
        fs::rename(&backup, &own)?;
    }
    remove(&folder.join(KEPT_BACKUP))
}

/// Removes a file that may be gone already.
fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Installation, find::Kind};

    fn launch() -> Launch {
        Launch::new(Installation {
            path: "firefox".into(),
            version: None,
            build_id: None,
            kind: Kind::Plain,
        })
    }

    #[test]
    fn the_client_wins_over_the_profile_and_the_profile_over_us() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::write(
            &path,
            "user_pref(\"browser.startup.page\", 1);\nuser_pref(\"a.b\", \"profile\");\nuser_pref(\"marionette.port\", 1);\n",
        )
        .unwrap();
        let mut launch = launch();
        launch.prefs = vec![("a.b".into(), PrefValue::String("client \"x\"".into()))];
        write(folder.path(), &launch, None).unwrap();
        let written = read(&path).unwrap();
        assert_eq!(written["browser.startup.page"].value, PrefValue::Int(1));
        assert_eq!(
            written["a.b"].value,
            PrefValue::String("client \"x\"".into())
        );
        assert_eq!(written["marionette.port"].value, PrefValue::Int(0));
        assert_eq!(
            written["marionette.marionette.navigate-after-click.timeout"].value,
            PrefValue::Int(20)
        );
    }

    #[test]
    fn without_system_access_nobody_lets_addons_run_code_in_the_browser() {
        const NAME_OF_PREF: &str = "extensions.experiments.enabled";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let line = format!("user_pref(\"{NAME_OF_PREF}\", true);\n");
        let mut launch = launch();
        launch.prefs = vec![
            (NAME_OF_PREF.into(), PrefValue::Bool(true)),
            ("z".into(), PrefValue::Int(1)),
        ];
        fs::write(&path, &line).unwrap();
        write(folder.path(), &launch, None).unwrap();
        assert_eq!(
            read(&path).unwrap()[NAME_OF_PREF].value,
            PrefValue::Bool(false)
        );
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains(&line), "{text}");
        assert!(text.find(NAME_OF_PREF) > text.find("\"z\""), "{text}");

        launch.system_access = true;
        write(folder.path(), &launch, None).unwrap();
        assert_eq!(
            read(&path).unwrap()[NAME_OF_PREF].value,
            PrefValue::Bool(true)
        );
    }

    #[test]
    fn a_nul_that_would_end_a_value_early_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut launch = launch();
        let value = PrefValue::String("\0; user_pref('b', true); ".into());
        launch.prefs = vec![("odd".into(), value)];
        let error = write(folder.path(), &launch, None).unwrap_err();
        assert!(error.to_string().contains("odd"), "{error}");
    }

    #[test]
    fn only_a_profile_that_goes_with_its_session_is_told_about_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let names = ["browser.download.dir", "extensions.blocklist.enabled"];
        write(folder.path(), &launch(), None).unwrap();
        let written = read(&path).unwrap();
        assert!(!names.iter().any(|name| written.contains_key(*name)));
        write(folder.path(), &launch(), Some(Path::new("/d"))).unwrap();
        let written = read(&path).unwrap();
        assert!(names.iter().all(|name| written.contains_key(*name)));
    }

    #[test]
    fn a_users_profile_is_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::write(&path, "// mine\n").unwrap();
        let restore = Restore::set_aside(folder.path()).unwrap();
        write(folder.path(), &launch(), None).unwrap();
        drop(restore);
        assert_eq!(fs::read_to_string(&path).unwrap(), "// mine\n");
        fs::remove_file(&path).unwrap();

        let restore = Restore::set_aside(folder.path()).unwrap();
        write(folder.path(), &launch(), None).unwrap();
        drop(restore);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_firefox_wrote_of_ours_is_taken_back_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (own, kept) = (folder.path().join(NAME), folder.path().join(KEPT));
        fs::write(&own, "user_pref(\"theirs\", 1);\n").unwrap();
        fs::write(&kept, "user_pref(\"browser.startup.page\", 3);\n").unwrap();
        let restore = Restore::set_aside(folder.path()).unwrap();
        write(folder.path(), &launch(), None).unwrap();
        // Firefox quits, and something has changed meanwhile.
        let quit = fs::read_to_string(&own).unwrap() + "user_pref(\"new\", true);\n";
        fs::write(&kept, quit).unwrap();
        drop(restore);
        let after = read(&kept).unwrap();
        let names: Vec<&str> = after.keys().map(String::as_str).collect();
        assert_eq!(names, ["browser.startup.page", "new", "theirs"]);
        assert_eq!(after["browser.startup.page"].value, PrefValue::Int(3));
    }

    #[test]
    fn what_firefox_wrote_of_a_killed_servers_is_taken_back_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let (own, kept) = (folder.path().join(NAME), folder.path().join(KEPT));
        fs::write(&kept, "user_pref(\"browser.startup.page\", 3);\n").unwrap();
        std::mem::forget(Restore::set_aside(folder.path()).unwrap());
        write(folder.path(), &launch(), None).unwrap();
        let quit = fs::read_to_string(&own).unwrap() + "user_pref(\"new\", true);\n";
        fs::write(&kept, quit).unwrap();

        drop(Restore::set_aside(folder.path()).unwrap());
        let after = read(&kept).unwrap();
        let names: Vec<&str> = after.keys().map(String::as_str).collect();
        assert_eq!(names, ["browser.startup.page", "new"]);
        assert_eq!(after["browser.startup.page"].value, PrefValue::Int(3));
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 1, "prefs.js alone");
    }

    #[test]
    fn a_user_js_that_its_owner_removed_is_not_missed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(BACKUP), "").unwrap();
        drop(Restore::set_aside(folder.path()).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_server_left_is_put_back_first() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(NAME), "ours").unwrap();
        fs::write(folder.path().join(BACKUP), "// mine\n").unwrap();
        drop(Restore::set_aside(folder.path()).unwrap());
        assert_eq!(
            fs::read_to_string(folder.path().join(NAME)).unwrap(),
            "// mine\n"
        );
    }
}
