//! What the machine beside the device can do for it.

use hansom_device::Unsupported;

use crate::{Simctl, cable::Cable};

/// The host side of a device.
#[derive(Clone)]
pub enum HostTools {
    /// A simulator on this Mac.
    Simulator(Simctl),
    /// A device on the cable.
    Cable(Cable),
    /// An agent that somebody else runs: only the agent itself can be asked.
    None,
}

impl HostTools {
    /// The simulator's tools, or why there are none.
    pub(crate) fn simctl(&self, what: &str) -> Result<&Simctl, Unsupported> {
        match self {
            Self::Simulator(simctl) => Ok(simctl),
            Self::Cable(_) => Err(Unsupported::new(
                what,
                "it can only be done on a simulator, and this is a real device",
            )),
            Self::None => Err(Unsupported::new(
                what,
                "it needs the host tools of the device, and this session knows the device only by its agent. \
                 Give appium:udid of an attached device, or of a simulator on a Mac (xcrun simctl)",
            )),
        }
    }

    /// The device's services over the cable, or why there are none.
    pub(crate) fn cable(&self, what: &str) -> Result<&Cable, Unsupported> {
        match self {
            Self::Cable(cable) => Ok(cable),
            Self::Simulator(_) => Err(Unsupported::new(
                what,
                "it is built in for attached devices and the virtual phone only",
            )),
            Self::None => Err(Unsupported::new(
                what,
                "it needs the services of the device, and this session knows the device only by its agent. Give \
                 appium:udid of an attached device",
            )),
        }
    }
}
