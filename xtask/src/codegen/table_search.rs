//! Searches for the displacements of perfect-hash tables, see [`PerfectHash`].

use super::perfect_hash::{self, PerfectHash};

pub(crate) struct Table {
    pub(crate) displacements: Vec<u16>,
    pub(crate) slots: Vec<u16>,
}

impl Table {
    fn lookup(&self, key: &str) -> u16 {
        let table = PerfectHash { displacements: &self.displacements, slots: &self.slots };
        table.candidate(perfect_hash::hash(key.as_bytes()))
    }
}

/// Returns a table that maps `keys[i]` to `i + 1`. It tries larger sizes until a table exists.
pub(crate) fn search(keys: &[&str]) -> Result<Table, String> {
    let hashes: Vec<u64> = keys.iter().map(|key| perfect_hash::hash(key.as_bytes())).collect();
    check_distinct_hashes(keys, &hashes)?;
    // If two keys of the same bucket have equal slot bits, no displacement gives them different slots. With another number of buckets or
    // slots, they may be in different buckets, or their slot bits may differ.
    let slots = (keys.len() + keys.len() / 3).next_power_of_two();
    let buckets = (keys.len() / 4).next_power_of_two();
    let sizes = [(buckets, slots), (buckets * 2, slots), (buckets * 4, slots), (buckets * 2, slots * 2)];
    for (buckets, slots) in sizes {
        if let Some(table) = place_all(&hashes, buckets, slots) {
            return match (1..).zip(keys).find(|&(index, key)| table.lookup(key) != index) {
                None => Ok(table),
                Some((_, key)) => Err(format!("the perfect-hash table does not find {key:?}")),
            };
        }
    }
    Err(format!("no perfect-hash table for {} names: improve perfect_hash.rs", keys.len()))
}

fn check_distinct_hashes(keys: &[&str], hashes: &[u64]) -> Result<(), String> {
    let mut sorted: Vec<(u64, &str)> = hashes.iter().copied().zip(keys.iter().copied()).collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        None => Ok(()),
        Some(pair) => Err(format!("{:?} and {:?} have the same hash: improve perfect_hash.rs", pair[0].1, pair[1].1)),
    }
}

fn place_all(hashes: &[u64], bucket_count: usize, slot_count: usize) -> Option<Table> {
    let mut buckets: Vec<Vec<usize>> = vec![Vec::new(); bucket_count];
    for (key, &hash) in hashes.iter().enumerate() {
        buckets[perfect_hash::bucket(hash, bucket_count)].push(key);
    }
    // The largest buckets first, while most slots are free. The sort is stable, so the result is deterministic.
    let mut order: Vec<usize> = (0..bucket_count).filter(|&bucket| !buckets[bucket].is_empty()).collect();
    order.sort_by_key(|&bucket| std::cmp::Reverse(buckets[bucket].len()));

    let mut table = Table { displacements: vec![0; bucket_count], slots: vec![0; slot_count] };
    let largest_displacement = u16::try_from(slot_count - 1).ok()?;
    for bucket in order {
        let keys = &buckets[bucket];
        let displacement = (0..=largest_displacement).find(|&displacement| {
            let mut slots: Vec<usize> =
                keys.iter().map(|&key| perfect_hash::slot(hashes[key], displacement, slot_count)).collect();
            slots.sort_unstable();
            slots.windows(2).all(|pair| pair[0] != pair[1]) && slots.iter().all(|&slot| table.slots[slot] == 0)
        })?;
        table.displacements[bucket] = displacement;
        for &key in keys {
            let slot = perfect_hash::slot(hashes[key], displacement, slot_count);
            table.slots[slot] = u16::try_from(key + 1).ok()?;
        }
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_key() {
        let names: Vec<String> = (0..1000).map(|number| format!("name-{number}")).collect();
        let keys: Vec<&str> = names.iter().map(String::as_str).collect();
        let table = search(&keys).unwrap();
        for (index, key) in (1..).zip(&keys) {
            assert_eq!(table.lookup(key), index);
        }
    }

    #[test]
    fn reports_keys_with_equal_hashes() {
        // The hash reads 16 bytes at the start and 8 bytes at the end.
        let keys = ["the-first-sixteen-x--last----", "the-first-sixteen-y--last----"];
        let error = search(&keys).err().unwrap();
        assert!(keys.iter().all(|key| error.contains(key)), "{error}");
    }
}
