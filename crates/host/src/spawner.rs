//! The one thread that starts children.
//!
//! Linux binds the parent-death signal to the thread that forked, not to the process: a child forked
//! by a pool thread would be killed when that thread retires. So all children are forked by one
//! thread that lives as long as we do.

use std::{
    path::PathBuf,
    sync::{OnceLock, mpsc},
};

use tokio::{runtime::Handle, sync::oneshot};

use crate::{ChildSpec, HostError, marker::OWNER_VARIABLE};

/// A child to fork, the runtime that will reap it, and where to report.
struct Order {
    spec: ChildSpec,
    state_dir: PathBuf,
    runtime: Handle,
    reply: oneshot::Sender<Result<tokio::process::Child, HostError>>,
}

/// Starts a child; must be called within a tokio runtime. When the future is dropped, the child is
/// killed at once.
pub(crate) async fn spawn(
    spec: ChildSpec,
    state_dir: PathBuf,
) -> Result<tokio::process::Child, HostError> {
    let (reply, answer) = oneshot::channel();
    let order = Order {
        spec,
        state_dir,
        runtime: Handle::current(),
        reply,
    };
    orders().send(order).map_err(|_| HostError::Stopping)?;
    answer.await.map_err(|_| HostError::Stopping)?
}

fn orders() -> &'static mpsc::Sender<Order> {
    static ORDERS: OnceLock<mpsc::Sender<Order>> = OnceLock::new();
    ORDERS.get_or_init(|| {
        let (orders, queue) = mpsc::channel::<Order>();
        let thread = std::thread::Builder::new().name("spawner".into());
        let started = thread.spawn(move || {
            for order in queue {
                let _runtime = order.runtime.enter();
                let child = fork(order.spec, &order.state_dir);
                // Nobody waits any more: dropping the child kills it.
                let _ = order.reply.send(child);
            }
        });
        if let Err(error) = started {
            tracing::error!(%error, "no thread to start children with");
        }
        orders
    })
}

fn fork(spec: ChildSpec, state_dir: &std::path::Path) -> Result<tokio::process::Child, HostError> {
    let program = spec.program.to_string_lossy().into_owned();
    let mut command = spec.env(OWNER_VARIABLE, state_dir).into_command();
    #[cfg(unix)]
    prepare(&mut command);
    tokio::process::Command::from(command)
        .kill_on_drop(true)
        .spawn()
        .map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => HostError::ProgramNotFound { program },
            _ => HostError::Spawn { program, source },
        })
}

/// Its own group, and death with us.
#[cfg(unix)]
#[expect(unsafe_code, reason = "a hook between fork and exec has no safe form")]
fn prepare(command: &mut std::process::Command) {
    use std::os::unix::process::CommandExt;

    command.process_group(0);
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
        let parent = getpid();
        // SAFETY: between fork and exec only async-signal-safe calls are allowed. Both are plain
        // system calls that touch no memory and no lock.
        unsafe {
            command.pre_exec(move || {
                set_parent_process_death_signal(Some(Signal::KILL))?;
                // Had we died before the call above, the signal would never come.
                if getppid() != Some(parent) {
                    return Err(std::io::ErrorKind::Interrupted.into());
                }
                Ok(())
            });
        }
    }
}
