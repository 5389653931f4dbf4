//! The escapes of a tree's description.

use std::ffi::OsString;

/// Reads `\n`, `\r`, `\t`, `\e`, `\s`, `\\` and `\xNN`.
pub(super) fn unescape(text: &str) -> OsString {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next().expect("something after a backslash") {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'e' => 0x1B,
            b's' => b' ',
            b'x' => {
                let digits = [rest.next(), rest.next()].map(|digit| digit.expect("two digits") as char);
                u8::from_str_radix(&digits.iter().collect::<String>(), 16).expect("hexadecimal digits")
            }
            other => other,
        });
    }
    os_string(bytes)
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    OsString::from(String::from_utf8(bytes).expect("Unicode"))
}
