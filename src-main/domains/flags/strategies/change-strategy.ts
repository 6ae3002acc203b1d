import type { MutationContext } from '#kernel/use-case.ts'
import { findEnabled, setEnabled } from '../features/feature-environments.store.ts'
import {
  readStrategies,
  updateStrategyRow,
  type PlacedStrategy,
} from '../features/feature-strategies.store.ts'
import { replaceMilestoneStrategy } from '../milestones/milestones.store.ts'
import { toStrategy } from './strategy.ts'
import { requireValidStrategy } from './strategy-rules.ts'

/** Writes a changed strategy, and the event with before and after. */
export async function changeStrategy(
  context: MutationContext,
  projectId: string,
  before: PlacedStrategy,
  after: PlacedStrategy,
): Promise<void> {
  await requireValidStrategy(context, projectId, after, before)
  await updateStrategyRow(context.everything, after)
  const { featureName, environment, milestoneId } = after
  if (milestoneId !== null) {
    // a restart of the milestone uses the changed strategy, but not its sort order
    const { sortOrder: _sortOrder, ...content } = toStrategy(after)
    await replaceMilestoneStrategy(context.everything, { ...content, milestoneId })
  }
  const change = { data: { ...toStrategy(after) }, preData: { ...toStrategy(before) } }
  context.record({ type: 'feature-strategy-update', project: projectId, featureName, environment, ...change })
  if (after.disabled && !before.disabled) await disableWithoutStrategies(context, projectId, after)
}

/** A flag whose last enabled strategy has gone is disabled in that environment (docs/contract/flags.md#strategies). */
export async function disableWithoutStrategies(
  context: MutationContext,
  projectId: string,
  { featureName, environment }: Pick<PlacedStrategy, 'featureName' | 'environment'>,
): Promise<void> {
  const { everything } = context
  const left = await readStrategies(everything, { features: [featureName], environment })
  if (left.some((strategy) => !strategy.disabled)) return
  if (!(await findEnabled(everything, featureName, environment))) return
  await setEnabled(everything, featureName, environment, false, context.now)
  context.record({ type: 'feature-environment-disabled', project: projectId, featureName, environment })
}
