//! Sessions in every order: created, used, left alone, deleted, crashed. Time is simulated, so that
//! hours pass in microseconds.

mod cases;
mod model;
mod scene;
