import type { MutationContext } from '#kernel/use-case.ts'
import { readEnabledIn } from '../features/feature-environments.store.ts'
import { reviveFeatureRows } from '../features/features.store.ts'
import type { StoredFeature } from '../features/feature.ts'
import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { restartStages } from '../stages/stages.store.ts'

/** Takes flags of a project out of the archive. */
export async function revive(
  context: MutationContext,
  project: string,
  flags: readonly StoredFeature[],
): Promise<void> {
  await requireActiveProject(context.queries, project)
  const names = flags.filter((flag) => flag.archivedAt !== null).map(({ name }) => name)
  const enabledIn = await readEnabledIn(context.queries, names)
  await reviveFeatureRows(context.queries, names)
  await restartStages(context.queries, names, context.now.toISOString())
  for (const featureName of names) {
    const preData = { enabledIn: enabledIn.get(featureName) ?? [] }
    context.record({ type: 'feature-revived', project, featureName, preData })
  }
}
