//! libFuzzer's door to `repertoire_fuzz_bodies::tree`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| repertoire_fuzz_bodies::tree::run(data));
