import type {
  ActionSetEvent,
  ExecutionState,
  SnapshotAction,
} from '../../../../../src-shared/signals/schemas/action.ts'
import { type StoredActionSet, toActionSet } from '../actions/action-set.ts'

import type { StoredSignal } from '../signals/signal.ts'

/** How far one action came; null: there is nothing to say of it. */
export interface ActionResult {
  state: SnapshotAction['state']
  details: string | null
}

/** The first failure is that of the set. */
export function stateOf(results: readonly ActionResult[]): ExecutionState {
  return results.every(({ state }) => state === 'success') ? 'success' : 'failed'
}

/** What is kept of the signal, as the sender was answered it. */
export function snapshotSignal(signal: StoredSignal): ActionSetEvent['signal'] {
  const { id, source, sourceId, sourceTokenId, createdAt, payload } = signal
  return { id, source, sourceId, createdAt, createdBySourceTokenId: sourceTokenId, payload }
}

/** What is kept of the set, each action with its result. */
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
