/** How many times more one has than another, and between what bounds that lies with 95 % certainty. */
export interface PairedRatio {
  ratio: number
  from: number
  to: number
}

/** Of the normal distribution: 95 % lie within that many deviations. */
const Z = 1.96

/**
 * The median of ratios, each of two things measured side by side. Its interval is that of the signs: were the true
 * median outside of it, so many of the ratios would lie on one side of it as a coin does not fall in 95 of 100 tries.
 * That asks nothing of how the ratios are spread: the odd one, of a machine that was busy, moves neither. With fewer
 * than six there are no such bounds: NaN.
 */
export function medianRatio(ratios: readonly number[]): PairedRatio {
  const sorted = [...ratios].sort((a, b) => a - b)
  const n = sorted.length
  // how many lie outside at each end: n tosses of a coin have a mean of n/2, and a deviation of √n/2
  const outside = n < 6 ? Number.NaN : Math.max(0, Math.floor((n - Z * Math.sqrt(n)) / 2) - 1)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return {
    ratio: (at(Math.floor((n - 1) / 2)) + at(Math.floor(n / 2))) / 2,
    from: at(outside),
    to: at(n - 1 - outside),
  }
}
