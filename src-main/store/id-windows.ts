import { Turn } from '#runtime/turn.ts'

/** Ids from the first to the last, both included. */
export interface IdRange {
  readonly first: number
  readonly last: number
}

/** Ids of the first window, and of the smallest. */
interface WindowSizes {
  readonly first: number
  readonly least: number
}

/** Sizes for short rows. */
const USUAL: WindowSizes = { first: 4000, least: 100 }
const MAX_WINDOW = 100_000
/** A window is made as large as fits into this time, by how long the one before took. */
const TARGET_MS = 8
/**
 * Windows of a range, at most. A busy disk, as during a backup, makes each window slow however small it is: with windows
 * of 100 ids a search of a million events would wait for it ten thousand times.
 */
const MAX_WINDOWS = 1000
/** One window says little of the next: it grows in steps. */
const MAX_GROWTH = 2

/** Windows of a range of ids, newest first. */
export const newestWindows = (range: IdRange) => idWindows(range, 'desc')

/**
 * Splits a range of ids into windows, newest or oldest first, so that a query over a table of any size holds the event loop up for
 * some milliseconds at a time. An index makes the windows large by itself: they are sized by the time that they take.
 * Their number is bounded: where the disk is busy, smaller windows would not be quicker.
 */
export async function* idWindows(
  { first, last }: IdRange,
  order: 'asc' | 'desc',
  sizes = USUAL,
): AsyncGenerator<IdRange> {
  const turn = new Turn()
  const least = Math.max(sizes.least, Math.ceil((last - first + 1) / MAX_WINDOWS))
  let size = Math.max(sizes.first, least)
  let left = { first, last }
  while (left.first <= left.last) {
    const window =
      order === 'desc'
        ? { first: Math.max(left.first, left.last - size + 1), last: left.last }
        : { first: left.first, last: Math.min(left.last, left.first + size - 1) }
    const began = performance.now()
    yield window
    const factor = Math.min(MAX_GROWTH, TARGET_MS / Math.max(performance.now() - began, 0.1))
    size = Math.round(Math.min(MAX_WINDOW, Math.max(least, size * factor)))
    left = order === 'desc' ? { ...left, last: window.first - 1 } : { ...left, first: window.last + 1 }
    await turn.pause()
  }
}
