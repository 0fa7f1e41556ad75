//! The virtual phone: a Device whose screen and apps run in headless Firefox.
