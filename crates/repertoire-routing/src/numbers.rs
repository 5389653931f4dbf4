//! Arithmetic that comes out the same, to the bit, on every machine.

/// Scores are counted in whole units, so that a sum of weights is exact in any order.
/// One point of score is this many units: a power of two, so that a weight is an exact `f64`.
pub(crate) const UNITS: f64 = 1024.0;

/// A weight of points in whole units, rounded.
pub(crate) fn units(points: f64) -> u64 {
    // Weights are finite and far below 2^53; a negative or senseless one counts nothing.
    if points > 0.0 { (points * UNITS + 0.5) as u64 } else { 0 }
}

/// Units back in points; exact.
pub(crate) fn points(units: u64) -> f64 {
    units as f64 / UNITS
}

/// The natural logarithm of a number of at least 1, by addition, multiplication and division
/// alone: a platform's own `ln` may differ in the last bit.
pub(crate) fn ln(number: f64) -> f64 {
    const LN_2: f64 = std::f64::consts::LN_2;
    let (mut mantissa, mut exponent) = (number, 0.0);
    while mantissa > 1.5 {
        mantissa /= 2.0;
        exponent += 1.0;
    }
    // ln m = 2 (z + z³/3 + z⁵/5 + …) with z = (m − 1)/(m + 1), here |z| ≤ 1/5.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let mut sum = 0.0;
    for odd in (0..12).rev() {
        sum = sum * square + 1.0 / f64::from(2 * odd + 1);
    }
    exponent * LN_2 + 2.0 * z * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right_to_fifteen_digits() {
        for number in [1.0, 1.000_001, 1.5, 2.0, 2.7, 3.0, 10.0, 1234.5, 1e6, 1e15] {
            let (ours, std) = (ln(number), f64::ln(number));
            assert!((ours - std).abs() <= 1e-15 * std.abs().max(1.0), "{number}: {ours} {std}");
        }
    }

    #[test]
    fn powers_of_two_have_exact_logarithms() {
        for exponent in 0..60 {
            assert_eq!(ln(f64::from(exponent).exp2()), f64::from(exponent) * std::f64::consts::LN_2);
        }
    }

    #[test]
    fn weights_are_rounded_to_the_nearest_unit_halves_up() {
        for (parts, expected) in [(0.0, 0), (0.4, 0), (0.5, 1), (1.49, 1), (1.5, 2), (1023.5, 1024)] {
            assert_eq!(units(parts / 1024.0), expected, "{parts}");
        }
    }

    #[test]
    fn units_are_exact_points() {
        assert_eq!(units(2.5), 2560);
        assert_eq!(points(2560), 2.5);
        assert_eq!(units(-1.0), 0);
        assert_eq!(units(f64::NAN), 0);
        let sum: f64 = (0..10_000).map(|i| points(units(f64::from(i) / 7.0))).sum();
        let total: u64 = (0..10_000).map(|i| units(f64::from(i) / 7.0)).sum();
        assert_eq!(sum, points(total));
    }
}
