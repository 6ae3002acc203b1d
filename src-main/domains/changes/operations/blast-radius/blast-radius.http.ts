import { bind } from '../../../../transport/http/bind.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import {
  getBlastRadius,
  getChangeRequestBlastRadius,
  getSegmentBlastRadius,
} from './blast-radius.use-case.ts'

export const blastRadiusHttp = (seen: SeenContexts) => [
  bind(getBlastRadius(seen)),
  bind(getSegmentBlastRadius(seen)),
  bind(getChangeRequestBlastRadius(seen)),
]
