//! libFuzzer's door to `repertoire_fuzz_bodies::uri`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| repertoire_fuzz_bodies::uri::run(data));
