import { createFeature as operation } from '../../../src-shared/contract/features.ts'
import { AppError, badData, exceedsLimit } from '../../kernel/app-error.ts'
import { userIdOf } from '../../kernel/caller.ts'
import { mutation, type MutationContext } from '../../kernel/use-case.ts'
import { environmentsOfProject, requireActiveProject, type ActiveProject } from '../projects/index.ts'
import { toFeature, type StoredFeature } from './feature.ts'
import { requireFreeName } from './feature-name.ts'
import { countActiveFeatures, findUnknownTags, insertFeature, tagFeature } from './features.store.ts'

/** Creates a flag; it starts disabled in every environment of its project (semantics.md 4.1). */
export const createFeature = mutation(operation, async (context, { params: { projectId }, body }) => {
  const { queries, now, caller } = context
  const project = await requireActiveProject(queries, projectId)
  await requireFreeName(queries, body.name, project.featureNaming)
  await requireRoom(context, project)
  const tags = body.tags ?? []
  const [unknown] = await findUnknownTags(queries, tags)
  if (unknown) throw badData(`Tag "${unknown.type}:${unknown.value}" does not exist`, '/body/tags')

  const feature: StoredFeature = {
    name: body.name,
    project: projectId,
    type: body.type ?? 'release',
    description: body.description ?? null,
    stale: false,
    impressionData: body.impressionData ?? false,
    createdAt: now.toISOString(),
    createdByUserId: userIdOf(caller.actor),
    archivedAt: null,
    lastSeenAt: null,
  }
  await insertFeature(queries, feature, await environmentsOfProject(queries, projectId))
  await tagFeature(queries, feature.name, tags)
  const place = { project: projectId, featureName: feature.name }
  context.record({ type: 'feature-created', ...place, data: { ...toFeature(feature) }, tags })
  for (const tag of tags) context.record({ type: 'feature-tagged', ...place, data: { ...tag } })
  return toFeature(feature)
})

async function requireRoom({ queries, limits }: MutationContext, project: ActiveProject): Promise<void> {
  if ((await countActiveFeatures(queries)) >= limits.featureFlags)
    throw exceedsLimit('feature flag', limits.featureFlags)
  const { featureLimit } = project
  if (featureLimit !== null && (await countActiveFeatures(queries, project.id)) >= featureLimit) {
    throw new AppError(
      'InvalidOperationError',
      `You have reached the maximum number of feature flags (${featureLimit}) of this project.`,
    )
  }
}
