import type { Generated } from 'kysely'

import type { ActionKey, ExecutionState } from '#shared/signals/schemas/action.ts'
import type { NoteKind } from '#shared/signals/schemas/action-rules.ts'
import type { RetentionOf } from './retention-rules.ts'

/** The tables of actions (migrations 0009, 0019 and 0046); put together with the others in schema.ts. */
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
  /** Null: the rules that count unless others are set. */
  rules: Generated<Json | null>
  /** Newest execution that a reset has dealt with. */
  reset_up_to: Generated<number>
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
  /** Write whose events the actions recorded; null: a former version executed it. */
  write_id: Generated<string | null>
  /** Times of each action, and the place of its events in the write. */
  steps: Generated<Json | null>
  /** Number of events that the actions recorded. */
  switched: Generated<number>
}

/** Signal that matched an action set and did not execute it: it was skipped, or it reset the set. */
export interface ActionSetNotesTable {
  id: Generated<number>
  action_set_id: number
  signal_id: number
  project: string
  kind: NoteKind
  details: Json
  created_at: Instant
}

/** Failed execution that is executed again by itself. */
export interface ActionRetriesTable {
  action_set_id: number
  execution_id: number
  /** From 1 on. */
  retry: number
  due_at: Instant
}

export interface ActionSchema {
  action_sets: ActionSetsTable
  action_set_actions: ActionSetActionsTable
  action_set_events: ActionSetEventsTable
  action_set_notes: ActionSetNotesTable
  action_retries: ActionRetriesTable
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
  // a set that skips each signal of a storm does not shorten the log of others
  action_set_notes: {
    rule: 'pruned',
    age: { column: 'created_at', days: 90, by: 'rowid' },
    most: { rows: 10_000, by: 'rowid', per: 'action_set_id' },
  },
  action_retries: { rule: 'owned', parent: 'action_sets' },
}
