import { changeProject as operation } from '#shared/flags/contract/features.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation, type MutationContext } from '#kernel/use-case.ts'
import { inList } from '#store/in-list.ts'
import { readPlans } from '../../records/milestones/plans.store.ts'
import {
  environmentsOfProject,
  requireActiveProject,
} from '#domains/projects/records/projects/projects.store.ts'
import { requireRoomInProject } from '../../records/features/feature-limit.ts'
import type { StoredFeature } from '../../records/features/feature.ts'
import { readStrategies } from '../../records/features/feature-strategies.store.ts'
import { haveDependencies, requireActiveFeature, setProject } from '../../records/features/features.store.ts'

/**
 * Moves a flag to another project (document: "Change feature flag project"; docs/contract/flags.md#move): the
 * permission is needed
 * in both, and both must have exactly the same environments, so that nothing set per environment is lost.
 */
export const changeProject = mutation(operation, async (context, { params, body }) => {
  const { queries } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const target = await requireActiveProject(context.visible, body.newProjectId)
  context.demand({ anyOf: ['MOVE_FEATURE_TOGGLE'], project: target.id })
  if (target.id === flag.project) return
  await requireMovable(context, flag, target.id)
  await requireRoomInProject(context, target)
  await setProject(queries, flag.name, target.id)
  context.record({
    type: 'feature-project-change',
    project: target.id,
    featureName: flag.name,
    data: { name: flag.name, oldProject: flag.project, newProject: target.id },
  })
})

async function requireMovable(
  { queries }: MutationContext,
  { name, project }: StoredFeature,
  target: string,
): Promise<void> {
  const [here, there] = [
    await environmentsOfProject(queries, project),
    await environmentsOfProject(queries, target),
  ]
  if (here.length !== there.length || here.some((environment) => !there.includes(environment)))
    throw new AppError('IncompatibleProjectError', `${target} is not a compatible target`)
  if (await haveDependencies(queries, [name]))
    throw new AppError('ForbiddenError', 'Changing project not allowed. Feature has dependencies.')
  const planned = (await readPlans(queries, { features: [name] })).flatMap((plan) => plan.milestones)
  const strategies = [
    ...(await readStrategies(queries, { features: [name] })),
    ...planned.flatMap((milestone) => milestone.strategies),
  ]
  const segments = strategies.flatMap((one) => one.segments)
  const [foreign] =
    segments.length === 0
      ? []
      : await queries
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
