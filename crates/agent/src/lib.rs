//! Offers any Device as a WebDriverAgent-compatible HTTP service.
