import { validateSegment as operation } from '#shared/flags/contract/segments.ts'
import { query } from '#kernel/use-case.ts'
import { requireFreeSegmentName } from '../../records/segments/segment-rules.ts'

/** Checks a name for a new segment (recorded exchanges segments/validate-ok and segments/validate-taken). */
export const validateSegment = query(operation, ({ everything }, { body }) =>
  requireFreeSegmentName(everything, body.name),
)
