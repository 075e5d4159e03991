//! Sentences with numbers in them.
//!
//! A sentence is a list of [`Piece`]s rather than a text, so that every number in it keeps its name and all its digits.

/// A piece of a sentence: words, or a number.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Piece {
    /// A number.
    Numeral(Numeral),
    /// Words, with the spaces around them.
    Text(String),
}

/// A number and how it is written.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Numeral {
    /// What it is, such as `acc_eq`.
    pub name: String,
    /// Nothing where it is undefined.
    pub value: Option<f64>,
    /// In which unit, and how exactly.
    pub written: Written,
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Written {
    /// A statistic: four decimals.
    Statistic,
    /// A share: in percent.
    Share,
    /// A score or a threshold: four significant digits.
    Score,
    /// A whole number.
    Count,
    /// A time in seconds: two significant digits.
    Seconds,
}

impl Numeral {
    /// A statistic, or a difference of two.
    pub fn statistic(name: &str, value: impl Into<Option<f64>>) -> Self {
        Numeral { name: name.to_owned(), value: value.into(), written: Written::Statistic }
    }

    /// A share between 0 and 1.
    pub fn share(name: &str, value: impl Into<Option<f64>>) -> Self {
        Numeral { written: Written::Share, ..Numeral::statistic(name, value) }
    }

    /// A score or a threshold.
    pub fn score(name: &str, value: impl Into<Option<f64>>) -> Self {
        Numeral { written: Written::Score, ..Numeral::statistic(name, value) }
    }

    /// A time.
    pub fn seconds(name: &str, value: f64) -> Self {
        Numeral { written: Written::Seconds, ..Numeral::statistic(name, value) }
    }

    /// A whole number.
    pub fn count(name: &str, value: u64) -> Self {
        Numeral { written: Written::Count, ..Numeral::statistic(name, value as f64) }
    }
}

/// A sentence under way.
#[derive(Debug, Default)]
pub struct Words(Vec<Piece>);

impl Words {
    /// Adds words.
    pub fn say(mut self, text: &str) -> Self {
        self.0.push(Piece::Text(text.to_owned()));
        self
    }

    /// Adds a number.
    pub fn put(mut self, number: Numeral) -> Self {
        self.0.push(Piece::Numeral(number));
        self
    }

    /// Says by how much something is more or less: "0.0123 more", "as much" up to four decimals.
    pub fn compare(self, name: &str, gain: Option<f64>) -> Self {
        match gain {
            Some(gain) if gain.abs() < 0.000_05 => self.say("as much"),
            Some(gain) => {
                let size = Numeral::statistic(name, gain.abs());
                self.put(size).say(if gain > 0.0 { " more" } else { " less" })
            }
            None => self.say("undefined"),
        }
    }

    /// The pieces.
    pub fn done(self) -> Vec<Piece> {
        self.0
    }
}
