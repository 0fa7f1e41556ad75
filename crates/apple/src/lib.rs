//! iPhones, iPads, Apple TVs and simulators: a Device on WebDriverAgent and host tools.
