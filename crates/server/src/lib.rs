//! HTTP, the gate, the session registry, status and metrics.
