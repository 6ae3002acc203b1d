const TONES = 8

/** The colour of a variant by its place, from the palette of series: none of them is an environment's. */
export const toneOf = (index: number): string => `var(--series-${(index % TONES) + 1})`
