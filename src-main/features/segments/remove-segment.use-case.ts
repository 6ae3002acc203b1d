import { removeSegment as operation } from '../../../src-shared/contract/segments.ts'
import { AppError } from '../../kernel/app-error.ts'
import { mutation } from '../../kernel/use-case.ts'
import { demandForSegment, placeOfSegment } from './place-of-segment.ts'
import { toSegment } from './segment.ts'
import { readStrategiesUsing } from './segment-usage.read-model.ts'
import { deleteSegmentRow, requireSegment } from './segments.store.ts'

/** Deletes a segment that no strategy uses (exchanges 306, 310, 311; the 409 says what stands in the way). */
export const removeSegment = mutation(
  operation,
  async (context, { params: { id } }) => {
    const segment = await requireSegment(context.queries, id)
    demandForSegment(context, 'DELETE_SEGMENT', segment.project)
    const uses = await readStrategiesUsing(context.queries, id)
    if (uses.length > 0) {
      const flags = [...new Set(uses.map((use) => use.featureName))]
      throw new AppError('ConflictError', `The segment is used by strategies of: ${flags.join(', ')}`)
    }
    await deleteSegmentRow(context.queries, id)
    context.record({
      type: 'segment-deleted',
      preData: { ...toSegment(segment) },
      ...(segment.project === null ? {} : { project: segment.project }),
    })
  },
  { placeOf: placeOfSegment },
)
