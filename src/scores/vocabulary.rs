//! The words that column names are made of, and how well a name fits a role.

/// How well a name fits a role; smaller is better.
///
/// Ordered by the way it matches, then by how strong the word is, then by how short the name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    pub(super) fit: Fit,
    word: usize,
    length: usize,
}

impl Rank {
    /// That of a name with no word for the role that may play it all the same.
    pub(super) const LEAST: Self = Self { fit: Fit::Within, word: usize::MAX, length: usize::MAX };
}

/// Where in a name the word of a role stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The name has no other words: `system`, `segment_id`.
    Whole,
    /// The name begins with it: `human_fluency`.
    First,
    /// It stands elsewhere: `fluency_human`.
    Within,
}

/// The words of one role.
pub(super) struct Vocabulary {
    /// Words for the role, the strongest first.
    words: &'static [&'static str],
    /// Weaker words, which also stand inside other names (`GEMBA-DA`) and so only count in front, in lists
    /// that roles may share.
    leading: &'static [&'static [&'static str]],
    /// Words that may stand beside one without changing what the column is.
    fillers: &'static [&'static str],
    /// Words that make the column something else.
    never: &'static [&'static str],
}

pub(super) const SYSTEM: Vocabulary = Vocabulary {
    words: &["system", "sys", "systems", "sysid", "systemid", "sysname"],
    leading: &[&[
        "model",
        "engine",
        "submission",
        "participant",
        "team",
        "translator",
        "summarizer",
        "summariser",
        "method",
    ]],
    fillers: &[
        "id", "name", "label", "key", "no", "nr", "num", "number", "index", "idx", "code", "mt",
    ],
    never: &[
        "output",
        "outputs",
        "text",
        "translation",
        "summary",
        "hypothesis",
        "response",
        "answer",
        "score",
        "scores",
        "type",
    ],
};

/// What may be an item as a whole, or have items in it.
const TEXTS: &[&str] = &["article", "story", "conversation", "dialogue", "dialog", "session"];

pub(super) const ITEM: Vocabulary = Vocabulary {
    words: &[
        "item", "items", "segment", "seg", "segid", "segnum", "segno", "segments", "sentence",
        "sent", "sentid", "sentno", "turn",
    ],
    leading: &[
        &[
            "example",
            "sample",
            "instance",
            "line",
            "row",
            "question",
            "query",
            "prompt",
            "document",
            "doc",
            "docid",
            "source",
            "src",
            "id",
            "uid",
            "index",
            "idx",
            "position",
            "paragraph",
            "utterance",
        ],
        TEXTS,
    ],
    fillers: &[
        "id", "ids", "key", "no", "nr", "num", "number", "index", "idx", "global", "text", "test",
        "in", "pos",
    ],
    never: &["type", "lang", "language", "domain", "length", "score", "scores"],
};

/// What items may be numbered in: the same number is another item in another one.
pub(super) const DOCUMENT: Vocabulary = Vocabulary {
    words: &["document", "doc", "docid", "docname"],
    leading: &[TEXTS, &["paragraph"]],
    fillers: &["id", "name", "key", "no", "nr", "num", "number", "index", "idx", "source", "src"],
    never: &[],
};

pub(super) const HUMAN: Vocabulary = Vocabulary {
    words: &["human", "humans", "gold", "expert", "experts"],
    leading: &[&[
        "mqm",
        "esa",
        "da",
        "sqm",
        "rating",
        "ratings",
        "judgement",
        "judgment",
        "judgements",
        "judgments",
        "annotation",
        "humanscore",
    ]],
    fillers: &[
        "score", "scores", "mean", "avg", "average", "raw", "z", "sum", "total", "overall",
        "final", "value", "norm", "seg", "segment", "wmt",
    ],
    never: &["id", "name", "text", "translation", "reference", "ref", "count", "time", "date"],
};

pub(super) const CATEGORY: Vocabulary = Vocabulary {
    words: &[
        "domain",
        "genre",
        "category",
        "lp",
        "langpair",
        "language",
        "lang",
        "annotator",
        "rater",
        "worker",
        "assessor",
        "evaluator",
        "dataset",
        "testset",
        "corpus",
        "split",
        "year",
        "aspect",
        "dimension",
    ],
    leading: &[],
    fillers: &[
        "id", "name", "pair", "label", "code", "type", "set", "source", "target", "src", "tgt",
    ],
    never: &[],
};

