//! The command line; wires the rooms together.

fn main() {}
