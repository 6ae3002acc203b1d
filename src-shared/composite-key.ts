/** A key made of several values. No two lists of values have the same key, whatever characters the values hold. */
export const compositeKey = (...parts: readonly (string | number | null | undefined)[]): string =>
  JSON.stringify(parts)
