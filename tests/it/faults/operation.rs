//! Faults around the program: queries, streams, locales.
