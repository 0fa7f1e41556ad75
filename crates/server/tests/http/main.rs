//! HTTP as such: limits, methods, bodies, connections.

mod access;
mod bodies;
mod connections;
mod paths;
mod wire;
