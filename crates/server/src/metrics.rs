//! Figures for the host, in the text format of Prometheus.

use std::{
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use axum::http::StatusCode;
use store::{Figures, Sent};

use crate::thinking::Thinkers;

/// Upper bounds of the buckets of answer times, in microseconds.
const BOUNDS: [u64; 9] = [250, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 250_000, 1_000_000];

#[derive(Default)]
pub struct Metrics {
    pub live: Gauge,
    pub listeners: Gauge,
    pub actions: Gauge,
    pub undos: Gauge,
    pub created: Gauge,
    /// Notices that arrived, that are tried again, and that were given up.
    notices: [AtomicU64; 3],
    pub connections: Arc<Gauge>,
    /// Answers by the hundreds of their status.
    answers: [AtomicU64; 6],
    times: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

/// A number that goes up, and some also down.
#[derive(Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    pub fn add(&self, n: i64) {
        self.0.fetch_add(n, Relaxed);
    }

    pub fn sub(&self, n: i64) {
        self.0.fetch_sub(n, Relaxed);
    }

    fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

/// The memory that this process has, as the system counts it; zero where it does not say.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

impl Metrics {
    pub fn answered(&self, status: StatusCode, elapsed: Duration) {
        let micros = elapsed.as_micros() as u64;
        let class = usize::from(status.as_u16() / 100).min(5);
        self.answers[class].fetch_add(1, Relaxed);
        let bucket = BOUNDS.iter().position(|&bound| micros <= bound).unwrap_or(BOUNDS.len());
        self.times[bucket].fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    /// Counts what came of a notice.
    pub fn told(&self, sent: &Sent) {
        let which = match sent {
            Sent::Arrived => 0,
            Sent::Again(..) => 1,
            Sent::GivenUp(..) => 2,
            Sent::Void | Sent::Seen => return,
        };
        self.notices[which].fetch_add(1, Relaxed);
    }

    /// All figures as text.
    pub fn write(&self, store: Figures, thinkers: &Thinkers) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = writeln!(
                text,
                "# HELP sandtable_{name} {help}\n# TYPE sandtable_{name} {kind}\nsandtable_{name} {value}"
            );
        };
        let up = |gauge: &Gauge| gauge.get().max(0) as u64;
        one("live_matches", "gauge", "Matches in memory.", up(&self.live));
        one("listeners", "gauge", "Open streams of events.", up(&self.listeners));
        one("matches_created_total", "counter", "Matches begun.", up(&self.created));
        one("actions_total", "counter", "Actions on disk.", up(&self.actions));
        one("undos_total", "counter", "Steps taken back.", up(&self.undos));
        one("connections", "gauge", "Open connections.", up(&self.connections));
        one("memory_bytes", "gauge", "Resident memory.", memory());
        one("database_errors_total", "counter", "Reads and writes that the database failed.", store.errors);
        one("commits_total", "counter", "Transactions.", store.commits);
        one("thinking", "gauge", "Machines that think.", thinkers.sitting() as u64);
        one(
            "thinking_queue",
            "gauge",
            "Machines, hints and reviews that wait to think.",
            thinkers.waiting() as u64,
        );
        one("commit_jobs_total", "counter", "Writes in all transactions.", store.jobs);
        one("commit_microseconds_total", "counter", "Time spent in transactions.", store.micros);
        text.push_str("# HELP sandtable_notices_total Notices by what came of them.\n# TYPE sandtable_notices_total counter\n");
        for (came, count) in ["arrived", "again", "given-up"].iter().zip(&self.notices) {
            let _ = writeln!(text, "sandtable_notices_total{{came=\"{came}\"}} {}", count.load(Relaxed));
        }
        text.push_str("# HELP sandtable_answers_total Answers by class of status.\n# TYPE sandtable_answers_total counter\n");
        for (class, count) in self.answers.iter().enumerate().skip(1) {
            let _ = writeln!(text, "sandtable_answers_total{{class=\"{class}xx\"}} {}", count.load(Relaxed));
        }
        text.push_str(
            "# HELP sandtable_answer_seconds Time to answer.\n# TYPE sandtable_answer_seconds histogram\n",
        );
        let mut sum = 0;
        for (bound, count) in BOUNDS.iter().zip(&self.times) {
            sum += count.load(Relaxed);
            let _ = writeln!(text, "sandtable_answer_seconds_bucket{{le=\"{}\"}} {sum}", *bound as f64 / 1e6);
        }
        sum += self.times[BOUNDS.len()].load(Relaxed);
        let seconds = self.micros.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "sandtable_answer_seconds_bucket{{le=\"+Inf\"}} {sum}");
        let _ =
            writeln!(text, "sandtable_answer_seconds_sum {seconds}\nsandtable_answer_seconds_count {sum}");
        text
    }
}
