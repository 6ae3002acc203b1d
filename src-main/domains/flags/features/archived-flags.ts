import { readCurrentParts } from '#domains/audit/configuration/read-current-parts.ts'
import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import { Turn } from '#runtime/turn.ts'
import { flagPath } from '#shared/audit/undo/index.ts'
import { readOverrides } from '../overrides/overrides.store.ts'
import { readEnabledIn } from './feature-environments.store.ts'
import { type StoredFeature, toFeature } from './feature.ts'
import { deleteFeatureRows, reviveFeatureRows } from './features.store.ts'
import { restartStages } from './stages.store.ts'

/** Deletes archived flags for good, with an event for each. */
export async function deleteArchived(
  context: MutationContext,
  flags: readonly StoredFeature[],
): Promise<void> {
  const archived = flags.filter((one) => one.archivedAt !== null)
  // the data that an undo needs to create it again
  const parts = await readCurrentParts(
    context.everything,
    archived.map((flag) => flagPath(flag.name)),
  )
  const names = archived.map((flag) => flag.name)
  const overrides = groupRows(
    await readOverrides(context.everything, { features: names }),
    (one) => one.feature,
  )
  await deleteFeatureRows(context.everything, names)
  const turn = new Turn()
  for (const flag of archived) {
    context.record({
      type: 'feature-deleted',
      project: flag.project,
      featureName: flag.name,
      preData: {
        ...toFeature(flag),
        createdByUserId: flag.createdByUserId,
        parts: parts
          .under(flagPath(flag.name))
          .filter(({ path }) => path.length > 3)
          .map(({ path, value }) => ({ path: path.slice(2), value })),
        // they go with the flag, without events of their own
        overrides: overrides.get(flag.name) ?? [],
      },
    })
    if (turn.isOver) await turn.pause()
  }
}

/** Takes flags of a project out of the archive. */
export async function revive(
  context: MutationContext,
  project: string,
  flags: readonly StoredFeature[],
): Promise<void> {
  await requireActiveProject(context.everything, project)
  const names = flags.filter((flag) => flag.archivedAt !== null).map(({ name }) => name)
  const enabledIn = await readEnabledIn(context.everything, names)
  await reviveFeatureRows(context.everything, names)
  await restartStages(context.everything, names, context.now.toISOString())
  for (const featureName of names) {
    const preData = { enabledIn: enabledIn.get(featureName) ?? [] }
    context.record({ type: 'feature-revived', project, featureName, preData })
  }
}
