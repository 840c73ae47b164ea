//! Properties of a record that all code which uses records relies on.

use super::{analysis, offsets_are_inside, replay};
use kifu_index::game::{GameKind, Move, Point};
use kifu_index::index::kifu;
use kifu_index::record::{Action, GameRecord, GameTree, NodeId, Start, Suicide};

/// Checks all properties of a record that was read from a text of `length` bytes.
pub fn is_sound(record: &GameRecord, length: usize) {
    offsets_are_inside(&record.diagnostics, length);
    assert!(!record.tree.is_empty());
    check_order(&record.tree);
    check_points(record);
    let lists = [&record.properties, &record.main_line_info, &record.variation_info];
    for property in lists.into_iter().flatten() {
        assert!(!property.name.is_empty() && !property.values.is_empty());
        assert!(!property.name.bytes().any(|byte| byte.is_ascii_lowercase()));
    }
    analysis::is_sound(record);
    comes_back_from_the_blob(record);
    replay::is_sound(record);
}

/// Checks that parents come before their children in the tree, and that the numbers derived from the tree agree with
/// each other.
fn check_order(tree: &GameTree) {
    let count = tree.len() as NodeId;
    let main = tree.main_line();
    assert!(main.start == 0 && (1..=count).contains(&main.end));
    let numbers = tree.move_numbers();
    let mut leaf = vec![true; tree.len()];
    for node in 0..count {
        let parent = tree.parent(node);
        assert_eq!(parent.is_none(), node == 0);
        assert!(parent.is_none_or(|parent| parent < node));
        // True for the first child of a node on the main line, which must directly follow its parent.
        let is_first = parent.is_none_or(|parent| parent + 1 == node && main.contains(&parent));
        assert_eq!(main.contains(&node), is_first);
        let before = parent.map_or(0, |parent| numbers[parent as usize]);
        assert_eq!(numbers[node as usize], before + tree.moves_in(node));
        if let Some(parent) = parent {
            leaf[parent as usize] = false;
        }
    }
    let leaves = leaf.iter().filter(|&&leaf| leaf).count();
    assert_eq!(tree.variation_count(), leaves - 1);
    assert_eq!(tree.main_move_count(), numbers[main.end as usize - 1]);
    let mut last = 0;
    for (node, _) in tree.comments() {
        assert!(last <= node && node < count);
        last = node;
    }
}

fn check_points(record: &GameRecord) {
    let size = record.start.size;
    let on = |point: Point| assert!(size.contains(point), "{point:?} on {size}");
    for node in 0..record.tree.len() as NodeId {
        for action in record.tree.actions(node) {
            match *action {
                Action::Move(_, Move::Place(point)) => {
                    assert_ne!(record.start.game, GameKind::Loa);
                    on(point);
                }
                Action::Move(_, Move::Slide { from, to }) => {
                    on(from);
                    on(to);
                }
                Action::Move(_, Move::Remove(point)) => on(point),
                Action::Add(_, from, to) => {
                    assert!(from.x <= to.x && from.y <= to.y);
                    on(to);
                }
                Action::Raw(..) => assert!(!record.start.has_rules()),
                Action::Move(..) | Action::Turn(_) => {}
            }
        }
    }
}

/// Checks that the tree as the index encodes it contains everything that a replay needs.
fn comes_back_from_the_blob(record: &GameRecord) {
    let blob = kifu::encode(record.start, &record.tree);
    let mut tree = GameTree::new();
    let start = kifu::decode(&blob, &mut tree);
    if !record.start.has_rules() {
        assert!(blob.is_empty() && start.is_none());
        return;
    }
    // The suicide rule affects diagnostics only. These are made when a record is read, so the index does not store the
    // rule.
    let expected = Start { suicide: Suicide::default(), ..record.start };
    assert_eq!(start, Some(expected));
    assert_eq!(tree.len(), record.tree.len());
    for node in 0..tree.len() as NodeId {
        assert_eq!(tree.parent(node), record.tree.parent(node));
        assert_eq!(tree.actions(node), record.tree.actions(node), "node {node}");
    }
    // Decoding truncated data must end without a panic.
    for cut in [4, blob.len() / 2, blob.len() - 1] {
        kifu::decode(blob.get(..cut).unwrap_or(&[]), &mut tree);
    }
}

/// True if two trees have equal contents, however their text is laid out in memory.
pub fn same_tree(a: &GameTree, b: &GameTree) -> bool {
    let same_action = |(x, y): (&Action, &Action)| match (*x, *y) {
        (Action::Raw(c, s), Action::Raw(d, t)) => c == d && a.raw_text(s) == b.raw_text(t),
        (x, y) => x == y,
    };
    let same_node = |node| {
        let (x, y) = (a.actions(node), b.actions(node));
        a.parent(node) == b.parent(node) && x.len() == y.len() && x.iter().zip(y).all(same_action)
    };
    a.len() == b.len() && (0..a.len() as NodeId).all(same_node) && a.comments().eq(b.comments())
}
