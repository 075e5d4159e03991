//! "Where are ties introduced?" (the paper's Figure 5, section 8.3): which scores the pairs have that
//! epsilon* ties.

use crate::measure::{StudyError, groups};
use crate::scores::ScoreSet;
use crate::stats::{Calibrator, Group, Grouping, Groups};
use crate::{Progress, Study};

/// Pairs are counted in so many equal bins of their average score: fine enough for quantiles.
const FINE: usize = 2400;
/// So many fine bins are one of the result.
const COARSE: usize = 40;
/// Parts of all pairs, by their average score.
const PARTS: usize = 10;
/// Pairs looked at in one step.
const STEP: u64 = 2_000_000;

/// Where the pairs are, and where those that epsilon* ties.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TieLocation {
    /// The metric's name.
    pub metric: String,
    /// epsilon*.
    pub epsilon: f64,
    /// All pairs, pairs tied by the metric, and of these the ones that the human ties.
    pub total: Located,
    /// Left ends of the bins of average scores, and the end of the last.
    pub edges: Vec<f64>,
    /// Pairs in each bin.
    pub bins: Vec<Located>,
    /// Pairs in ten parts of equal size, by average score; a part ends where a fine bin does.
    pub parts: Vec<PairPart>,
    /// The mean of the average scores: of all pairs, and of tied pairs.
    pub mean: (Option<f64>, Option<f64>),
}

/// Pairs at one place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Located {
    /// All of them.
    pub pairs: u64,
    /// Tied by the metric at epsilon*.
    pub tied: u64,
    /// Tied by the metric and by the human.
    pub right: u64,
    /// Tied by the human.
    pub human_tied: u64,
}

/// Pairs whose average scores follow one another.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PairPart {
    /// The least average score.
    pub from: f64,
    /// Where the next part begins.
    pub to: f64,
    /// How many pairs there are.
    pub located: Located,
}

impl std::ops::AddAssign for Located {
    fn add_assign(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.tied += other.tied;
        self.right += other.right;
        self.human_tied += other.human_tied;
    }
}

/// The study as a job: calibrates, then looks at every pair.
#[derive(Debug)]
pub struct LocateTies {
    metric: String,
    groups: Groups,
    calibrator: Calibrator,
    epsilon: Option<f64>,
    least: f64,
    /// Width of a fine bin; 0 where all scores are equal.
    width: f64,
    bins: Vec<Located>,
    /// The next row to be compared with those before it: its group and its place.
    next: (usize, usize),
    done: u64,
}

impl LocateTies {
    /// Groups the rows; `metric` is an index of [`ScoreSet::metrics`].
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(scores: &ScoreSet, metric: usize, grouping: Grouping) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, grouping)?;
        let scored = || groups.iter().flat_map(|group| group.metric.iter().copied());
        let least = scored().fold(f64::INFINITY, f64::min);
        let greatest = scored().fold(f64::NEG_INFINITY, f64::max);
        // Divided first, for the difference of two scores may leave the range of an f64.
        let fine = FINE as f64;
        let width = if greatest > least { greatest / fine - least / fine } else { 0.0 };
        Ok(LocateTies {
            metric: scores.metrics[metric].name.clone(),
            calibrator: Calibrator::new(&groups),
            epsilon: None,
            least,
            width,
            bins: vec![Located::default(); FINE],
            next: (0, 1),
            done: 0,
            groups,
        })
    }

    /// Compares one row with all before it.
    fn locate(&mut self, group: &Group, row: usize, epsilon: f64) {
        let (score, human) = (group.metric[row], group.human_rank[row]);
        for before in 0..row {
            let other = group.metric[before];
            let place = if self.width > 0.0 {
                let place = |score: f64| 0.5 * score / self.width - 0.5 * self.least / self.width;
                (place(score) + place(other)) as usize
            } else {
                0
            };
            let bin = &mut self.bins[place.min(FINE - 1)];
            let is_tied = u64::from(score - other <= epsilon);
            let is_human_tied = u64::from(group.human_rank[before] == human);
            bin.pairs += 1;
            bin.tied += is_tied;
            bin.human_tied += is_human_tied;
            bin.right += is_tied & is_human_tied;
        }
        self.done += row as u64;
    }

    fn edge(&self, bin: usize) -> f64 {
        self.least + bin as f64 * self.width
    }

    fn result(&self, epsilon: f64) -> TieLocation {
        let sum = |bins: &[Located]| {
            let mut sum = Located::default();
            bins.iter().for_each(|&bin| sum += bin);
            sum
        };
        let middle = |bin: usize| self.least + (bin as f64 + 0.5) * self.width;
        let mean = |of: fn(&Located) -> u64| {
            let all: u64 = self.bins.iter().map(of).sum();
            let weighted =
                self.bins.iter().enumerate().map(|(bin, located)| of(located) as f64 * middle(bin));
            let mean = weighted.sum::<f64>() / all as f64;
            mean.is_finite().then_some(mean)
        };
        TieLocation {
            metric: self.metric.clone(),
            epsilon,
            total: sum(&self.bins),
            edges: (0..=FINE / COARSE).map(|bin| self.edge(bin * COARSE)).collect(),
            bins: self.bins.chunks(COARSE).map(sum).collect(),
            parts: self.parts(),
            mean: (mean(|bin| bin.pairs), mean(|bin| bin.tied)),
        }
    }

    /// Each part takes fine bins until it has its share of all pairs.
    fn parts(&self) -> Vec<PairPart> {
        let all: u64 = self.bins.iter().map(|bin| bin.pairs).sum();
        let mut parts = Vec::new();
        let (mut taken, mut start, mut located) = (0, 0, Located::default());
        for (bin, &here) in self.bins.iter().enumerate() {
            located += here;
            let due = (parts.len() as u64 + 1) * all / PARTS as u64;
            if located.pairs > 0 && (taken + located.pairs >= due || bin + 1 == FINE) {
                parts.push(PairPart { from: self.edge(start), to: self.edge(bin + 1), located });
                taken += located.pairs;
                (start, located) = (bin + 1, Located::default());
            }
        }
        parts
    }
}

