import type { ActionSetEvent, ExecutionState, SnapshotAction } from '#shared/signals/schemas/action.ts'
import { type StoredActionSet, toActionSet } from '../actions/action-set.ts'

import type { StoredSignal } from '../signals/signal.ts'

/** Result of one action. `details` is null if there is nothing to add. */
export interface ActionResult {
  state: SnapshotAction['state']
  details: string | null
}

/** Times of one action, and the place of its events among those of the write. */
export interface ActionStep {
  startedAt: string
  endedAt: string
  first: number
  events: number
}

/** The first failure is that of the set. */
export function stateOf(results: readonly ActionResult[]): ExecutionState {
  return results.every(({ state }) => state === 'success') ? 'success' : 'failed'
}

/** Builds the stored copy of a signal, as in the response to its sender. */
export function snapshotSignal(signal: StoredSignal): ActionSetEvent['signal'] {
  const { id, source, sourceId, sourceTokenId, createdAt, payload } = signal
  return { id, source, sourceId, createdAt, createdBySourceTokenId: sourceTokenId, payload }
}

/** Builds the stored copy of an action set, each action with its result. */
export function snapshotSet(
  set: StoredActionSet,
  results: readonly ActionResult[],
): ActionSetEvent['actionSet'] {
  const { actions, ...rest } = toActionSet(set)
  return {
    ...rest,
    actions: actions.map((action, index) => ({
      ...action,
      ...(results[index] ?? { state: 'not started', details: null }),
    })),
  }
}
