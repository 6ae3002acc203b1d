import { exceedsLimit, notFound } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation, query, type MutationContext, type QueryContext } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/segments.ts'
import { findStrategy } from '../features/feature-strategies.store.ts'
import { deleteSegment, saveChangedSegment, toChangedSegment } from '../segments/change-segment.ts'
import { checkedContent, requireFreeSegmentName, noSuchProject } from '../segments/segment-rules.ts'
import { countSegmentUsage, readStrategiesUsing } from '../segments/segment-usage.read-model.ts'
import {
  countSegments,
  insertSegment,
  readSegments,
  readSegmentsOf,
  requireSegment,
  toSegment,
} from '../segments/segments.store.ts'
import { changeStrategy } from '../strategies/change-strategy.ts'
import { findStrategyToChange } from '../strategies/find-placed-strategy.ts'
import type { AccessScope } from '#shared/access/rules/index.ts'

/** All segments by name, each with how much uses it (recorded exchange segments/list). */
export const getSegments = query(contract.getSegments, async ({ visible }) => {
  const usage = await countSegmentUsage(visible)
  const segments = await readSegments(visible)
  return {
    segments: segments.map((segment) => ({
      ...toSegment(segment),
      ...(usage.get(segment.id) ?? { usedInProjects: 0, usedInFeatures: 0 }),
    })),
  }
})

/** Creates a segment (docs/contract/flags.md#segments). */
export const createSegment = mutation(contract.createSegment, async (context, { body }) => {
  const { everything, limits, caller, now, restored } = context
  demandForSegment(context, 'CREATE_SEGMENT', body.project || null)
  const content = await checkedContent(context, body)
  if ((await countSegments(everything)) >= limits.segments) throw exceedsLimit('segment', limits.segments)
  const segment = toSegment(
    await insertSegment(everything, {
      ...content,
      createdBy: restored?.createdBy ?? nameOf(caller.actor),
      createdAt: restored?.createdAt ?? now.toISOString(),
      ...(restored?.id === undefined ? {} : { id: Number(restored.id) }),
    }),
  )
  context.record({
    type: 'segment-created',
    data: { ...segment },
    ...(segment.project === undefined ? {} : { project: segment.project }),
  })
  return segment
})

/**
 * Returns the place where the permission is required: the project of the stored segment, whatever the body
 * says (docs/contract/access.md#permission-of-each-operation).
 */
async function placeOfSegment(
  { visible }: QueryContext,
  { params }: { params: { id: number } },
): Promise<AccessScope> {
  const { project } = await requireSegment(visible, params.id)
  return project === null ? {} : { project }
}

/**
 * Requires the permission to change a segment of this project. A segment of all projects belongs to the
 * instance: UPDATE_PROJECT_SEGMENT in a project does not suffice.
 */
function demandForSegment(
  context: MutationContext,
  permission: 'CREATE_SEGMENT' | 'UPDATE_SEGMENT' | 'DELETE_SEGMENT',
  project: string | null,
): void {
  if (project === null) return context.demand({ anyOf: [permission] })
  const anyOf = [permission, 'UPDATE_PROJECT_SEGMENT'] as const
  // a hidden project counts as unknown for callers who have the permission in all projects
  if (context.hidden.has(project) && context.may({ anyOf }).allowed) throw noSuchProject(project)
  context.demand({ anyOf, project })
}

/** Checks a name for a new segment (recorded exchanges segments/validate-ok and segments/validate-taken). */
export const validateSegment = query(contract.validateSegment, ({ everything }, { body }) =>
  requireFreeSegmentName(everything, body.name),
)

export const getSegment = query(contract.getSegment, async ({ visible }, { params: { id } }) =>
  toSegment(await requireSegment(visible, id)),
)

/** Replaces a segment; SDKs see the change at their next request (docs/contract/flags.md#segments). */
export const updateSegment = mutation(
  contract.updateSegment,
  async (context, { params: { id }, body }) => {
    const before = await requireSegment(context.visible, id)
    demandForSegment(context, 'UPDATE_SEGMENT', before.project)
    const after = await toChangedSegment(context, before, body)
    demandForSegment(context, 'UPDATE_SEGMENT', after.project)
    await saveChangedSegment(context, before, after)
  },
  { placeOf: placeOfSegment },
)

/** Deletes a segment that no strategy uses. */
export const removeSegment = mutation(
  contract.removeSegment,
  async (context, { params: { id } }) => {
    const segment = await requireSegment(context.visible, id)
    demandForSegment(context, 'DELETE_SEGMENT', segment.project)
    await deleteSegment(context, segment)
  },
  { placeOf: placeOfSegment },
)

/** The segments of a strategy; one that is not there has none (recorded exchange segments/of-strategy). */
export const getSegmentsByStrategyId = query(
  contract.getSegmentsByStrategyId,
  async ({ visible }, { params: { strategyId } }) => ({
    segments: (await readSegmentsOf(visible, strategyId)).map(toSegment),
  }),
)

/** Lists the strategies that use a segment (recorded exchange segments/strategies-of-segment). */
export const getStrategiesBySegmentId = query(
  contract.getStrategiesBySegmentId,
  async ({ visible }, { params: { id } }) => ({
    strategies: await readStrategiesUsing(visible, id),
    changeRequestStrategies: [],
  }),
)

/**
 * Sets the segments of a strategy; all the rules of strategies hold (recorded exchange segments/attach-to-strategy).
 */
export const updateFeatureStrategySegments = mutation(
  contract.updateFeatureStrategySegments,
  async (context, { body }) => {
    const { projectId, environmentId: environment, strategyId, segmentIds } = body
    const featureName = (await findStrategy(context.visible, strategyId))?.featureName
    if (featureName === undefined) throw notFound(`Could not find strategy with id: ${strategyId}`)
    const place = { projectId, featureName, environment, strategyId }
    const strategy = await findStrategyToChange(context.visible, place)
    await changeStrategy(context, projectId, strategy, { ...strategy, segments: [...new Set(segmentIds)] })
    return body
  },
)
