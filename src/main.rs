//! kifu-index
fn main() {}
