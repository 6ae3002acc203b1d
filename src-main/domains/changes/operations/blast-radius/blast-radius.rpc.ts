import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import {
  getBlastRadius,
  getChangeRequestBlastRadius,
  getSegmentBlastRadius,
} from './blast-radius.use-case.ts'

export const blastRadiusRpc = (seen: SeenContexts) =>
  router({
    ofChanges: queryOf(getBlastRadius(seen)),
    ofSegment: queryOf(getSegmentBlastRadius(seen)),
    ofChangeRequest: queryOf(getChangeRequestBlastRadius(seen)),
  })
