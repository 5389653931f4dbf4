//! Who requires whom, as a graph: its circles and its chains. Nothing here recurses.

use std::collections::{BTreeSet, VecDeque};

/// A graph taken apart into its strongly connected parts: a skill alone, or all skills that require
/// one another, directly or by way of others.
pub(crate) struct Parts {
    /// The members of each part, ascending. A part stands after all those that it requires.
    pub(crate) members: Vec<Vec<usize>>,
    /// The parts that each part requires, itself left out.
    pub(crate) requirements: Vec<BTreeSet<usize>>,
}

impl Parts {
    /// Tarjan's algorithm, with a stack of its own.
    pub(crate) fn of(graph: &[Vec<usize>]) -> Self {
        const NEW: usize = usize::MAX;
        let mut number = vec![NEW; graph.len()];
        let mut lowest = vec![NEW; graph.len()];
        let mut part = vec![NEW; graph.len()];
        let mut path: Vec<usize> = Vec::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut count = 0;
        for root in 0..graph.len() {
            if number[root] != NEW {
                continue;
            }
            // A node with the number of its edges that have been followed.
            let mut calls = vec![(root, 0)];
            while let Some((node, followed)) = calls.pop() {
                if followed == 0 {
                    number[node] = count;
                    lowest[node] = count;
                    count += 1;
                    path.push(node);
                } else {
                    lowest[node] = lowest[node].min(lowest[graph[node][followed - 1]]);
                }
                let mut next = None;
                for (edge, to) in graph[node].iter().enumerate().skip(followed) {
                    if number[*to] == NEW {
                        next = Some((edge + 1, *to));
                        break;
                    }
                    if part[*to] == NEW {
                        lowest[node] = lowest[node].min(number[*to]);
                    }
                }
                if let Some((followed, to)) = next {
                    calls.push((node, followed));
                    calls.push((to, 0));
                    continue;
                }
                if lowest[node] != number[node] {
                    continue;
                }
                let from = path.iter().rposition(|on_path| *on_path == node).unwrap_or(0);
                let mut found = path.split_off(from);
                found.sort_unstable();
                for member in &found {
                    part[*member] = members.len();
                }
                members.push(found);
            }
        }
        let mut requirements = vec![BTreeSet::new(); members.len()];
        for (node, edges) in graph.iter().enumerate() {
            requirements[part[node]].extend(edges.iter().map(|to| part[*to]).filter(|to| *to != part[node]));
        }
        Self { members, requirements }
    }
}

/// A shortest circle from the first member of a part back to it, spelled with it at both ends.
pub(crate) fn cycle(graph: &[Vec<usize>], members: &[usize]) -> Vec<usize> {
    let Some(start) = members.first().copied() else { return Vec::new() };
    let place = |node: usize| members.binary_search(&node).ok();
    let mut from: Vec<Option<usize>> = vec![None; members.len()];
    let mut open = VecDeque::from([start]);
    while let Some(node) = open.pop_front() {
        for to in &graph[node] {
            if *to == start {
                let mut circle = vec![start, node];
                while let Some(before) = circle.last().and_then(|last| place(*last)).and_then(|at| from[at]) {
                    circle.push(before);
                }
                circle.reverse();
                return circle;
            }
            if let Some(at) = place(*to)
                && from[at].is_none()
            {
                from[at] = Some(node);
                open.push_back(*to);
            }
        }
    }
    members.to_vec()
}

/// A chain of parts, each requiring the next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    /// The first of its parts, the requirer first: at most [`SPELLED`].
    pub(crate) parts: Vec<usize>,
    /// How many parts it has.
    pub(crate) length: usize,
}

/// How many parts of a chain are spelled out.
pub(crate) const SPELLED: usize = 12;

/// For each part that no other requires and from which a chain of more than `flat` parts starts:
/// the longest such chain; of equals the one through the first member.
pub(crate) fn deep_chains(parts: &Parts, flat: usize) -> Vec<Chain> {
    let mut length = vec![1; parts.members.len()];
    let mut next: Vec<Option<usize>> = vec![None; parts.members.len()];
    let mut required = vec![false; parts.members.len()];
    // A part stands after all those that it requires.
    for (part, requirements) in parts.requirements.iter().enumerate() {
        let by_length = |to: &usize| (length[*to], std::cmp::Reverse(parts.members[*to][0]));
        if let Some(best) = requirements.iter().copied().max_by_key(by_length) {
            length[part] = length[best] + 1;
            next[part] = Some(best);
        }
        for to in requirements {
            required[*to] = true;
        }
    }
    let tops = (0..parts.members.len()).filter(|part| !required[*part] && length[*part] > flat);
    tops.map(|top| {
        let chain = std::iter::successors(Some(top), |part| next[*part]);
        Chain { parts: chain.take(SPELLED).collect(), length: length[top] }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_after_what_they_require() {
        // 0 -> 1 -> 2 -> 1, 3 alone.
        let graph = [vec![1], vec![2], vec![1], vec![]];
        let parts = Parts::of(&graph);
        assert_eq!(parts.members, [vec![1, 2], vec![0], vec![3]]);
        assert_eq!(parts.requirements[1], BTreeSet::from([0]));
    }

    #[test]
    fn the_shortest_circle_is_spelled() {
        let graph = [vec![1, 2], vec![2], vec![3], vec![0]];
        assert_eq!(cycle(&graph, &[0, 1, 2, 3]), [0, 2, 3, 0]);
        assert_eq!(cycle(&[vec![1], vec![0]], &[0, 1]), [0, 1, 0]);
    }

    #[test]
    fn only_deep_chains_are_given_each_from_its_top() {
        let graph = [vec![1], vec![2], vec![3], vec![], vec![3]];
        let parts = Parts::of(&graph);
        let chains = deep_chains(&parts, 3);
        let members: Vec<usize> = chains[0].parts.iter().map(|part| parts.members[*part][0]).collect();
        assert_eq!((chains.len(), chains[0].length, members), (1, 4, vec![0, 1, 2, 3]));
    }

    #[test]
    fn of_equally_long_chains_the_one_through_the_first_member_is_spelled() {
        // 0 requires 2, 1 and 5; by way of 1 or 2 the chain has four members, by way of 5 three.
        let graph = [vec![2, 1, 5], vec![3], vec![3], vec![4], vec![], vec![4]];
        let parts = Parts::of(&graph);
        let chains = deep_chains(&parts, 3);
        let members: Vec<usize> = chains[0].parts.iter().map(|part| parts.members[*part][0]).collect();
        assert_eq!((chains.len(), chains[0].length, members), (1, 4, vec![0, 1, 3, 4]));
        assert!(deep_chains(&parts, 4).is_empty());
    }

    #[test]
    fn a_chain_is_spelled_up_to_a_bound() {
        let graph: Vec<Vec<usize>> = (0..20).map(|at| if at < 19 { vec![at + 1] } else { vec![] }).collect();
        let chains = deep_chains(&Parts::of(&graph), 3);
        assert_eq!((chains.len(), chains[0].length, chains[0].parts.len()), (1, 20, SPELLED));
    }

    #[test]
    fn long_chains_need_no_stack() {
        let graph: Vec<Vec<usize>> =
            (0..200_000).map(|at| if at == 0 { vec![] } else { vec![at - 1] }).collect();
        let work =
            std::thread::Builder::new().stack_size(128 * 1024).spawn(move || Parts::of(&graph).members.len());
        assert_eq!(work.expect("a thread starts").join().expect("it does not overflow"), 200_000);
    }
}
