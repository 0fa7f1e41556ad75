//! A Firefox from its start to its end.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use crate::common::{Session, firefox, launch, looks, processes_with, state};
use hansom_firefox::{Launch, Profile};
use hansom_protocol::Command;
use hansom_testkit::eventually;
use serde_json::json;

#[tokio::test]
async fn a_killed_one_leaves_no_process_and_no_file() {
    let state = state();
    let firefox = firefox(launch(), &state).await;
    let profile = firefox.profile().unwrap().to_owned();
    let group = firefox.pid().unwrap();
    let children = members_of(group);
    assert!(children.len() > 1, "content processes: {children:?}");

    let began = Instant::now();
    firefox.kill().await;
    // Some milliseconds; a Firefox that is let to quit takes longer than this.
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(!profile.exists(), "the profile is still there");
    wait_until_gone(group).await;
    assert_eq!(
        processes_with(&profile.display().to_string()),
        Vec::<u32>::new()
    );
}

#[tokio::test]
async fn capabilities_reach_firefox_and_come_back() {
    let state = state();
    let mut firefox = hansom_firefox::Firefox::launch(launch(), &state)
        .await
        .unwrap();
    let wanted = json!({
        "pageLoadStrategy": "eager",
        "unhandledPromptBehavior": "accept",
        "timeouts": { "script": null },
    });
    let answered = firefox
        .new_session(wanted.as_object().unwrap())
        .await
        .unwrap();
    assert_eq!(answered["pageLoadStrategy"], "eager");
    assert_eq!(answered["unhandledPromptBehavior"], "accept");
    assert_eq!(answered["timeouts"]["script"], json!(null));
    firefox.kill().await;
}

#[tokio::test]
async fn a_given_profile_is_quit_cleanly_and_left_in_place() {
    let state = state();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("user.js"), "// mine\n").unwrap();
    let firefox = firefox(
        Launch {
            profile: Profile::Folder(folder.path().to_owned()),
            ..launch()
        },
        &state,
    )
    .await;
    let group = firefox.pid().unwrap();
    firefox.end().await;
    wait_until_gone(group).await;
    // Written at a clean quit only.
    assert!(folder.path().join("sessionCheckpoints.json").exists());
    let user_js = std::fs::read_to_string(folder.path().join("user.js")).unwrap();
    assert_eq!(user_js, "// mine\n");
}

#[tokio::test]
async fn one_that_is_killed_from_outside_says_so_to_the_command_that_runs() {
    let state = state();
    let session = Session::open(&state).await;
    let script = json!({ "script": "return new Promise(() => {});", "args": [] });
    let endless = session.post(Command::ExecuteScript, script);
    let kill = async {
        // The script runs once another command, sent after it, is answered.
        session.get(Command::GetTimeouts).await;
        let pid = i32::try_from(session.firefox.pid().unwrap()).unwrap();
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::SEGV).unwrap();
    };
    let (answer, ()) = tokio::join!(endless, kill);
    let error = answer.unwrap_err();
    assert!(error.ends_session, "{error}");
    assert!(error.message.contains("signal 11 (SIGSEGV)"), "{error}");
    assert_eq!(error.data.as_ref().unwrap()["signal"], 11);
    assert_eq!(session.firefox.died().await.exit.signal, Some(11));
}

#[tokio::test]
async fn the_template_knows_how_addons_are_installed_and_holds_none() {
    let state = state();
    let cache = tempfile::tempdir().unwrap();
    let launch = Launch {
        cache_folder: Some(cache.path().to_owned()),
        ..launch()
    };
    hansom_firefox::prepare_template(&launch, &state)
        .await
        .unwrap();
    let template = template_in(cache.path()).expect("a template was made");
    let has = |file: &Path, text: &str| {
        let bytes = std::fs::read(file).unwrap();
        bytes
            .windows(text.len())
            .any(|piece| piece == text.as_bytes())
    };
    let compiled: Vec<_> = std::fs::read_dir(template.join("startupCache"))
        .unwrap()
        .flatten()
        .collect();
    // The second is read only for an addon that was taken.
    for module in [
        "remote/content/shared/Addon.sys.mjs",
        "gre/modules/ExtensionActions.sys.mjs",
    ] {
        let known = compiled.iter().any(|file| has(&file.path(), module));
        assert!(known, "{module} is not in the template");
    }
    for file in ["prefs.js", "extensions.json"] {
        assert!(!has(&template.join(file), "rehearsal"), "{file}");
    }
}

#[tokio::test]
async fn a_broken_template_heals_itself() {
    let state = state();
    let cache = tempfile::tempdir().unwrap();
    let launch = || Launch {
        cache_folder: Some(cache.path().to_owned()),
        ..launch()
    };
    hansom_firefox::prepare_template(&launch(), &state)
        .await
        .unwrap();
    let template = template_in(cache.path()).expect("a template was made");
    std::fs::write(template.join("prefs.js"), "").unwrap();

    let firefox = firefox(launch(), &state).await;
    assert!(!firefox.profile().unwrap().join("contents.json").exists());
    // Made again behind the session's back.
    let again = async {
        let mut looks = looks();
        loop {
            if let Some(made) = template_in(cache.path())
                && std::fs::metadata(made.join("prefs.js")).is_ok_and(|facts| facts.len() > 0)
            {
                break;
            }
            looks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(3), again)
        .await
        .unwrap();
    firefox.kill().await;
}

fn template_in(cache: &Path) -> Option<std::path::PathBuf> {
    let root = std::fs::read_dir(cache.join("firefox")).ok()?;
    root.flatten()
        .map(|entry| entry.path())
        .find(|path| path.join("contents.json").is_file())
}

/// The living processes of a group.
fn members_of(group: u32) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
        .filter(|pid| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let after_name = stat.rsplit(") ").next().unwrap_or_default();
            let mut fields = after_name.split(' ');
            let (state, of_group) = (fields.next(), fields.nth(1));
            state != Some("Z") && of_group == Some(group.to_string().as_str())
        })
        .collect()
}

async fn wait_until_gone(group: u32) {
    eventually(&format!("the group {group} is gone"), async || {
        members_of(group).is_empty().then_some(())
    })
    .await;
}
