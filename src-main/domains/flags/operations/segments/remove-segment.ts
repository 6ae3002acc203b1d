import { removeSegment as operation } from '#shared/flags/contract/segments.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteSegment } from '../../records/segments/change-segment.ts'
import { demandForSegment, placeOfSegment } from '../../records/segments/place-of-segment.ts'
import { requireSegment } from '../../records/segments/segments.store.ts'

/** Deletes a segment that no strategy uses. */
export const removeSegment = mutation(
  operation,
  async (context, { params: { id } }) => {
    const segment = await requireSegment(context.visible, id)
    demandForSegment(context, 'DELETE_SEGMENT', segment.project)
    await deleteSegment(context, segment)
  },
  { placeOf: placeOfSegment },
)