impl Study for LocateTies {
    type Result = TieLocation;

    fn step(&mut self) -> Option<TieLocation> {
        let Some(epsilon) = self.epsilon else {
            self.epsilon = if self.groups.is_empty() {
                Some(0.0)
            } else {
                self.calibrator.step(&self.groups).map(|found| found.epsilon)
            };
            return None;
        };
        let groups = std::mem::replace(&mut self.groups, Groups::new(None, &[], &[]));
        let end = self.done + STEP;
        while self.next.0 < groups.len() && self.done < end {
            let group = groups.get(self.next.0);
            self.locate(&group, self.next.1, epsilon);
            self.next.1 += 1;
            if self.next.1 == group.rows() {
                self.next = (self.next.0 + 1, 1);
            }
        }
        let is_done = self.next.0 == groups.len();
        self.groups = groups;
        is_done.then(|| self.result(epsilon))
    }

    fn progress(&self) -> Progress {
        match self.epsilon {
            None => Progress {
                doing: "searching for epsilon*",
                share: 0.2 * self.calibrator.progress(),
            },
            Some(_) => {
                let share = self.done as f64 / self.groups.pairs().max(1) as f64;
                Progress { doing: "looking at pairs", share: 0.2 + 0.8 * share }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    fn located(text: &str, grouping: Grouping) -> TieLocation {
        LocateTies::new(&load(text.as_bytes()).unwrap(), 0, grouping).unwrap().run()
    }

    #[test]
    fn pairs_are_where_their_average_is() {
        // epsilon* is 1: the first two tie, as for the human; the last two do not.
        let found = located("human,m\n0,0\n0,1\n1,10\n2,24\n", Grouping::None);
        assert_eq!(found.epsilon, 1.0);
        assert_eq!(found.total, Located { pairs: 6, tied: 1, right: 1, human_tied: 1 });
        // Bins are 0.4 wide, averages 0.5, 5, 5.5, 12, 12.5 and 17.
        let place = |average: f64| (average / 0.4) as usize;
        assert_eq!(found.bins.len(), 60);
        assert_eq!(found.bins[place(0.5)], Located { pairs: 1, tied: 1, right: 1, human_tied: 1 });
        for average in [5.0, 5.5, 12.5, 17.0] {
            assert_eq!(found.bins[place(average)], Located { pairs: 1, ..Located::default() });
        }
        assert!((found.mean.0.unwrap() - 52.5 / 6.0).abs() < 0.01);
        assert!((found.mean.1.unwrap() - 0.5).abs() < 0.01);
    }

    #[test]
    fn it_counts_what_counting_finds() {
        let mut random = oorandom::Rand32::new(7);
        let mut text = String::from("item,human,m\n");
        for row in 0..300 {
            let human = random.rand_range(0..4);
            let metric = 0.5 * f64::from(human) + f64::from(random.rand_range(0..1000)) / 300.0;
            let missing = if row % 17 == 0 { "NA".to_owned() } else { metric.to_string() };
            text += &format!("{},{human},{missing}\n", row / 11);
        }
        for grouping in [Grouping::Item, Grouping::None] {
            let found = located(&text, grouping);
            let scores = load(text.as_bytes()).unwrap();
            let groups = groups(&scores, 0, grouping).unwrap();
            let counts = crate::stats::evaluate(&groups, found.epsilon).counts;
            let total = Located {
                pairs: counts.pairs(),
                tied: counts.tied_by_metric(),
                right: counts.both_ties,
                human_tied: counts.tied_by_human(),
            };
            assert_eq!(found.total, total);
            let mut parts = Located::default();
            found.parts.iter().for_each(|part| parts += part.located);
            assert_eq!((parts, found.parts.len()), (total, PARTS));
            for pair in found.parts.windows(2) {
                assert_eq!(pair[0].to, pair[1].from);
            }
        }
    }

    #[test]
    fn equal_scores_lie_in_one_bin() {
        let found = located("human,m\n0,3\n1,3\n1,3\n", Grouping::None);
        assert_eq!(found.total, Located { pairs: 3, tied: 3, right: 1, human_tied: 1 });
        assert_eq!((found.bins[0], found.parts.len()), (found.total, 1));
    }

    #[test]
    fn no_pair_has_no_place() {
        let found = located("item,human,m\n1,0,3\n2,1,4\n", Grouping::Item);
        assert_eq!((found.total, found.mean), (Located::default(), (None, None)));
        assert!(found.parts.is_empty());
    }
}
