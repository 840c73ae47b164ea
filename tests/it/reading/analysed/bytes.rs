pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let number = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * at) & 63) as usize];
            text.push(if at > three.len() { '=' } else { letter as char });
        }
    }
    text
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut blocks = bytes.chunks(0x7fff).peekable();
    if blocks.peek().is_none() {
        stream.extend([1, 0, 0, 255, 255]);
    }
    while let Some(block) = blocks.next() {
        let length = block.len() as u16;
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(block);
    }
    stream.extend(crc32(bytes).to_le_bytes());
    stream.extend((bytes.len() as u32).to_le_bytes());
    stream
}

fn crc32(bytes: &[u8]) -> u32 {
    let of_byte = |crc: u32, byte: &u8| {
        let step = |crc: u32, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        (0..8).fold(crc ^ u32::from(*byte), step)
    };
    !bytes.iter().fold(!0, of_byte)
}

/// Value of a `KT` property: base64 of a gzip stream.
pub fn packed(bytes: &[u8]) -> String {
    base64(&gzip(bytes))
}
