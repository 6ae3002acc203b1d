import type { Generated } from 'kysely'

import type { ActionKey, ExecutionState } from '#shared/signals/schemas/action.ts'
import type { RetentionOf } from './retention-rules.ts'

/** The tables of actions (migrations 0009 and 0019); put together with the others in schema.ts. */
type Instant = string
type Json = string

export interface ActionSetsTable {
  id: Generated<number>
  project: string
  name: string
  description: string | null
  enabled: boolean
  source: 'signal-endpoint'
  /** The endpoint; it may be gone, and the set is off then. */
  source_id: number
  /** By the paths into the payload. */
  filters: Json
  /** A service account; it may be gone, and the set is off then. */
  actor_id: number
  created_by_user_id: number
  created_at: Instant
  /** The newest signal when the set was last turned on: it executes signals after that one. */
  listens_after: Generated<number>
}

export interface ActionSetActionsTable {
  id: Generated<number>
  action_set_id: number
  sort_order: number
  action: ActionKey
  execution_params: Json
  created_by_user_id: number
  created_at: Instant
}

/** Execution of an action set for a signal. Both are stored as they were at that time. */
export interface ActionSetEventsTable {
  id: Generated<number>
  action_set_id: number
  signal_id: number
  project: string
  state: ExecutionState
  /** From 1 on; each retry of the same set by the same signal is one more. */
  attempt: Generated<number>
  /** Name of the user who retried; null: the signal started it. */
  requested_by: Generated<string | null>
  /** Resolution of a failure. null: not resolved. */
  resolution: Generated<'retried' | 'dismissed' | null>
  signal: Json
  action_set: Json
  created_at: Instant
}

export interface ActionSchema {
  action_sets: ActionSetsTable
  action_set_actions: ActionSetActionsTable
  action_set_events: ActionSetEventsTable
}

export const ACTION_RETENTION: RetentionOf<ActionSchema> = {
  action_sets: { rule: 'kept', because: 'people create them; limits.actionSetsPerProject' },
  action_set_actions: { rule: 'owned', parent: 'action_sets' },
  // each row holds a copy of its signal's payload
  action_set_events: {
    rule: 'pruned',
    age: { column: 'created_at', days: 90 },
    most: { rows: 100_000, by: 'rowid' },
    weight: { megabytes: 1000, of: ['signal', 'action_set'] },
  },
}
