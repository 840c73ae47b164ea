//! JSON Go Format.
