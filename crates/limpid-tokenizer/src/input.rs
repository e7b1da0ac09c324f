/// The most bytes that a parse takes: offsets are `u32`.
pub const INPUT_LIMIT: usize = u32::MAX as usize - 1;
