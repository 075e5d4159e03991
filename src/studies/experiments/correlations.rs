//! "Pearson, Spearman, Kendall" (the paper's Figure 1) on all rows of the loaded data: the three values, and what
//! the most influential row does to each.

use crate::measure::{StudyError, groups};
use crate::scores::ScoreSet;
use crate::stats::correlation::{pearson, spearman};
use crate::stats::{Grouping, Groups, Statistic, count_groups};
use crate::{Progress, Study};

/// More points than this are a cloud: so many are shown, evenly spaced along the metric.
const POINTS: usize = 3000;

/// The three coefficients.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Correlation {
    /// `None` where a side is constant.
    pub pearson: Option<f64>,
    /// `None` where a side is constant.
    pub spearman: Option<f64>,
    /// tau_b.
    pub kendall: Option<f64>,
}

/// What is known of all rows as one group.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Correlations {
    /// The metric's name.
    pub metric: String,
    /// Complete rows.
    pub rows: usize,
    /// Of all of them.
    pub all: Correlation,
    /// The human and the metric score of the row whose absence changes Pearson's r most, with what the
    /// coefficients are without it; nothing with fewer than three rows, or where r is undefined.
    pub influential: Option<Influential>,
    /// Human and metric scores, at most 3,000 of them.
    pub points: Vec<(f64, f64)>,
}

/// A row, and the data without it.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Influential {
    /// Its human score.
    pub human: f64,
    /// Its metric score.
    pub metric: f64,
    /// Of all other rows.
    pub without: Correlation,
}

/// The study as a job. Three steps, each a pass or two over the rows.
#[derive(Debug)]
pub struct Correlate {
    metric: String,
    groups: Groups,
    all: Option<Correlation>,
    /// The place of the most influential row, once it is known.
    place: Option<Option<usize>>,
}

impl Correlate {
    /// Takes all rows as one group; `metric` is an index of [`ScoreSet::metrics`].
    ///
    /// # Errors
    ///
    /// There is no such metric.
    pub fn new(scores: &ScoreSet, metric: usize) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, Grouping::None)?;
        let metric = scores.metrics[metric].name.clone();
        Ok(Correlate { metric, groups, all: None, place: None })
    }
}

fn coefficients(groups: &Groups) -> Correlation {
    let counts = count_groups(groups, 0.0);
    let Some((group, counts)) = groups.iter().zip(&counts).next() else {
        return Correlation { pearson: None, spearman: None, kendall: None };
    };
    Correlation {
        pearson: pearson(&group),
        spearman: spearman(&group),
        kendall: Statistic::TauB.of(&group, counts, 0.0).ok(),
    }
}

/// The row without which Pearson's r is farthest from what it is with it: r of all other rows follows from sums
/// over all of them.
fn most_influential(human: &[f64], metric: &[f64]) -> Option<usize> {
    let n = human.len() as f64;
    let centred = |scores: &[f64]| -> Vec<f64> {
        let mean = scores.iter().sum::<f64>() / n;
        let largest = scores.iter().map(|score| (score - mean).abs()).fold(0.0, f64::max);
        scores.iter().map(|score| (score - mean) / largest).collect()
    };
    let (h, m) = (centred(human), centred(metric));
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (hm, hh, mm) = (product(&h, &m), product(&h, &h), product(&m, &m));
    let all = hm / (hh * mm).sqrt();
    if human.len() < 3 || !all.is_finite() {
        return None;
    }
    // Without one row both means move, by its deviation over n - 1.
    let scale = n / (n - 1.0);
    let change = |row: usize| {
        let (x, y) = (h[row], m[row]);
        let without = (hm - scale * x * y)
            / ((hh - scale * x * x).max(0.0) * (mm - scale * y * y).max(0.0)).sqrt();
        if without.is_finite() { (without - all).abs() } else { 0.0 }
    };
    (0..human.len()).max_by(|&a, &b| change(a).total_cmp(&change(b)).then(b.cmp(&a)))
}

impl Study for Correlate {
    type Result = Correlations;

    fn step(&mut self) -> Option<Correlations> {
        let Some(all) = self.all else {
            self.all = Some(coefficients(&self.groups));
            return None;
        };
        let rows = self.groups.rows();
        let group = (rows > 0).then(|| self.groups.get(0));
        let Some(place) = self.place else {
            self.place = Some(group.and_then(|group| most_influential(group.human, group.metric)));
            return None;
        };
        let influential = group.zip(place).map(|(group, place)| {
            let without = |scores: &[f64]| [&scores[..place], &scores[place + 1..]].concat();
            let others = Groups::new(None, &without(group.human), &without(group.metric));
            let (human, metric) = (group.human[place], group.metric[place]);
            Influential { human, metric, without: coefficients(&others) }
        });
        let every = rows.div_ceil(POINTS).max(1);
        let points = group.map_or_else(Vec::new, |group| {
            (0..rows).step_by(every).map(|row| (group.human[row], group.metric[row])).collect()
        });
        Some(Correlations { metric: self.metric.clone(), rows, all, influential, points })
    }

    fn progress(&self) -> Progress {
        let done = f64::from(u8::from(self.all.is_some()) + u8::from(self.place.is_some()));
        Progress { doing: "correlating", share: done / 3.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    fn found(text: &str) -> Correlations {
        Correlate::new(&load(text.as_bytes()).unwrap(), 0).unwrap().run()
    }

    #[test]
    fn an_outlier_is_the_most_influential() {
        let cloud = [0, 1, 3, 4, 5, 6, 2, 7, 11, 17, 8];
        let mut text = String::from("human,m\n");
        for (row, score) in cloud.iter().enumerate() {
            text += &format!("{},{score}\n", row + 1);
        }
        let before = found(&text).all;
        let with = found(&format!("{text}100,100\n"));
        let influential = with.influential.unwrap();
        assert_eq!((influential.human, influential.metric), (100.0, 100.0));
        assert_eq!(influential.without, before);
        assert!(with.all.pearson.unwrap() > 0.99 && before.pearson.unwrap() < 0.81);
        // 6 of 66 pairs are discordant, and of 55 without it.
        assert_eq!(with.all.kendall, Some(54.0 / 66.0));
        assert_eq!(before.kendall, Some(43.0 / 55.0));
    }

    #[test]
    fn no_other_row_changes_pearson_more() {
        let mut random = oorandom::Rand32::new(5);
        for _ in 0..200 {
            let rows = 3 + random.rand_range(0..12) as usize;
            let mut draw = || f64::from(random.rand_range(0..9));
            let human: Vec<f64> = (0..rows).map(|_| draw()).collect();
            let metric: Vec<f64> = (0..rows).map(|_| draw() * draw()).collect();
            let groups = Groups::new(None, &human, &metric);
            let Some(all) = coefficients(&groups).pearson else { continue };
            let group = groups.get(0);
            let change = |place: usize| {
                let without = |scores: &[f64]| [&scores[..place], &scores[place + 1..]].concat();
                let others = Groups::new(None, &without(group.human), &without(group.metric));
                coefficients(&others).pearson.map_or(0.0, |value| (value - all).abs())
            };
            let place = most_influential(group.human, group.metric).unwrap();
            let most = (0..rows).map(change).fold(0.0, f64::max);
            assert!(change(place) >= most - 1e-9, "{} of {most}", change(place));
        }
    }

    #[test]
    fn constant_scores_have_no_influence() {
        let found = found("human,m\n0,1\n1,1\n2,1\n");
        assert_eq!(found.all, Correlation { pearson: None, spearman: None, kendall: None });
        assert_eq!(found.influential, None);
        assert_eq!(found.points.len(), 3);
    }
}
