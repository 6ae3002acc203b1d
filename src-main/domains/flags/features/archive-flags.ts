import { groupRows } from '#store/group-rows.ts'
import { inEvents, readParentsOf } from '../dependencies/dependencies.store.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { holdPlans } from '../milestones/plan-holds.store.ts'
import { enterStages } from './stages.store.ts'
import type { StoredFeature } from './feature.ts'
import { archiveFeatureRows, orphaningParents } from './features.store.ts'

/**
 * Archives flags: SDKs no longer get them. What is archived already stays as it is. Refused where a flag would leave
 * children behind that depend on it (docs/contract/flags.md#archive-parent).
 */
export async function archiveFlags(context: MutationContext, flags: readonly StoredFeature[]): Promise<void> {
  const { everything, now } = context
  const active = flags.filter((flag) => flag.archivedAt === null)
  const names = active.map((flag) => flag.name)
  const [parent] = await orphaningParents(everything, names)
  if (parent !== undefined) {
    throw new AppError(
      'InvalidOperationError',
      'You can not archive/delete this feature since other features depend on it.',
    )
  }
  const parents = groupRows(await readParentsOf(everything, names), (one) => one.child)
  await archiveFeatureRows(everything, names, now.toISOString())
  await holdPlans(everything, { features: names }, now.toISOString())
  await enterStages(everything, names, 'archived', now.toISOString())
  for (const { name, project } of active) {
    // the event names its parents, so that an undo can restore them
    const dependencies = (parents.get(name) ?? []).map(inEvents)
    context.record({ type: 'feature-archived', project, featureName: name, preData: { dependencies } })
  }
}
