//! Few open descriptors, and none that stays: alone in its program, for it limits all of it.

#![cfg(target_os = "linux")]

use std::sync::Arc;

use repertoire_fs::testkit::{Folder, limit_descriptors, open_descriptors};
use repertoire_fs::{Confinement, ErrorKind, Limits, ListBuffer, Opening, Root, Tree};

#[test]
fn a_deep_and_wide_tree_needs_few_descriptors_and_running_out_is_an_error() {
    let mut description = String::new();
    for number in 0..50 {
        description.push_str(&format!("t/{}w{number}/SKILL.md = x\n", "d/".repeat(number)));
    }
    let folder = Folder::with(&description);
    let before = open_descriptors().unwrap();
    // The loop below holds three at a time: the root, a directory on the way, and the next one.
    limit_descriptors(u64::try_from(before).unwrap() + 3);

    let tree = Tree::open(&folder.join("t")).unwrap();
    let found = tree.find(&["SKILL.md"], Limits::default());
    assert_eq!((found.files.len(), found.errors.len()), (50, 0), "{:?}", found.errors);
    for file in &found.files {
        assert_eq!(tree.read(file, 10).unwrap(), b"x");
    }
    drop(tree);
    for opening in [Opening::Kernel, Opening::Stepwise] {
        let root = Root::open(&folder.join("t")).unwrap().with_opening(opening);
        let confinement = Confinement::new(Arc::new(root), Vec::new());
        let deepest = confinement.root_place().child("d/".repeat(49) + "w49");
        confinement
            .open_directory(&deepest)
            .unwrap()
            .list(&mut ListBuffer::new(), |_, _| std::ops::ControlFlow::Continue(()))
            .unwrap();
        let held: Vec<_> = (0..10).map(|_| confinement.open_file(&deepest.child("SKILL.md"))).collect();
        let errors: Vec<_> = held.iter().filter_map(|file| file.as_ref().err()).collect();
        assert!(!errors.is_empty() && errors.iter().all(|error| error.kind() == ErrorKind::Io), "{errors:?}");
    }
    assert_eq!(open_descriptors().unwrap(), before);
}
