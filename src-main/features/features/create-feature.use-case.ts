import { createFeature as operation } from '../../../src-shared/contract/features.ts'
import { badData } from '../../kernel/app-error.ts'
import { userIdOf } from '../../kernel/caller.ts'
import { mutation } from '../../kernel/use-case.ts'
import { environmentsOfProject, requireActiveProject } from '../projects/index.ts'
import { restartStages } from '../stages/index.ts'
import { attachTag, findUnknownTags } from '../tags/index.ts'
import { toFeature, type StoredFeature } from './feature.ts'
import { requireRoom } from './feature-limit.ts'
import { requireFreeName } from './feature-name.ts'
import { insertFeature } from './features.store.ts'

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
  await restartStages(queries, feature.name, feature.createdAt)
  for (const tag of tags) await attachTag(queries, feature.name, tag)
  const place = { project: projectId, featureName: feature.name }
  context.record({ type: 'feature-created', ...place, data: { ...toFeature(feature) }, tags })
  for (const tag of tags) context.record({ type: 'feature-tagged', ...place, data: { ...tag } })
  return toFeature(feature)
})
