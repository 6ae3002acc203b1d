import { validateSegment as operation } from '../../../src-shared/contract/segments.ts'
import { query } from '../../kernel/use-case.ts'
import { requireFreeSegmentName } from './segment-rules.ts'

/** Whether a new segment could have a name (recorded exchanges segments/validate-ok and segments/validate-taken). */
export const validateSegment = query(operation, ({ everything }, { body }) =>
  requireFreeSegmentName(everything, body.name),
)
