/**
 * Outcome of the actions of a signal; a signal that no action set matched has none. `skipped`, `reset`: it matched, and executed
 * nothing.
 */
export const SIGNAL_OUTCOMES = ['waiting', 'done', 'partly', 'failed', 'aside', 'skipped', 'reset'] as const
export type SignalOutcome = (typeof SIGNAL_OUTCOMES)[number]

/** Outcomes that a list of signals shows and filters by. */
export const LISTED_OUTCOMES = [...SIGNAL_OUTCOMES, 'none'] as const
export type ListedOutcome = (typeof LISTED_OUTCOMES)[number]

interface Execution {
  state: string
  actions: readonly { state: string }[]
}

/**
 * Derives the outcome of a processed signal from the last execution of each action set, or from what else became of it; null: none
 * matched.
 */
export function outcomeOf(
  executions: readonly Execution[],
  notes: readonly { kind: 'skipped' | 'reset' }[] = [],
): SignalOutcome | null {
  if (executions.length === 0)
    return notes.find(({ kind }) => kind === 'reset')?.kind ?? notes[0]?.kind ?? null
  if (executions.every(({ state }) => state === 'success')) return 'done'
  const isAnyDone = executions.some(({ actions }) => actions.some(({ state }) => state === 'success'))
  return isAnyDone ? 'partly' : 'failed'
}
