import { Turn } from '#runtime/turn.ts'

/** Rows per statement. It changes them, with their dependent rows, in a few milliseconds. */
const AT_ONCE = 100

/** Changes rows in batches, with pauses in which other requests are answered. */
export async function inBatches<T>(
  values: readonly T[],
  change: (batch: readonly T[]) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  const turn = new Turn()
  for (let start = 0; start < values.length; start += atOnce) {
    await change(values.slice(start, start + atOnce))
    await turn.pause()
  }
}
