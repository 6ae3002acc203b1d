import { createSegment as operation } from '#shared/flags/contract/segments.ts'
import { exceedsLimit } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import { demandForSegment } from '../../records/segments/place-of-segment.ts'
import { toSegment } from '../../records/segments/segment.ts'
import { checkedContent } from '../../records/segments/segment-rules.ts'
import { countSegments, insertSegment } from '../../records/segments/segments.store.ts'

/** Creates a segment (docs/contract/flags.md#segments). */
export const createSegment = mutation(operation, async (context, { body }) => {
  const { queries, limits, caller, now, restored } = context
  demandForSegment(context, 'CREATE_SEGMENT', body.project || null)
  const content = await checkedContent(context, body)
  if ((await countSegments(queries)) >= limits.segments) throw exceedsLimit('segment', limits.segments)
  const segment = toSegment(
    await insertSegment(queries, {
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
