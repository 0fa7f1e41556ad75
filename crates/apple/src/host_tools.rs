//! What the machine beside the device can do for it.

use hansom_device::Unsupported;

use crate::Simctl;

/// The host side of a device.
#[derive(Clone)]
pub enum HostTools {
    /// A simulator on this Mac.
    Simulator(Simctl),
    /// An agent that somebody else runs: only the agent itself can be asked.
    None,
}

impl HostTools {
    /// The simulator's tools, or why there are none.
    pub(crate) fn simctl(&self, what: &str) -> Result<&Simctl, Unsupported> {
        match self {
            Self::Simulator(simctl) => Ok(simctl),
            Self::None => Err(Unsupported::new(
                what,
                "it needs the simulator's host tools (xcrun simctl), and this session knows the device only \
                 by its agent. Give appium:udid of a simulator on a Mac",
            )),
        }
    }
}
