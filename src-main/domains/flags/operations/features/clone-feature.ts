import { cloneFeature as operation } from '#shared/flags/contract/features.ts'
import type { Feature } from '#shared/flags/schemas/feature.ts'
import { notFound } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import { mutation, type MutationContext } from '#kernel/use-case.ts'
import {
  environmentsOfProject,
  requireActiveProject,
} from '#domains/projects/records/projects/projects.store.ts'
import { restartStages } from '../../records/stages/stages.store.ts'
import { withoutPlace } from '../../records/features/feature-details.read-model.ts'
import { copyVariants } from '../../records/features/feature-environments.store.ts'
import { requireFreeName } from '../../records/features/feature-name.ts'
import { insertStrategies, readStrategies } from '../../records/features/feature-strategies.store.ts'
import { requireRoom } from '../../records/features/feature-limit.ts'
import { toFeature, type StoredFeature } from '../../records/features/feature.ts'
import { copyParents, findFeature, insertFeatures } from '../../records/features/features.store.ts'

/** Clone, with the environments whose strategies the caller may not create: there, none were copied. */
export type ClonedFeature = Feature & { strategiesLeftOut?: readonly string[] }

/** Creates a flag like another one; it starts disabled in every environment (docs/contract/flags.md#clone). */
export const cloneFeature = mutation<typeof operation, ClonedFeature>(
  operation,
  async (context, { params, body }) => {
    const { queries, now, caller } = context
    const { projectId, featureName } = params
    const project = await requireActiveProject(queries, projectId)
    const source = await findFeature(queries, featureName)
    if (source?.project !== projectId || source.archivedAt !== null)
      throw notFound(`Could not find feature flag with name ${featureName}`)
    await requireFreeName(queries, body.name, project.featureNaming)
    await requireRoom(context, project)

    const clone: StoredFeature = {
      ...source,
      name: body.name,
      stale: false,
      createdAt: now.toISOString(),
      createdByUserId: userIdOf(caller.actor),
      lastSeenAt: null,
    }
    await insertFeatures(queries, [clone], await environmentsOfProject(queries, projectId))
    await restartStages(queries, [clone.name], clone.createdAt)
    await copyVariants(queries, featureName, clone.name)
    await copyParents(queries, featureName, clone.name)
    context.record({
      type: 'feature-created',
      project: projectId,
      featureName: clone.name,
      data: { ...toFeature(clone) },
    })
    const strategiesLeftOut = await copyStrategies(context, source, clone, body.replaceGroupId ?? true)
    return { ...toFeature(clone), ...(strategiesLeftOut.length > 0 ? { strategiesLeftOut } : {}) }
  },
)

/** Copies the strategies where the caller may create some. Returns the environments where strategies were left out. */
async function copyStrategies(
  context: MutationContext,
  source: StoredFeature,
  clone: StoredFeature,
  replacesGroup: boolean,
): Promise<string[]> {
  const { queries, ids, now } = context
  const leftOut = new Set<string>()
  for (const strategy of await readStrategies(queries, { features: [source.name] })) {
    const { parameters, environment } = strategy
    const needed = { anyOf: ['CREATE_FEATURE_STRATEGY'], project: clone.project, environment } as const
    if (!context.may(needed).allowed) {
      leftOut.add(environment)
      continue
    }
    const copy = {
      ...strategy,
      id: ids.ulid(),
      featureName: clone.name,
      milestoneId: null,
      parameters:
        replacesGroup && parameters['groupId'] !== undefined
          ? { ...parameters, groupId: clone.name }
          : parameters,
    }
    await insertStrategies(queries, [copy], now.toISOString())
    context.record({
      type: 'feature-strategy-add',
      project: clone.project,
      featureName: clone.name,
      environment: copy.environment,
      data: withoutPlace(copy),
    })
  }
  return [...leftOut]
}
