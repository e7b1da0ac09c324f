/// Returns the known name that is most similar to a misspelt one, ignoring ASCII case; `None` if no known name is similar.
///
/// ```
/// use limpid_markup::nearest_name;
/// let known = ["elements", "removeElements"];
/// assert_eq!(nearest_name("RemoveElement", known), Some("removeElements"));
/// assert_eq!(nearest_name("tags", known), None);
/// ```
pub fn nearest_name<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // The time grows with the length of the name, and callers do not limit the length.
    if name.len() > 32 {
        return None;
    }
    let characters: Vec<char> = name.to_ascii_lowercase().chars().collect();
    let distances = known.into_iter().map(|known| (distance(&characters, known), known));
    let (distance, nearest) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + characters.len() / 4).then_some(nearest)
}

/// Returns the number of characters to insert, remove or replace to turn a lowercase name into a known one.
fn distance(name: &[char], known: &str) -> usize {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (index, character) in known.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for column in 0..name.len() {
            let replaced = diagonal + usize::from(name[column] != character.to_ascii_lowercase());
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[name.len()]
}
