//! Times of the stages of a build, and the time that plain reading of the same files takes, for comparison.

use kifu_archive::origin::text_path;
use kifu_archive::reading::{Stage, StageTimes};
use std::fs::File;
use std::io::{self, Read};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub struct Timings {
    /// Busy time of each stage, summed over all threads.
    pub stages: Vec<(Stage, Duration)>,
    /// Number of bytes in the files that were read.
    pub bytes: u64,
    /// Time to read these bytes once more on one thread and do nothing with them: the lower bound that the disk sets.
    pub plain_read_time: Duration,
}

impl Timings {
    /// Collects how long each stage of a build took, and measures how long it takes to only read `files`, the files
    /// that the build read.
    pub(super) fn measure(times: &StageTimes, files: &[String]) -> Timings {
        let begun = Instant::now();
        let mut buffer = vec![0; 1 << 20];
        // A file that is gone by the end of the build is left out of the comparison.
        let bytes = files.iter().filter_map(|file| read_file(file, &mut buffer).ok());
        Timings { bytes: bytes.sum(), plain_read_time: begun.elapsed(), stages: times.all() }
    }
}

fn read_file(file: &str, buffer: &mut [u8]) -> io::Result<u64> {
    let mut file = File::open(text_path(file))?;
    let mut bytes = 0;
    loop {
        match file.read(buffer)? {
            0 => return Ok(bytes),
            read => bytes += read as u64,
        }
    }
}
