/** Lock of every first run: none of them waits for another, and all wait for `ALONE`. */
const AMONG_OTHERS = 'lock table halyard_outcomes in row exclusive mode'

/** Waits for the transactions that have written events, and keeps others from writing some. */
const AHEAD_OF_EVENTS = `${AMONG_OTHERS}; lock table halyard_schema in exclusive mode`

/** Waits for all transactions of every Halyard, and lets none begin until the end of this one. */
const ALONE = 'lock table halyard_outcomes in share row exclusive mode'

/** Runs that others may still come between. */
const SHARED_RUNS = 3

/**
 * Lock that a run of a transaction takes ahead of its first snapshot. From the second run on, nothing that writes events comes
 * between; from the fourth on nothing at all, so that the run succeeds however busy the others are.
 */
export function lockOfRun(run: number): string {
  if (run === 1) return AMONG_OTHERS
  return run > SHARED_RUNS ? ALONE : AHEAD_OF_EVENTS
}
