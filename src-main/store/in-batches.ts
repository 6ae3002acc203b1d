import { Turn } from '../kernel/turn.ts'

/** So many rows a statement changes in a few milliseconds, with all that hangs on them. */
const AT_ONCE = 100

/** Changes rows in batches, with pauses in which other requests are answered. */
export async function inBatches<T>(
  values: readonly T[],
  change: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  const turn = new Turn()
  for (let start = 0; start < values.length; start += AT_ONCE) {
    await change(values.slice(start, start + AT_ONCE))
    await turn.pause()
  }
}
