//! Confidence intervals for a share and for the difference of two shares.
//!
//! A single share has Wilson's score interval. The difference of two independent shares has the interval that Newcombe
//! builds from these (R. G. Newcombe, Interval estimation for the difference between independent proportions:
//! comparison of eleven methods, Statistics in Medicine 17, 1998, 873-890; method 10). Neither has a continuity
//! correction.

use serde::Serialize;

/// 97.5 % quantile of the standard normal distribution, which leaves 95 % in the middle.
const Z_975: f64 = 1.959_963_984_540_054;

/// Number of games with some property among all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// Number of games with the property.
    pub count: u64,
    /// Number of all games.
    pub total: u64,
}

/// Difference of two shares with its 95 % confidence interval, from -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Difference"))]
pub struct RateDifference {
    /// First share minus the second.
    pub difference: f64,
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
}

/// Win rate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct WinRate {
    /// Win rate among the games that somebody won, from 0 to 1; null if nobody won any.
    pub rate: Option<f64>,
    /// Ends of Wilson's 95 % interval of the win rate; null if nobody won any.
    pub interval: Option<[f64; 2]>,
}

impl WinRate {
    /// Win rate of a side that won and lost these numbers of games.
    pub fn from_counts(won: u64, lost: u64) -> WinRate {
        Share { count: won, total: won + lost }.win_rate()
    }

    /// Rate and the ends of its interval, in this order.
    pub fn numbers(self) -> [Option<f64>; 3] {
        let (low, high) = self.interval.map(|[low, high]| (low, high)).unzip();
        [self.rate, low, high]
    }
}

impl Share {
    /// Share as a win rate, with its interval.
    pub fn win_rate(self) -> WinRate {
        let interval = self.wilson().map(|(low, high)| [low, high]);
        WinRate { rate: self.value(), interval }
    }

    /// Share as a number from 0 to 1; `None` if there are no games.
    pub fn value(self) -> Option<f64> {
        (self.total > 0).then(|| self.count as f64 / self.total as f64)
    }

    /// Wilson's 95 % score interval of the share; `None` if there are no games.
    pub fn wilson(self) -> Option<(f64, f64)> {
        let (p, n) = (self.value()?, self.total as f64);
        let middle = p + Z_975 * Z_975 / (2.0 * n);
        let spread = Z_975 * (p * (1.0 - p) / n + Z_975 * Z_975 / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z_975 * Z_975 / n;
        // Rounding may lead out of the range of shares if all games or none have the property.
        Some((((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0)))
    }

    /// Difference of this share and another; `None` if either has no games.
    pub fn difference(self, other: Share) -> Option<RateDifference> {
        let (p, q) = (self.value()?, other.value()?);
        let ((p_low, p_high), (q_low, q_high)) = (self.wilson()?, other.wilson()?);
        let difference = p - q;
        Some(RateDifference {
            difference,
            low: difference - (p - p_low).hypot(q_high - q),
            high: difference + (p_high - p).hypot(q - q_low),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The expected values are the examples in Newcombe's table II, method 10.
    #[test]
    fn published_intervals() {
        for ([a, m, b, n], low, high) in [
            ([56, 70, 48, 80], 0.0524, 0.3339),
            ([9, 10, 3, 10], 0.1705, 0.8090),
            ([6, 7, 2, 7], 0.0582, 0.8062),
            ([5, 56, 0, 29], -0.0381, 0.1926),
            ([0, 10, 0, 20], -0.1611, 0.2775),
            ([0, 10, 0, 10], -0.2775, 0.2775),
            ([10, 10, 0, 20], 0.6791, 1.0),
            ([10, 10, 0, 10], 0.6075, 1.0),
        ] {
            let (first, second) = (Share { count: a, total: m }, Share { count: b, total: n });
            let difference = first.difference(second).unwrap();
            let rounded = |number: f64| (number * 1e4).round() / 1e4;
            let found = (rounded(difference.low), rounded(difference.high));
            assert_eq!(found, (low, high), "{a}/{m} and {b}/{n}");
        }
    }

    /// The expected intervals were computed with exact fractions from the quadratic equation whose roots they are.
    #[test]
    fn win_rates_lie_in_their_intervals() {
        for (won, lost, low, high) in
            [(191, 223, 0.41391, 0.50950), (8, 2, 0.49016, 0.94332), (0, 9, 0.0, 0.29915)]
        {
            let WinRate { rate, interval } = WinRate::from_counts(won, lost);
            assert_eq!(rate, Some(won as f64 / (won + lost) as f64));
            let [from, to] = interval.unwrap();
            assert!((from - low).abs() < 1e-5 && (to - high).abs() < 1e-5, "{from} {to}");
        }
        assert_eq!(WinRate::from_counts(0, 0), WinRate::default());
    }

    #[test]
    fn exchanged_shares_have_the_opposite_difference() {
        let (a, b) = (Share { count: 3, total: 11 }, Share { count: 40, total: 90 });
        let (there, back) = (a.difference(b).unwrap(), b.difference(a).unwrap());
        for (one, other) in
            [(there.difference, back.difference), (there.low, back.high), (there.high, back.low)]
        {
            assert!((one + other).abs() < 1e-12);
        }
        assert_eq!(a.difference(Share { count: 0, total: 0 }), None);
    }
}
