import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createSegment } from './create-segment.use-case.ts'
import { getStrategiesBySegmentId } from './get-segment-strategies.use-case.ts'
import { getSegments } from './get-segments.use-case.ts'
import { removeSegment } from './remove-segment.use-case.ts'
import { updateSegment } from './update-segment.use-case.ts'

export const segmentsRpc = router({
  list: queryOf(getSegments),
  strategies: queryOf(getStrategiesBySegmentId),
  create: mutationOf(createSegment),
  update: mutationOf(updateSegment),
  remove: mutationOf(removeSegment),
})
