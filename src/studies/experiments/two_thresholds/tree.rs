//! Prefix sums of terms that change, and where the greatest of them is.

/// Terms under one leaf: few enough to go through, many enough to keep the tree small.
const BLOCK: usize = 16;

/// A binary tree over blocks of terms; changing a term or asking takes O(log n) steps.
#[derive(Debug)]
pub struct PrefixSums {
    terms: Vec<i128>,
    /// The root is at 1, the children of a node at twice its place and next to it.
    nodes: Vec<Node>,
}

/// What is known of a run of terms.
#[derive(Debug, Clone, Copy)]
struct Node {
    sum: i128,
    /// The greatest sum of the first terms of the run, one at least.
    greatest: i128,
}

/// No terms at all: never the greatest.
const NOTHING: Node = Node { sum: 0, greatest: i128::MIN / 2 };

impl Node {
    fn join(left: Node, right: Node) -> Node {
        Node { sum: left.sum + right.sum, greatest: left.greatest.max(left.sum + right.greatest) }
    }

    fn of(terms: &[i128]) -> Node {
        let term = |&sum: &i128| Node { sum, greatest: sum };
        terms.iter().map(term).fold(NOTHING, Node::join)
    }
}

impl PrefixSums {
    /// Of these terms, one at least.
    pub fn new(terms: Vec<i128>) -> Self {
        let leaves = terms.len().div_ceil(BLOCK).next_power_of_two();
        let mut nodes = vec![NOTHING; 2 * leaves];
        for (node, block) in nodes[leaves..].iter_mut().zip(terms.chunks(BLOCK)) {
            *node = Node::of(block);
        }
        for node in (1..leaves).rev() {
            nodes[node] = Node::join(nodes[2 * node], nodes[2 * node + 1]);
        }
        PrefixSums { terms, nodes }
    }

    /// Adds to the term at an index.
    pub fn add(&mut self, index: usize, amount: i128) {
        self.terms[index] += amount;
        let block = index / BLOCK;
        let mut node = self.nodes.len() / 2 + block;
        self.nodes[node] = Node::of(self.block(block));
        while node > 1 {
            node /= 2;
            self.nodes[node] = Node::join(self.nodes[2 * node], self.nodes[2 * node + 1]);
        }
    }

    /// The greatest prefix sum.
    pub fn greatest(&self) -> i128 {
        self.nodes[1].greatest
    }

    /// The last term of the shortest prefix with the greatest sum.
    pub fn first_greatest(&self) -> usize {
        let leaves = self.nodes.len() / 2;
        let mut node = 1;
        while node < leaves {
            let (left, right) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
            node = 2 * node + usize::from(left.greatest < left.sum + right.greatest);
        }
        let block = node - leaves;
        let mut sum = 0;
        let reaches = |&term: &i128| {
            sum += term;
            sum == self.nodes[node].greatest
        };
        block * BLOCK + self.block(block).iter().position(reaches).unwrap_or_default()
    }

    fn block(&self, block: usize) -> &[i128] {
        let start = block * BLOCK;
        &self.terms[start..self.terms.len().min(start + BLOCK)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(terms: &[i128]) -> (i128, usize) {
        let sums: Vec<i128> = (0..terms.len()).map(|i| terms[..=i].iter().sum()).collect();
        let greatest = *sums.iter().max().unwrap();
        (greatest, sums.iter().position(|&sum| sum == greatest).unwrap())
    }

    #[test]
    fn follows_every_change() {
        let mut random = oorandom::Rand32::new(3);
        for length in [1, 2, 15, 16, 17, 33, 100, 257] {
            let mut terms: Vec<i128> =
                (0..length).map(|_| i128::from(random.rand_range(0..7)) - 4).collect();
            let mut sums = PrefixSums::new(terms.clone());
            for _ in 0..200 {
                assert_eq!((sums.greatest(), sums.first_greatest()), naive(&terms), "{terms:?}");
                let index = random.rand_range(0..length) as usize;
                let amount = i128::from(random.rand_range(0..9)) - 4;
                terms[index] += amount;
                sums.add(index, amount);
            }
        }
    }
}
