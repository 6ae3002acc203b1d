import type { ActionFilters, ActionKey, ActionSet } from '#shared/signals/schemas/action.ts'
import type { ActionRules } from '#shared/signals/schemas/action-rules.ts'

export interface StoredAction {
  id: number
  sortOrder: number
  action: ActionKey
  executionParams: Record<string, string>
  createdByUserId: number
  createdAt: string
}

/** A set of actions as stored, its actions in the order in which they are executed. */
export interface StoredActionSet {
  id: number
  project: string
  name: string
  description: string | null
  enabled: boolean
  source: 'signal-endpoint'
  sourceId: number
  filters: ActionFilters
  actorId: number
  actions: StoredAction[]
  createdByUserId: number
  createdAt: string
  /** Newest signal when the set was last enabled. The set executes only later signals. */
  listensAfter: number
  rules: ActionRules
  /** Newest execution that a reset has dealt with. */
  resetUpTo: number
}

/** Fields of a set that its form says. The others are set by operations and resets of their own. */
export type ActionSetDraft = Omit<StoredActionSet, 'id' | 'actions' | 'rules' | 'resetUpTo'>

/** The contract's form. */
export function toActionSet({ source, sourceId, filters, actions, ...set }: StoredActionSet): ActionSet {
  const { id, project, name, description, enabled, actorId, createdAt, createdByUserId } = set
  return {
    id,
    project,
    name,
    description,
    enabled,
    match: { source, sourceId, payload: filters },
    actorId,
    actions: actions.map((one) => ({
      id: one.id,
      action: one.action,
      sortOrder: one.sortOrder,
      executionParams: one.executionParams,
      createdAt: one.createdAt,
      createdByUserId: one.createdByUserId,
    })),
    createdAt,
    createdByUserId,
  }
}

/** Builds the event data of an action set. */
export function inEvents(set: StoredActionSet): Record<string, unknown> {
  return { ...toActionSet(set) }
}
