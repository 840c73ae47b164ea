//! Zip archives made by hand, byte by byte, so that any part of them can be wrong.

use super::crc32;

/// Form of the data descriptor that follows a member whose header contains no sizes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Descriptor {
    None,
    Marked,
    Unmarked,
    /// The sizes in the descriptor have 64 bits.
    Wide,
}

/// A member, with the values that are written into its headers.
#[derive(Clone)]
pub struct Member {
    pub name: Vec<u8>,
    pub flags: u16,
    pub method: u16,
    /// Data of the member as they are stored in the archive.
    pub packed: Vec<u8>,
    pub crc: u32,
    /// Sizes that are written into the headers: compressed and uncompressed.
    pub sizes: [u32; 2],
    pub extra: Vec<u8>,
    /// Unix file mode.
    pub mode: u32,
    pub descriptor: Descriptor,
}

impl Member {
    /// Member whose data are stored without compression.
    pub fn stored(name: impl AsRef<[u8]>, data: impl AsRef<[u8]>) -> Member {
        let data = data.as_ref();
        Member {
            name: name.as_ref().to_vec(),
            flags: 0,
            method: 0,
            packed: data.to_vec(),
            crc: crc32(data),
            sizes: [data.len() as u32; 2],
            extra: Vec::new(),
            mode: 0,
            descriptor: Descriptor::None,
        }
    }

    /// Member with compressed data; the sizes and checksum are those of the uncompressed data.
    pub fn packed(name: &str, method: u16, packed: &[u8], data: &[u8]) -> Member {
        Member {
            method,
            packed: packed.to_vec(),
            sizes: [packed.len() as u32, data.len() as u32],
            ..Member::stored(name, data)
        }
    }

    /// Moves the sizes of the member behind its data, as in archives that were written into a pipe.
    pub fn streamed(self, descriptor: Descriptor) -> Member {
        Member { flags: self.flags | 8, descriptor, ..self }
    }

    pub fn with_extra(mut self, id: u16, data: &[u8]) -> Member {
        self.extra.extend(id.to_le_bytes());
        self.extra.extend((data.len() as u16).to_le_bytes());
        self.extra.extend(data);
        self
    }

    /// Fields that the local and the central header share, from the version to the lengths.
    fn common(&self, crc: u32, sizes: [u32; 2]) -> Vec<u8> {
        let mut header = vec![20, 0];
        header.extend(self.flags.to_le_bytes());
        header.extend(self.method.to_le_bytes());
        header.extend([0, 0, 0x21, 0x50]);
        header.extend(crc.to_le_bytes());
        sizes.iter().for_each(|size| header.extend(size.to_le_bytes()));
        header.extend((self.name.len() as u16).to_le_bytes());
        header.extend((self.extra.len() as u16).to_le_bytes());
        header
    }

    fn descriptor(&self) -> Vec<u8> {
        let mut bytes = match self.descriptor {
            Descriptor::None => return Vec::new(),
            Descriptor::Unmarked => Vec::new(),
            Descriptor::Marked | Descriptor::Wide => b"PK\x07\x08".to_vec(),
        };
        bytes.extend(self.crc.to_le_bytes());
        for size in self.sizes {
            bytes.extend(size.to_le_bytes());
            if self.descriptor == Descriptor::Wide {
                bytes.extend([0; 4]);
            }
        }
        bytes
    }
}

/// A zip archive made by hand, so that any byte of it can be damaged.
#[derive(Default)]
pub struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u64,
}

impl Zip {
    pub fn new() -> Zip {
        Zip::default()
    }

    pub fn from_members(members: &[Member]) -> Zip {
        let members = members.iter();
        members.fold(Zip::new(), |zip, member| zip.add_member(member))
    }

    /// Offset of the next member's header.
    pub fn offset(&self) -> u32 {
        self.bytes.len() as u32
    }

    pub fn add(self, name: impl AsRef<[u8]>, data: impl AsRef<[u8]>) -> Zip {
        self.add_flagged(name, data, 0)
    }

    pub fn add_flagged(self, name: impl AsRef<[u8]>, data: impl AsRef<[u8]>, flags: u16) -> Zip {
        let member = Member::stored(name, data);
        self.add_member(&Member { flags, ..member })
    }

    pub fn add_member(mut self, member: &Member) -> Zip {
        let at = self.offset();
        let (crc, sizes) = match member.descriptor {
            Descriptor::None => (member.crc, member.sizes),
            _ => (0, [0; 2]),
        };
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(member.common(crc, sizes));
        self.bytes.extend(&member.name);
        self.bytes.extend(&member.extra);
        self.bytes.extend(&member.packed);
        self.bytes.extend(member.descriptor());
        self.list(member, at);
        self
    }

    /// Lists in the directory a member whose header and data are those of an earlier one.
    pub fn add_overlapping(mut self, name: &str, data: impl AsRef<[u8]>, at: u32) -> Zip {
        self.list(&Member::stored(name, data), at);
        self
    }

    /// Appends bytes that belong to no member.
    pub fn raw(mut self, bytes: &[u8]) -> Zip {
        self.bytes.extend(bytes);
        self
    }

    pub fn list(&mut self, member: &Member, at: u32) {
        // Beginning of a member's central header in an archive that was made on Unix.
        self.directory.extend(b"PK\x01\x02\x14\x03");
        self.directory.extend(member.common(member.crc, member.sizes));
        self.directory.extend([0; 6]);
        self.directory.extend((member.mode << 16).to_le_bytes());
        self.directory.extend(at.to_le_bytes());
        self.directory.extend(&member.name);
        self.directory.extend(&member.extra);
        self.count += 1;
    }

    /// Returns the members, without a directory behind them.
    pub fn members(self) -> Vec<u8> {
        self.bytes
    }

    pub fn finish(self) -> Vec<u8> {
        let Zip { mut bytes, directory, count } = self;
        let at = bytes.len() as u32;
        let length = directory.len() as u32;
        let count = count as u16;
        bytes.extend(directory);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend(count.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(at.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }
}

impl Zip {
    /// The archive with a zip64 end record.
    pub fn finish_wide(self) -> Vec<u8> {
        let at = self.bytes.len() as u64;
        self.finish_wide_at(at)
    }

    /// Returns the archive with a zip64 end record that places the directory at this offset.
    pub fn finish_wide_at(self, at: u64) -> Vec<u8> {
        let mut bytes = self.bytes;
        let end = at + self.directory.len() as u64;
        let length = self.directory.len() as u64;
        bytes.extend(self.directory);
        bytes.extend(b"PK\x06\x06");
        bytes.extend(44u64.to_le_bytes());
        bytes.extend([45, 0, 45, 0]);
        bytes.extend([0; 8]);
        for number in [self.count, self.count, length, at] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(b"PK\x06\x07\0\0\0\0");
        bytes.extend(end.to_le_bytes());
        bytes.extend([1, 0, 0, 0]);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend([0xff; 12]);
        bytes.extend([0; 2]);
        bytes
    }
}
