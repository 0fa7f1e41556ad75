//! What the operator looks at: status, health, metrics.

mod metrics;
mod pages;
mod status;

pub(crate) use metrics::Metrics;
pub(crate) use pages::page;
pub(crate) use status::{readiness, status};
