//! The abilities of an Apple device, one file per group. Each names the agent call or host tool it
//! takes; which one for which kind and version is the table of the protocol, not a choice made here.

mod apps;
mod elements;
mod files;
mod gestures;
mod input;
mod locale;
mod location;
mod screen;
mod simulator;
mod system;