/// Lengths of outputs, which human scores may be divided by.
pub(super) const LENGTH: Vocabulary = Vocabulary {
    words: &["words", "tokens", "length", "len", "chars", "characters", "wordcount"],
    leading: &[],
    fillers: &[
        "count",
        "num",
        "number",
        "n",
        "of",
        "source",
        "src",
        "target",
        "tgt",
        "output",
        "hyp",
        "mt",
        "ref",
        "reference",
        "segment",
        "seg",
        "sentence",
        "word",
        "token",
    ],
    never: &[],
};

/// Whether a name says that a column holds lengths, perhaps among other things: `summary_words`.
pub fn names_length(name: &str) -> bool {
    LENGTH.rank(&tokens(name)).is_some()
}

/// Words of columns of text, which are no scores when they are empty either.
const TEXT: &[&str] = &[
    "comment",
    "comments",
    "note",
    "notes",
    "remark",
    "remarks",
    "reference",
    "ref",
    "source",
    "src",
    "text",
    "output",
    "translation",
    "hypothesis",
    "explanation",
];

/// Whether a name says that a column holds texts, names or categories.
pub(super) fn is_no_score(name: &str) -> bool {
    let has_text = tokens(name).iter().any(|token| has(TEXT, token));
    has_text || [&SYSTEM, &ITEM, &DOCUMENT, &CATEGORY].iter().any(|words| words.is_all_of(name))
}

/// What data are called on which something is tuned that is then used on others.
const DEVELOPMENT: &[&str] = &[
    "dev",
    "development",
    "devset",
    "valid",
    "validation",
    "val",
    "train",
    "training",
    "tune",
    "tuning",
];

/// Whether a name is that of a development set: `dev`, `newstest-dev`.
pub fn is_development(name: &str) -> bool {
    tokens(name).iter().any(|token| has(DEVELOPMENT, token))
}

/// Aspects of quality and aggregates: `human_fluency` and `human_mean` are scores, but not of systems
/// called so. Single letters, such as the z of normalised scores, may be systems.
const NO_SYSTEM: &[&str] = &[
    "accuracy",
    "adequacy",
    "coherence",
    "completeness",
    "conciseness",
    "consistency",
    "correctness",
    "engagingness",
    "factuality",
    "faithfulness",
    "fluency",
    "grammar",
    "helpfulness",
    "informativeness",
    "naturalness",
    "overall",
    "quality",
    "relevance",
    "terminology",
    "understandability",
    "average",
    "avg",
    "count",
    "mean",
    "median",
    "norm",
    "raw",
    "sd",
    "std",
    "stdev",
];

/// Whether a name is that of an aspect or an aggregate, and so not of a system.
pub(super) fn is_no_system(name: &str) -> bool {
    let tokens = tokens(name);
    !tokens.is_empty() && tokens.iter().all(|token| has(NO_SYSTEM, token))
}

/// Words of columns that may count rows in any order.
const COUNTER: &[&str] = &["row", "line", "index", "idx", "position", "no", "nr", "num", "number"];

/// Whether a name is that of a counter of rows.
pub(super) fn is_counter(name: &str) -> bool {
    tokens(name).iter().all(|token| has(COUNTER, token))
}

/// Whether a name is that of a source text, which may be written in two ways, or come again.
pub(super) fn is_source(name: &str) -> bool {
    tokens(name).first().is_some_and(|token| has(&["source", "src"], token))
}

/// Words of columns that number or date rows.
const LABEL: &[&str] = &["id", "ids", "seed", "timestamp", "lineno"];

/// Whether a name says that its numbers are labels: `annotation_id`, `seed`. The name of a file behind a
/// name does not count, and behind a language `id` is Indonesian.
pub(super) fn is_label(name: &str) -> bool {
    let tokens = tokens(name.split(" (").next().unwrap_or(name));
    match &tokens[..] {
        [.., before, last] => has(LABEL, last) && before.len() != 2,
        [only] => has(LABEL, only),
        [] => false,
    }
}

impl Vocabulary {
    /// Whether a name means this role and says nothing else.
    pub(super) fn is_all_of(&self, name: &str) -> bool {
        self.rank(&tokens(name)).is_some_and(|rank| rank.fit == Fit::Whole)
    }

