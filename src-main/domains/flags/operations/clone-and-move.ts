import { environmentsOfProject, requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import { mutation, type MutationContext, served } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/features.ts'
import type { Feature } from '#shared/flags/schemas/feature.ts'
import { inList } from '#store/in-list.ts'
import { withoutPlace } from '../features/feature-details.read-model.ts'
import { copyVariants } from '../features/feature-environments.store.ts'
import { requireRoom, requireRoomInProject } from '../features/feature-limit.ts'
import { requireFreeName } from '../features/feature-name.ts'
import { insertStrategies, readStrategies } from '../features/feature-strategies.store.ts'
import { toFeature, type StoredFeature } from '../features/feature.ts'
import {
  copyParents,
  findFeature,
  haveDependencies,
  insertFeatures,
  requireActiveFeature,
  setProject,
} from '../features/features.store.ts'
import { readPlans } from '../milestones/plans.store.ts'
import { restartStages } from '../features/stages.store.ts'

/**
 * Moves a flag to another project (document: "Change feature flag project"; docs/contract/flags.md#move): the
 * permission is needed
 * in both, and both must have exactly the same environments, so that nothing set per environment is lost.
 */
export const changeProject = mutation(contract.changeProject, async (context, { params, body }) => {
  const { everything } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const target = await requireActiveProject(context.visible, body.newProjectId)
  context.demand({ anyOf: ['MOVE_FEATURE_TOGGLE'], project: target.id })
  if (target.id === flag.project) return
  await requireMovable(context, flag, target.id)
  await requireRoomInProject(context, target)
  await setProject(everything, flag.name, target.id)
  context.record({
    type: 'feature-project-change',
    project: target.id,
    featureName: flag.name,
    data: { name: flag.name, oldProject: flag.project, newProject: target.id },
  })
})

async function requireMovable(
  { everything }: MutationContext,
  { name, project }: StoredFeature,
  target: string,
): Promise<void> {
  const [here, there] = [
    await environmentsOfProject(everything, project),
    await environmentsOfProject(everything, target),
  ]
  if (here.length !== there.length || here.some((environment) => !there.includes(environment)))
    throw new AppError('IncompatibleProjectError', `${target} is not a compatible target`)
  if (await haveDependencies(everything, [name]))
    throw new AppError('ForbiddenError', 'Changing project not allowed. Feature has dependencies.')
  const planned = (await readPlans(everything, { features: [name] })).flatMap((plan) => plan.milestones)
  const strategies = [
    ...(await readStrategies(everything, { features: [name] })),
    ...planned.flatMap((milestone) => milestone.strategies),
  ]
  const segments = strategies.flatMap((one) => one.segments)
  const [foreign] =
    segments.length === 0
      ? []
      : await everything
          .selectFrom('segments')
          .select('name')
          .where((eb) => inList(eb.ref('id'), segments))
          .where('project', 'is not', null)
          .where('project', '!=', target)
          .execute()
  if (foreign) {
    throw new AppError(
      'ForbiddenError',
      `Changing project not allowed. Feature uses the segment "${foreign.name}" of project "${project}".`,
    )
  }
}

/** Clone, with the environments whose strategies the caller may not create: there, none were copied. */
export type ClonedFeature = Feature & { strategiesLeftOut?: readonly string[] }

/** Creates a flag like another one; it starts disabled in every environment (docs/contract/flags.md#clone). */
export const cloneFeature = served(
  mutation<typeof contract.cloneFeature, ClonedFeature>(
    contract.cloneFeature,
    async (context, { params, body }) => {
      const { everything, now, caller } = context
      const { projectId, featureName } = params
      const project = await requireActiveProject(everything, projectId)
      const source = await findFeature(everything, featureName)
      if (source?.project !== projectId || source.archivedAt !== null)
        throw notFound(`Could not find feature flag with name ${featureName}`)
      await requireFreeName(everything, body.name, project.featureNaming)
      await requireRoom(context, project)

      const clone: StoredFeature = {
        ...source,
        name: body.name,
        stale: false,
        createdAt: now.toISOString(),
        createdByUserId: userIdOf(caller.actor),
        lastSeenAt: null,
      }
      await insertFeatures(everything, [clone], await environmentsOfProject(everything, projectId))
      await restartStages(everything, [clone.name], clone.createdAt)
      await copyVariants(everything, featureName, clone.name)
      await copyParents(everything, featureName, clone.name)
      context.record({
        type: 'feature-created',
        project: projectId,
        featureName: clone.name,
        data: { ...toFeature(clone) },
      })
      const strategiesLeftOut = await copyStrategies(context, source, clone, body.replaceGroupId ?? true)
      return { ...toFeature(clone), ...(strategiesLeftOut.length > 0 ? { strategiesLeftOut } : {}) }
    },
  ),
  {
    headers: ({ strategiesLeftOut: environments }): Record<string, string> =>
      environments === undefined ? {} : { 'halyard-strategies-left-out': environments.join(', ') },
  },
)

/** Copies the strategies where the caller may create some. Returns the environments where strategies were left out. */
async function copyStrategies(
  context: MutationContext,
  source: StoredFeature,
  clone: StoredFeature,
  replacesGroup: boolean,
): Promise<string[]> {
  const { everything, ids, now } = context
  const leftOut = new Set<string>()
  for (const strategy of await readStrategies(everything, { features: [source.name] })) {
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
    await insertStrategies(everything, [copy], now.toISOString())
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
