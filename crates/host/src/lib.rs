//! What we own on the host: child processes, folders, the state directory and the sweep.

pub mod archive;
