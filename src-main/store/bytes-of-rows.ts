/** Rows that are looked at: of more, a sample says how long they are. */
const SAMPLE = 50
const BYTES_OF_ROW = 100

/** Estimates the bytes that rows take in memory, by their texts. */
export function bytesOfRows(rows: readonly Readonly<Record<string, unknown>>[]): number {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE))
  let [bytes, looked] = [0, 0]
  for (let index = 0; index < rows.length; index += step) {
    looked += 1
    bytes += BYTES_OF_ROW
    for (const value of Object.values(rows[index] ?? {})) if (typeof value === 'string') bytes += value.length
  }
  return looked === 0 ? 0 : Math.round((bytes / looked) * rows.length)
}
