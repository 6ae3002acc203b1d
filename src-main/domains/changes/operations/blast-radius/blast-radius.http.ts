import { bind } from '../../../../transport/http/bind.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { getBlastRadius } from './get-blast-radius.ts'
import { getChangeRequestBlastRadius } from './get-change-request-blast-radius.ts'
import { getSegmentBlastRadius } from './get-segment-blast-radius.ts'

export const blastRadiusHttp = (seen: SeenContexts) => [
  bind(getBlastRadius(seen)),
  bind(getSegmentBlastRadius(seen)),
  bind(getChangeRequestBlastRadius(seen)),
]
