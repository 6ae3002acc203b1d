import type { UpsertSegment } from '#shared/flags/schemas/segment.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { readReleasesUsing } from '../milestones/releases.read-model.ts'
import { readOverrides } from '../overrides/overrides.store.ts'
import { deleteSegmentRow, type StoredSegment, toSegment, updateSegmentRow } from './segments.store.ts'
import { checkedContent } from './segment-rules.ts'
import { readStrategiesUsing } from './segment-usage.read-model.ts'

/** Builds a segment with new content. Throws if the content is invalid. */
export async function toChangedSegment(
  context: MutationContext,
  before: StoredSegment,
  body: UpsertSegment,
): Promise<StoredSegment> {
  const after: StoredSegment = { ...before, ...(await checkedContent(context, body, before)) }
  await requireReachable(context, after)
  return after
}

/** Writes a changed segment; SDKs see the change at their next request (docs/contract/flags.md#segments). */
export async function saveChangedSegment(
  context: MutationContext,
  before: StoredSegment,
  after: StoredSegment,
): Promise<void> {
  await updateSegmentRow(context.everything, after)
  context.record({
    type: 'segment-updated',
    data: { ...toSegment(after) },
    preData: { ...toSegment(before) },
    ...(after.project === null ? {} : { project: after.project }),
  })
}

/** Deletes a segment that no strategy uses (recorded exchanges segments/*; the 409 names its uses). */
export async function deleteSegment(context: MutationContext, segment: StoredSegment): Promise<void> {
  await requireUnused(context, segment)
  await deleteSegmentRow(context.everything, segment.id)
  context.record({
    type: 'segment-deleted',
    preData: { ...toSegment(segment) },
    ...(segment.project === null ? {} : { project: segment.project }),
  })
}

/** Throws 409 where strategies of flags or milestones use the segment. */
export async function requireUnused(
  { everything, hidden }: MutationContext,
  { id }: StoredSegment,
): Promise<void> {
  const uses = await readStrategiesUsing(everything, id)
  const flags = namesFor(uses, hidden, (use) => use.featureName)
  if (flags.length > 0)
    throw new AppError('ConflictError', `The segment is used by strategies of: ${flags.join(', ')}`)
  const releases = namesFor(await readReleasesUsing(everything, id), hidden, (use) => use.name)
  if (releases.length > 0)
    throw new AppError('ConflictError', `The segment is used by milestones of: ${releases.join(', ')}`)
  const overridden = namesFor(await overridesUsing(everything, id), hidden, (use) => use.feature)
  if (overridden.length > 0)
    throw new AppError('ConflictError', `The segment is used by overrides of: ${overridden.join(', ')}`)
}

/** Finds the overrides whose strategies use a segment. */
async function overridesUsing(queries: Queries, id: number) {
  const overrides = await readOverrides(queries, { withStrategies: true })
  return overrides
    .filter(({ strategies }) => strategies?.some(({ segments }) => segments.includes(id)))
    .map(({ feature, project }) => ({ feature, projectId: project }))
}

/** Names the uses of a segment, without duplicates. Uses in projects hidden from the caller are not named. */
function namesFor<Use extends { projectId: string | null }>(
  uses: readonly Use[],
  hidden: ReadonlySet<string>,
  nameOf: (use: Use) => string,
): string[] {
  const isHidden = ({ projectId }: Use) => projectId !== null && hidden.has(projectId)
  return [...new Set(uses.map((use) => (isHidden(use) ? 'a project you do not see' : nameOf(use))))]
}

/** Throws if other projects use the segment: it cannot then belong to one project. */
async function requireReachable(
  { everything, hidden }: MutationContext,
  { id, project }: StoredSegment,
): Promise<void> {
  if (project === null) return
  const others = (await readStrategiesUsing(everything, id)).filter((use) => use.projectId !== project)
  const releases = (await readReleasesUsing(everything, id)).filter((use) => use.projectId !== project)
  if (releases.length > 0) {
    const names = namesFor(releases, hidden, (use) => use.name).join(', ')
    throw badData(`Invalid project. Segment is being used by milestones of: ${names}`, '/body/project')
  }
  const overridden = (await overridesUsing(everything, id)).filter((use) => use.projectId !== project)
  if (overridden.length > 0) {
    const names = namesFor(overridden, hidden, (use) => use.feature).join(', ')
    throw badData(`Invalid project. Segment is being used by overrides of: ${names}`, '/body/project')
  }
  if (others.length === 0) return
  throw badData(
    `Invalid project. Segment is being used by strategies in other projects: ${namesFor(
      others,
      hidden,
      (use) => use.projectId,
    )
      .sort()
      .join(', ')}`,
    '/body/project',
  )
}
