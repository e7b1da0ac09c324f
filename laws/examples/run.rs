use limpid_pages::Random;
fn main() {
    let law = std::env::args().nth(1).unwrap();
    let first: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let n: u64 = std::env::args().nth(3).unwrap().parse().unwrap();
    let check = limpid_laws::LAWS.iter().find(|(name, _)| *name == law).unwrap().1;
    std::panic::set_hook(Box::new(|_| {}));
    let mut bad = 0;
    for seed in first..first + n {
        let mut random = Random::new(seed);
        let mut bytes: Vec<u8> = (0..4 + random.below(160)).map(|_| random.number() as u8).collect();
        if bytes.len() > 1 && seed % 3 > 0 {
            bytes[1] |= 1;
        }
        if let Err(e) = std::panic::catch_unwind(|| check(&bytes)) {
            bad += 1;
            if bad < 12 {
                let m = e
                    .downcast_ref::<String>()
                    .cloned()
                    .or(e.downcast_ref::<&str>().map(|s| s.to_string()))
                    .unwrap_or_default();
                println!("seed {seed}: {}", m.chars().take(700).collect::<String>());
            }
        }
    }
    println!("bad {bad} of {n}");
}
