//! The pairs that count when a threshold passes them, sorted by difference.

use super::sample::Sample;

/// Pairs looked at in one step: about 10 ms.
const PAIRS_AT_ONCE: usize = 1 << 20;
/// Events sorted in one step, or all of a bucket: about 10 ms.
const SORTED_AT_ONCE: usize = 1 << 17;
/// Differences are sorted into buckets by at most so many of their first bits:
/// the exponent and nine bits more.
const MOST_BUCKET_BITS: u32 = 20;
/// Set in an event's first row if the human ties the pair.
const TIE: u32 = 1 << 31;

/// A pair of rows whose metric scores differ, and which the human ties or both
/// order the same way. When its difference becomes a tie, it turns from wrong
/// to right or the other way.
#[derive(Debug, Clone, Copy, Default)]
pub struct Event {
    first: u32,
    second: u32,
}

impl Event {
    fn new(first: u32, second: u32, tie: bool) -> Self {
        Event { first: if tie { first | TIE } else { first }, second }
    }

    /// The two rows, each below 2^31.
    pub fn rows(self) -> [u32; 2] {
        [self.first & !TIE, self.second]
    }

    /// Whether the human ties the pair; else it is concordant.
    pub fn is_tie(self) -> bool {
        self.first & TIE != 0
    }
}

/// Lists the events of a sample in steps: counts those of each bucket, puts
/// them there, and sorts bucket after bucket.
#[derive(Debug)]
pub struct Lister {
    stage: Stage,
    bucket_bits: u32,
    /// Where each bucket begins, while it is filled where it is filled next.
    starts: Vec<u32>,
    events: Vec<Event>,
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    /// Counting, from this row on.
    Count(usize),
    /// Putting events into buckets, from this row on.
    Put(usize),
    /// Sorting, from this bucket on.
    Sort(usize),
}

impl Lister {
    /// Prepares to list about so many events.
    pub fn new(events: u64) -> Self {
        let bucket_bits = events.max(1).ilog2().min(MOST_BUCKET_BITS);
        Lister {
            stage: Stage::Count(0),
            bucket_bits,
            starts: vec![0; (1 << bucket_bits) + 1],
            events: Vec::new(),
        }
    }

    fn buckets(&self) -> usize {
        self.starts.len() - 1
    }

    /// Does some of the work; returns the list once all is done.
    ///
    /// It ascends by difference, and pairs that the human ties come last among
    /// those of one difference: then no sum over a part of them exceeds the
    /// sum over all, and each place can be taken for the last one.
    pub fn step(&mut self, sample: &Sample) -> Option<Vec<Event>> {
        self.stage = match self.stage {
            Stage::Count(row) if row < sample.rows() => {
                let (starts, shift) = (&mut self.starts, 63 - self.bucket_bits);
                Stage::Count(walk(sample, row, |_, bits| starts[(bits >> shift) as usize + 1] += 1))
            }
            Stage::Count(_) => {
                for bucket in 1..self.starts.len() {
                    self.starts[bucket] += self.starts[bucket - 1];
                }
                self.events = vec![Event::default(); self.starts[self.buckets()] as usize];
                Stage::Put(0)
            }
            Stage::Put(row) if row < sample.rows() => {
                let (starts, shift) = (&mut self.starts, 63 - self.bucket_bits);
                let events = &mut self.events;
                Stage::Put(walk(sample, row, |event, bits| {
                    let next = &mut starts[(bits >> shift) as usize];
                    events[*next as usize] = event;
                    *next += 1;
                }))
            }
            Stage::Put(_) => Stage::Sort(0),
            Stage::Sort(bucket) if bucket < self.buckets() => self.sort(sample, bucket),
            Stage::Sort(_) => return Some(std::mem::take(&mut self.events)),
        };
        None
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self, sample: &Sample) -> f64 {
        let rows = sample.rows().max(1) as f64;
        let done = match self.stage {
            Stage::Count(row) => row as f64 / rows,
            Stage::Put(row) => 1.0 + row as f64 / rows,
            Stage::Sort(bucket) => 2.0 + bucket as f64 / self.buckets() as f64,
        };
        done / 3.0
    }

    /// Sorts some buckets; filling them has moved their starts to their ends.
    fn sort(&mut self, sample: &Sample, mut bucket: usize) -> Stage {
        let mut start = bucket.checked_sub(1).map_or(0, |before| self.starts[before] as usize);
        let first = start;
        while bucket < self.buckets() && start - first < SORTED_AT_ONCE {
            let end = self.starts[bucket] as usize;
            self.events[start..end].sort_unstable_by_key(|event| {
                (sample.difference(event.rows()).to_bits(), event.is_tie())
            });
            start = end;
            bucket += 1;
        }
        Stage::Sort(bucket)
    }
}

/// Calls `visit` with the events of some rows and the bits of their differences;
/// returns the row after them.
fn walk(sample: &Sample, mut row: usize, mut visit: impl FnMut(Event, u64)) -> usize {
    let mut pairs = 0;
    while row < sample.rows() && pairs < PAIRS_AT_ONCE {
        let start = sample.starts[sample.places[row].group as usize];
        let (human, metric) = (sample.human[row], sample.metric[row]);
        for other in start..row {
            // Rows ascend by human score.
            let tie = sample.human[other] == human;
            let lower = sample.metric[other];
            if lower < metric || (tie && lower != metric) {
                let difference = (metric - lower).abs();
                visit(Event::new(row as u32, other as u32, tie), difference.to_bits());
            }
        }
        pairs += 1 + row - start;
        row += 1;
    }
    row
}
