import { snapshotIn } from '#shared/changes/change-requests/describe-change.ts'
import { asStrategy } from '#shared/changes/change-requests/describe-strategy.ts'
import type { CreateStrategy, ListedStrategy, UpdateStrategy } from '#shared/flags/schemas/strategy.ts'
import type { StrategyLike } from '#shared/changes/change-requests/describe-strategy.ts'

/** The kinds of change that a form can change; of the others one takes out what is wrong and asks anew. */
export const EDITORS = {
  addStrategy: 'strategy',
  updateStrategy: 'strategy',
  patchVariant: 'variants',
  updateSegment: 'segment',
} as const

/** The strategy that a change asks for, as the form of strategies has one. */
export function requestedStrategy(payload: unknown): ListedStrategy {
  const { id = '', ...body } = payload as (CreateStrategy | UpdateStrategy) & { id?: string }
  const before = snapshotIn(payload) as StrategyLike | undefined
  return { id, sortOrder: 0, milestoneId: null, ...asStrategy(body, before) }
}
