//! Counters for Prometheus. Command names are labels, so there are as many series as the route
//! table has commands; nothing a client sends becomes a label.

use std::{
    sync::{OnceLock, atomic::AtomicU64},
    time::Duration,
};

use hansom_protocol::{Answer, Command, DriverKind, Error, Phases};
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::{Family, MetricConstructor},
        gauge::Gauge,
        histogram::Histogram,
    },
    registry::{Registry, Unit},
};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CommandLabels {
    command: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CommandLabel {
    command: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DriverLabel {
    driver: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct EndLabels {
    driver: &'static str,
    reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PhaseLabels {
    driver: &'static str,
    phase: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RuleLabel {
    rule: &'static str,
}

/// Makes histograms with our buckets.
#[derive(Debug, Clone, Copy)]
struct Seconds(&'static [f64]);

impl MetricConstructor<Histogram> for Seconds {
    fn new_metric(&self) -> Histogram {
        Histogram::new(self.0.iter().copied())
    }
}

/// From a fast command to a page that never loads.
const COMMAND_SECONDS: Seconds = Seconds(&[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0,
]);
/// From a warm browser to a device whose agent is slow to start.
const START_SECONDS: Seconds = Seconds(&[
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0,
]);

/// What nearly every run of a command counts.
#[derive(Debug)]
struct Series {
    ok: Counter,
    seconds: Histogram,
}

/// The counters of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// By command, each looked up in its families once.
    series: Vec<OnceLock<Series>>,
    commands: Family<CommandLabels, Counter>,
    command_seconds: Family<CommandLabel, Histogram, Seconds>,
    active: Family<DriverLabel, Gauge>,
    started: Family<DriverLabel, Counter>,
    failed: Family<DriverLabel, Counter>,
    ended: Family<EndLabels, Counter>,
    start_seconds: Family<PhaseLabels, Histogram, Seconds>,
    refused: Family<RuleLabel, Counter>,
    memory: Gauge<u64, AtomicU64>,
    /// Connections that are open.
    pub(crate) connections: Gauge,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut metrics = Self {
            registry: Registry::default(),
            series: Command::ALL.iter().map(|_| OnceLock::new()).collect(),
            commands: Family::default(),
            command_seconds: Family::new_with_constructor(COMMAND_SECONDS),
            active: Family::default(),
            started: Family::default(),
            failed: Family::default(),
            ended: Family::default(),
            start_seconds: Family::new_with_constructor(START_SECONDS),
            refused: Family::default(),
            memory: Gauge::default(),
            connections: Gauge::default(),
        };
        let all = &mut metrics.registry;
        all.register(
            "hansom_commands",
            "Commands by name and outcome",
            metrics.commands.clone(),
        );
        all.register_with_unit(
            "hansom_command",
            "How long commands ran, without the time they waited",
            Unit::Seconds,
            metrics.command_seconds.clone(),
        );
        all.register(
            "hansom_sessions_active",
            "Sessions there are",
            metrics.active.clone(),
        );
        all.register(
            "hansom_sessions_started",
            "Sessions that started",
            metrics.started.clone(),
        );
        all.register(
            "hansom_sessions_failed",
            "Sessions that did not",
            metrics.failed.clone(),
        );
        all.register(
            "hansom_sessions_ended",
            "Sessions that ended",
            metrics.ended.clone(),
        );
        all.register_with_unit(
            "hansom_session_start",
            "How long the phases of starts took",
            Unit::Seconds,
            metrics.start_seconds.clone(),
        );
        all.register(
            "hansom_refused",
            "Requests the gate refused",
            metrics.refused.clone(),
        );
        all.register(
            "hansom_connections",
            "Open connections",
            metrics.connections.clone(),
        );
        all.register_with_unit(
            "process_resident_memory",
            "Resident memory of the server",
            Unit::Bytes,
            metrics.memory.clone(),
        );
        metrics
    }

    pub(crate) fn command(&self, command: Command, took: Duration, done: &Result<Answer, Error>) {
        let series = self.series[command as usize].get_or_init(|| Series {
            ok: self.outcome(command, "ok"),
            seconds: self.command_seconds.get_or_create_owned(&CommandLabel {
                command: command.name(),
            }),
        });
        series.seconds.observe(took.as_secs_f64());
        match done {
            Ok(_) => series.ok.inc(),
            Err(error) => self.outcome(command, error.code.as_str()).inc(),
        };
    }

    fn outcome(&self, command: Command, outcome: &'static str) -> Counter {
        self.commands.get_or_create_owned(&CommandLabels {
            command: command.name(),
            outcome,
        })
    }

    pub(crate) fn start(&self, kind: DriverKind, phases: &Phases, took: Duration, good: bool) {
        let driver = kind.name();
        for (phase, took) in phases.list().into_iter().chain([("all", took)]) {
            let labels = PhaseLabels { driver, phase };
            self.start_seconds
                .get_or_create(&labels)
                .observe(took.as_secs_f64());
        }
        if !good {
            self.failed.get_or_create(&DriverLabel { driver }).inc();
        }
    }

    pub(crate) fn session_started(&self, kind: DriverKind) {
        let label = DriverLabel {
            driver: kind.name(),
        };
        self.active.get_or_create(&label).inc();
        self.started.get_or_create(&label).inc();
    }

    pub(crate) fn session_ended(&self, kind: DriverKind, reason: &'static str) {
        let driver = kind.name();
        self.active.get_or_create(&DriverLabel { driver }).dec();
        self.ended
            .get_or_create(&EndLabels { driver, reason })
            .inc();
    }

    pub(crate) fn refused(&self, rule: &'static str) {
        self.refused.get_or_create(&RuleLabel { rule }).inc();
    }

    /// The text that Prometheus reads.
    pub(crate) fn text(&self) -> String {
        self.memory.set(hansom_host::rss().unwrap_or_default());
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            // Writing to a string does not fail.
            Err(_) => String::new(),
        }
    }
}
