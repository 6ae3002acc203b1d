import { Turn } from '../kernel/turn.ts'
import type { Queries } from './queries.ts'

/**
 * Flags per batch. At the limits a flag has 30 strategies, each with its segments; a batch is read in some
 * milliseconds.
 */
const FLAGS_AT_ONCE = 250

/**
 * Splits the names of all flags, by name and archived ones included, into batches for queries over all that flags have.
 * Other requests are answered between two batches.
 */
export async function* flagBatches(queries: Queries): AsyncGenerator<string[]> {
  const flags = await queries.selectFrom('features').select('name').orderBy('name').execute()
  yield* inFlagBatches(flags.map(({ name }) => name))
}

/** The same of some flags. */
export async function* inFlagBatches(
  names: readonly string[],
  atOnce = FLAGS_AT_ONCE,
): AsyncGenerator<string[]> {
  const turn = new Turn()
  for (let start = 0; start < names.length; start += atOnce) {
    yield names.slice(start, start + atOnce)
    await turn.pause()
  }
}
