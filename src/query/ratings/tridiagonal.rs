//! Symmetric tridiagonal systems: one Newton step of a player's curve, and the variances of its points.

/// A symmetric tridiagonal matrix after elimination from the first row to the last.
#[derive(Default)]
pub(super) struct Tridiagonal {
    /// The diagonal, and after `eliminate` the pivots.
    pub(super) diagonal: Vec<f64>,
    /// `off[i]` is the element of rows `i` and `i + 1`; the last one is unused.
    pub(super) off: Vec<f64>,
    /// The right side.
    pub(super) right: Vec<f64>,
}

impl Tridiagonal {
    /// Sets all elements of a matrix of `size` rows to zero and reuses the memory.
    pub(super) fn clear(&mut self, size: usize) {
        for column in [&mut self.diagonal, &mut self.off, &mut self.right] {
            column.clear();
            column.resize(size, 0.0);
        }
    }

    /// Eliminates the elements below the diagonal. The matrices here are positive definite and diagonally dominant,
    /// so elimination needs no exchange of rows.
    pub(super) fn eliminate(&mut self) {
        for row in 1..self.diagonal.len() {
            let factor = self.off[row - 1] / self.diagonal[row - 1];
            self.diagonal[row] -= factor * self.off[row - 1];
            self.right[row] -= factor * self.right[row - 1];
        }
    }

    /// Replaces the right side by the solution; `eliminate` comes first.
    pub(super) fn substitute(&mut self) {
        let mut next = 0.0;
        for row in (0..self.diagonal.len()).rev() {
            next = (self.right[row] - self.off[row] * next) / self.diagonal[row];
            self.right[row] = next;
        }
    }

    /// The last diagonal element of the inverse; `eliminate` comes first.
    pub(super) fn last_variance(&self) -> f64 {
        self.diagonal.last().map_or(0.0, |pivot| 1.0 / pivot)
    }

    /// For each row, the diagonal element of the inverse and the element of this row and the next one;
    /// `eliminate` comes first.
    ///
    /// Given row `i + 1`, row `i` is `-off / pivot` times it plus noise of variance `1 / pivot`.
    pub(super) fn inverse_band(&self) -> Vec<(f64, f64)> {
        let mut band = vec![(0.0, 0.0); self.diagonal.len()];
        let mut next_variance = 0.0;
        for row in (0..self.diagonal.len()).rev() {
            let slope = -self.off[row] / self.diagonal[row];
            let variance = 1.0 / self.diagonal[row] + slope * slope * next_variance;
            band[row] = (variance, slope * next_variance);
            next_variance = variance;
        }
        band
    }
}
