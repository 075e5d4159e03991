//! The numbers besides the statistics: what each means, in the order in which one meets them.
//!
//! Each is defined beside the code that computes it; this is the list of them.

pub use super::bootstrap::INTERVAL;
pub use super::calibration::{ACC_EQ_STAR, EPSILON_STAR};
pub use super::evaluation::{
    CHANCE, CORRECT_RANK_F1, CORRECT_RANK_PRECISION, CORRECT_RANK_RECALL, HUMAN_TIED, METRIC_TIED,
    TIES_F1, TIES_PRECISION, TIES_RECALL,
};
pub use super::pair_test::P_VALUE;
pub use super::pairwise_difference::PAIRWISE_DIFFERENCE_PEARSON;
pub use super::statistic::Entry;
pub use super::system_level::{PAIRWISE_ACCURACY, PEARSON_OF_MEANS, SOFT_PAIRWISE_ACCURACY};

/// All of them.
pub const ALL: [Entry; 17] = [
    TIES_F1,
    TIES_PRECISION,
    TIES_RECALL,
    CORRECT_RANK_F1,
    CORRECT_RANK_PRECISION,
    CORRECT_RANK_RECALL,
    HUMAN_TIED,
    METRIC_TIED,
    CHANCE,
    EPSILON_STAR,
    ACC_EQ_STAR,
    P_VALUE,
    INTERVAL,
    PAIRWISE_ACCURACY,
    SOFT_PAIRWISE_ACCURACY,
    PEARSON_OF_MEANS,
    PAIRWISE_DIFFERENCE_PEARSON,
];
