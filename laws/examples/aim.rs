use limpid_laws::case::Case;
use limpid_pages::Random;
fn main() {
    let (mut n, mut reached, mut bytes) = (0u64, 0, 0usize);
    for seed in 0..20000u64 {
        let mut random = Random::new(seed);
        let choices: Vec<u8> = (0..4 + 600 + random.below(4000)).map(|_| random.number() as u8).collect();
        let mut c = choices.clone();
        c[1] = 1;
        c[0] = 0;
        let case = Case::from_bytes(&c);
        let document = limpid::ParseOptions::new().errors(true).parse(&*case.text);
        n += 1;
        bytes += case.text.len();
        if document.errors().iter().any(|e| e.code.as_str() == "attribute-copy-limit") {
            reached += 1;
            println!("{seed}");
        }
    }
    println!("{n} pages, {bytes} bytes, reached {reached}");
}