    /// Whether a name says nothing else, in a word that means hardly anything else.
    pub(super) fn is_strong(&self, rank: Rank) -> bool {
        rank.fit == Fit::Whole && rank.word < self.words.len()
    }

    /// How well the words of a name fit this role, if they do.
    pub(super) fn rank(&self, tokens: &[String]) -> Option<Rank> {
        let word = tokens.iter().filter_map(|token| self.strength(token)).min()?;
        let is_known = |token: &String| self.strength(token).is_some() || has(self.fillers, token);
        let fit = if tokens.iter().all(is_known) {
            Fit::Whole
        } else if tokens.iter().any(|token| has(self.never, token)) {
            return None;
        } else if tokens.first().is_some_and(|token| self.strength(token).is_some()) {
            Fit::First
        } else if word < self.words.len() {
            Fit::Within
        } else {
            return None;
        };
        Some(Rank { fit, word, length: tokens.len() })
    }

    fn strength(&self, token: &str) -> Option<usize> {
        self.words
            .iter()
            .chain(self.leading.iter().copied().flatten())
            .position(|word| *word == token)
    }
}

fn has(words: &[&str], token: &str) -> bool {
    words.contains(&token)
}

/// The words of a column name in lower case: `segId`, `seg_id` and `SEG ID` are all `seg`, `id`.
pub(super) fn tokens(name: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        let starts_word = after_lower && c.is_uppercase();
        if (starts_word || !c.is_alphanumeric()) && !token.is_empty() {
            tokens.push(std::mem::take(&mut token));
        }
        if c.is_alphanumeric() {
            token.extend(c.to_lowercase());
        }
        after_lower = c.is_lowercase();
    }
    if !token.is_empty() {
        tokens.push(token);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(vocabulary: &Vocabulary, name: &str) -> Option<Fit> {
        vocabulary.rank(&tokens(name)).map(|rank| rank.fit)
    }

    #[test]
    fn names_are_split_into_words() {
        for name in ["segId", "seg_id", "SEG ID", "seg-id", " seg.id "] {
            assert_eq!(tokens(name), ["seg", "id"], "{name}");
        }
        assert_eq!(tokens("human (2)"), ["human", "2"]);
        assert_eq!(tokens("<img src=x>"), ["img", "src", "x"]);
        assert_eq!(tokens("Système"), ["système"]);
        assert_eq!(tokens("--"), [""; 0]);
    }

    #[test]
    fn names_fit_their_roles() {
        for name in ["system", "SYS", "system_id", "mt_system", "Model Name"] {
            assert_eq!(fit(&SYSTEM, name), Some(Fit::Whole), "{name}");
        }
        for name in ["item", "segment", "seg_id", "docId", "id", "source", "line no", "doc_seg_id"]
        {
            assert_eq!(fit(&ITEM, name), Some(Fit::Whole), "{name}");
        }
        for name in ["human", "MQM", "human_score", "da_z", "ESA score", "gold", "mqm_avg"] {
            assert_eq!(fit(&HUMAN, name), Some(Fit::Whole), "{name}");
        }
        assert_eq!(fit(&HUMAN, "human_fluency"), Some(Fit::First));
        assert_eq!(fit(&HUMAN, "fluency human"), Some(Fit::Within));
    }

    #[test]
    fn metrics_are_not_taken_for_humans_systems_or_items() {
        for name in [
            "GEMBA-GPT4-DA-refA",
            "metricx_xxl_MQM_2020-refA",
            "COMET",
            "UniTE-src-src",
            "BLEURT-20",
        ] {
            for vocabulary in [&HUMAN, &SYSTEM, &ITEM] {
                assert_eq!(fit(vocabulary, name), None, "{name}");
            }
        }
        assert_eq!(fit(&SYSTEM, "system_output"), None);
        assert_eq!(fit(&ITEM, "source_lang"), None);
        assert_eq!(fit(&HUMAN, "human_id"), None);
    }

    #[test]
    fn plain_and_strong_names_come_first() {
        let rank = |name| HUMAN.rank(&tokens(name)).unwrap();
        for (better, worse) in [
            ("human", "human_score"),
            ("human", "mqm"),
            ("human_score", "human_fluency"),
            ("mqm", "human_fluency"),
        ] {
            assert!(rank(better) < rank(worse), "{better} {worse}");
        }
    }
}
