import { Turn } from '#runtime/turn.ts'
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
export async function* flagBatches(queries: Queries, atOnce = FLAGS_AT_ONCE): AsyncGenerator<string[]> {
  yield* inFlagBatches(await readNames(queries), atOnce)
}

/** Names of flags from one on, up to another; without that, to the last. */
export interface FlagRange {
  readonly from: string
  readonly before: string | undefined
}

/**
 * Splits all names into ranges of so many flags each, for queries over a table whose key begins with the name of a flag. Other
 * requests are answered between two ranges. Each name is in one of them, whether there is such a flag or not.
 */
export async function* flagRanges(queries: Queries): AsyncGenerator<FlagRange> {
  const names = await readNames(queries)
  const turn = new Turn()
  for (let start = 0; start === 0 || start < names.length; start += FLAGS_AT_ONCE) {
    yield { from: start === 0 ? '' : (names[start] ?? ''), before: names[start + FLAGS_AT_ONCE] }
    await turn.pause()
  }
}

async function readNames(queries: Queries): Promise<string[]> {
  const flags = await queries.selectFrom('features').select('name').orderBy('name').execute()
  return flags.map(({ name }) => name)
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
