/** Ratio of one measurement to another, with its 95 % confidence interval. */
export interface PairedRatio {
  ratio: number
  from: number
  to: number
}

/** Quantile of the normal distribution: 95 % lie within this many deviations. */
const Z = 1.96

/**
 * Calculates the median of ratios, each of two things measured side by side. Its 95 % interval is that of the
 * sign test. A true median outside it would put as many ratios on one side as tosses of a coin rarely do. It
 * assumes nothing about the distribution: outliers of a busy machine move neither median nor bounds. With
 * fewer than six ratios the bounds are NaN.
 */
export function medianRatio(ratios: readonly number[]): PairedRatio {
  const sorted = [...ratios].sort((a, b) => a - b)
  const n = sorted.length
  // number of ratios outside at each end: n coin tosses have a mean of n/2 and a standard deviation of √n/2
  const outside = n < 6 ? Number.NaN : Math.max(0, Math.floor((n - Z * Math.sqrt(n)) / 2) - 1)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return {
    ratio: (at(Math.floor((n - 1) / 2)) + at(Math.floor(n / 2))) / 2,
    from: at(outside),
    to: at(n - 1 - outside),
  }
}
