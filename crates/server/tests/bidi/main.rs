//! The BiDi relay, against a WebSocket server that sends everything back.

mod alone;
mod relay;
mod socket;
