//! Scores as a table that this crate, and a spreadsheet, can read.

use super::score_set::ScoreSet;

impl ScoreSet {
    /// The scores as CSV in UTF-8: system, item, human and metrics, as far as they are there. Scores
    /// are as they count: higher is better, chosen systems only. Read again they are the same numbers,
    /// bit by bit; a missing one is `NA`.
    ///
    /// Names that a spreadsheet would run as a formula get an apostrophe in front.
    pub fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names = [(&self.system, &self.systems, "system"), (&self.item, &self.items, "item")];
        let names: Vec<_> = names
            .into_iter()
            .filter_map(|(index, names, head)| Some((index.as_ref()?, names, head)))
            .collect();
        let heads = names.iter().map(|(_, _, head)| (*head).to_owned());
        // The human column is called so whatever it was called, to be found again.
        let scores = self.metrics.iter().map(|metric| harmless(&metric.name));
        // Writing to memory cannot fail.
        let _ = writer.write_record(heads.chain(["human".to_owned()]).chain(scores));
        for row in 0..self.rows() {
            let names = names.iter().map(|(index, names, _)| harmless(&names[index[row] as usize]));
            let scores = self.columns().map(|column| number(column.values[row]));
            let _ = writer.write_record(names.chain(scores));
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// The shortest decimal that is read as the same number.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size.is_nan() => "NA".to_owned(),
        0.0 | 1e-5..1e17 => value.to_string(),
        _ => format!("{value:e}"),
    }
}

/// The name as text, also for a spreadsheet.
pub fn harmless(name: &str) -> String {
    let runs = name.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if runs { format!("'{name}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::load;
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "system,item,mqm,m;x,=n\nA,1,-16.300000000000004,,1e-320\n\"B, b\",2,0,0.1,-2\n";
        let set = load(text.as_bytes()).unwrap();
        let written = set.to_csv();
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!(lines[0], "system,item,human,m;x,'=n");
        let again = load(written.as_bytes()).unwrap();
        assert_eq!((again.systems, again.items), (set.systems, set.items));
        assert_eq!(again.human.values, set.human.values);
        assert_eq!(again.metrics[1].values, set.metrics[1].values);
        assert_eq!(again.metrics[0].values[1], 0.1);
        assert!(again.metrics[0].values[0].is_nan());
    }

    #[test]
    fn names_that_would_run_are_text() {
        let text = "system,item,human,m\n=1+1,@x,1,0.5\n";
        let written = load(text.as_bytes()).unwrap().to_csv();
        assert_eq!(written, "system,item,human,m\n'=1+1,'@x,1,0.5\n");
    }

    fn score() -> impl Strategy<Value = f64> {
        any::<f64>().prop_map(|value| if value.is_finite() { value + 0.0 } else { f64::NAN })
    }

    proptest! {
        #[test]
        fn scores_come_back_bit_by_bit(rows in prop::collection::vec((score(), score()), 1..20)) {
            let mut human: Vec<f64> = rows.iter().map(|row| row.0).collect();
            let mut metric: Vec<f64> = rows.iter().map(|row| row.1).collect();
            (human[0], metric[0]) = (1.0, 0.5); // one row at least is complete
            let cells = human.iter().zip(&metric).map(|(h, m)| format!("{},{}\n", number(*h), number(*m)));
            let text = format!("human,m\n{}", cells.collect::<String>());
            let again = load(load(text.as_bytes()).unwrap().to_csv().as_bytes()).unwrap();
            let bits = |values: &[f64]| values.iter().map(|v| if v.is_nan() { None } else { Some(v.to_bits()) }).collect::<Vec<_>>();
            prop_assert_eq!(bits(&again.human.values), bits(&human));
            prop_assert_eq!(bits(&again.metrics[0].values), bits(&metric));
        }
    }
}
