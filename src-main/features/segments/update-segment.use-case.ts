import { updateSegment as operation } from '../../../src-shared/contract/segments.ts'
import { badData } from '../../kernel/app-error.ts'
import { mutation, type MutationContext } from '../../kernel/use-case.ts'
import { toSegment, type StoredSegment } from './segment.ts'
import { checkedContent } from './segment-rules.ts'
import { readStrategiesUsing } from './segment-usage.read-model.ts'
import { requireSegment, updateSegmentRow } from './segments.store.ts'
import { demandForSegment, placeOfSegment } from './place-of-segment.ts'

/** Replaces a segment; SDKs see the change at their next request (semantics.md 10.2). */
export const updateSegment = mutation(
  operation,
  async (context, { params: { id }, body }) => {
    const before = await requireSegment(context.queries, id)
    demandForSegment(context, 'UPDATE_SEGMENT', before.project)
    const after: StoredSegment = { ...before, ...(await checkedContent(context, body, before)) }
    await requireReachable(context, after)
    demandForSegment(context, 'UPDATE_SEGMENT', after.project)
    await updateSegmentRow(context.queries, after)
    context.record({
      type: 'segment-updated',
      data: { ...toSegment(after) },
      preData: { ...toSegment(before) },
      ...(after.project === null ? {} : { project: after.project }),
    })
  },
  { placeOf: placeOfSegment },
)

/** A segment that other projects use cannot become one project's own. */
async function requireReachable({ queries }: MutationContext, { id, project }: StoredSegment): Promise<void> {
  if (project === null) return
  const others = new Set(
    (await readStrategiesUsing(queries, id)).map((use) => use.projectId).filter((one) => one !== project),
  )
  if (others.size === 0) return
  throw badData(
    `Invalid project. Segment is being used by strategies in other projects: ${[...others].sort().join(', ')}`,
    '/body/project',
  )
}
