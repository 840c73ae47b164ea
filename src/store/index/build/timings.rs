//! Where the time of a build went, beside what its files take that are only read.

use kifu_archive::origin::text_path;
use kifu_archive::reading::{Stage, StageTimes};
use std::fs::File;
use std::io::{self, Read};
use std::time::{Duration, Instant};

/// Where the time of a build went.
#[derive(Debug)]
pub struct Timings {
    /// How long the threads were busy with each stage, all together.
    pub stages: Vec<(Stage, Duration)>,
    /// The bytes of the files that were read.
    pub bytes: u64,
    /// How long it takes to read these bytes once more and do nothing with them, on one thread.
    pub bytes_alone: Duration,
}

impl Timings {
    /// The times of a build that read these files.
    pub(super) fn of(times: &StageTimes, files: &[String]) -> Timings {
        let begun = Instant::now();
        let mut buffer = vec![0; 1 << 20];
        // A file that is gone by now takes no time.
        let bytes = files.iter().filter_map(|file| read(file, &mut buffer).ok());
        Timings { bytes: bytes.sum(), bytes_alone: begun.elapsed(), stages: times.all() }
    }
}

fn read(file: &str, buffer: &mut [u8]) -> io::Result<u64> {
    let mut file = File::open(text_path(file))?;
    let mut bytes = 0;
    loop {
        match file.read(buffer)? {
            0 => return Ok(bytes),
            read => bytes += read as u64,
        }
    }
}
