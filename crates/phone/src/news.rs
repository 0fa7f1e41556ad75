//! What the kernel tells of its own accord.

use std::sync::Arc;

use hansom_device::AlertAction;

use crate::{
    core::Core,
    kernel::{KernelEvent, News},
};

/// Follows the kernel's news until the phone is gone.
pub(crate) fn follow(news: News, core: &Arc<Core>) {
    core.frames.follow(news.frames);
    let phone = Arc::downgrade(core);
    let mut events = news.events;
    tokio::spawn(async move {
        while let Some(event) = events.recv().await {
            let Some(core) = phone.upgrade() else { return };
            handle(&core, event).await;
        }
    });
}

async fn handle(core: &Arc<Core>, event: KernelEvent) {
    match event {
        KernelEvent::Crashed { tab } => core.tab_crashed(tab).await,
        KernelEvent::Alert { open: true } => answer_alert(core).await,
        KernelEvent::Permission {
            tab,
            service,
            granted,
        } => {
            // The prompt grants the position while the app is in use.
            let owner = match tab {
                Some(tab) => core.desk.lock().await.owner_of(tab).cloned(),
                None => None,
            };
            if let (Some(app), "location", true) = (owner, service.as_str(), granted) {
                core.settings().in_use.insert(app);
            }
        }
        KernelEvent::FilmFailed { message } => {
            tracing::warn!(message, "the capture of the screen failed");
        }
        KernelEvent::Alert { open: false } | KernelEvent::Biometric { .. } => {}
    }
}

/// Does with an alert what was asked for in advance.
async fn answer_alert(core: &Arc<Core>) {
    let accept = match core.settings().alerts {
        AlertAction::Leave => return,
        AlertAction::Accept => true,
        AlertAction::Dismiss => false,
    };
    if let Err(error) = core.answer_alert(accept, None).await {
        tracing::debug!(%error, "an alert was gone before it could be answered");
    }
}
