import { bind } from '../../../../transport/http/bind.ts'
import { createSegment } from './create-segment.use-case.ts'
import { getSegment, getSegments, getSegmentsByStrategyId } from './get-segments.use-case.ts'
import { getStrategiesBySegmentId } from './get-segment-strategies.use-case.ts'
import { removeSegment } from './remove-segment.use-case.ts'
import { updateFeatureStrategySegments } from './update-strategy-segments.use-case.ts'
import { updateSegment } from './update-segment.use-case.ts'
import { validateSegment } from './validate-segment.use-case.ts'

export const segmentsHttp = [
  bind(getSegments),
  bind(createSegment, { headers: ({ id }) => ({ location: `segments/${id}` }) }),
  bind(validateSegment),
  bind(getSegment),
  bind(updateSegment),
  bind(removeSegment),
  bind(getSegmentsByStrategyId),
  bind(getStrategiesBySegmentId),
  bind(updateFeatureStrategySegments, {
    headers: ({ strategyId }) => ({ location: `strategies/${strategyId}` }),
  }),
]
