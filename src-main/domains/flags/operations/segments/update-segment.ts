import { updateSegment as operation } from '#shared/flags/contract/segments.ts'
import { mutation } from '#kernel/use-case.ts'
import { saveChangedSegment, toChangedSegment } from '../../records/segments/change-segment.ts'
import { demandForSegment, placeOfSegment } from '../../records/segments/place-of-segment.ts'
import { requireSegment } from '../../records/segments/segments.store.ts'

/** Replaces a segment; SDKs see the change at their next request (docs/contract/flags.md#segments). */
export const updateSegment = mutation(
  operation,
  async (context, { params: { id }, body }) => {
    const before = await requireSegment(context.visible, id)
    demandForSegment(context, 'UPDATE_SEGMENT', before.project)
    const after = await toChangedSegment(context, before, body)
    demandForSegment(context, 'UPDATE_SEGMENT', after.project)
    await saveChangedSegment(context, before, after)
  },
  { placeOf: placeOfSegment },
)
