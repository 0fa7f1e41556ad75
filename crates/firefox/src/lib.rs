//! One Firefox: profile, start, Marionette and BiDi connections, W3C commands over Marionette, certain death.

pub mod bidi;
