import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createSegment } from './create-segment.ts'
import { getStrategiesBySegmentId } from './get-strategies-by-segment-id.ts'
import { getSegments } from './get-segments.ts'
import { removeSegment } from './remove-segment.ts'
import { updateSegment } from './update-segment.ts'

export const segmentsRpc = router({
  list: queryOf(getSegments),
  strategies: queryOf(getStrategiesBySegmentId),
  create: mutationOf(createSegment),
  update: mutationOf(updateSegment),
  remove: mutationOf(removeSegment),
})
