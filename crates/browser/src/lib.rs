//! The browser driver: capabilities, extension endpoints, everything else handed to firefox.
