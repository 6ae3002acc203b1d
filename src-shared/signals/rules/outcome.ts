/** Outcome of the actions of a signal; a signal that no action set matched has none. */
export const SIGNAL_OUTCOMES = ['waiting', 'done', 'partly', 'failed', 'aside'] as const
export type SignalOutcome = (typeof SIGNAL_OUTCOMES)[number]

/** Outcomes that a list of signals shows and filters by. */
export const LISTED_OUTCOMES = [...SIGNAL_OUTCOMES, 'none'] as const
export type ListedOutcome = (typeof LISTED_OUTCOMES)[number]

interface Execution {
  state: string
  actions: readonly { state: string }[]
}

/** Derives the outcome of a processed signal from the last execution of each action set; null: none matched. */
export function outcomeOf(executions: readonly Execution[]): SignalOutcome | null {
  if (executions.length === 0) return null
  if (executions.every(({ state }) => state === 'success')) return 'done'
  const isAnyDone = executions.some(({ actions }) => actions.some(({ state }) => state === 'success'))
  return isAnyDone ? 'partly' : 'failed'
}
