//! ast
