import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { getBlastRadius } from './get-blast-radius.ts'
import { getChangeRequestBlastRadius } from './get-change-request-blast-radius.ts'
import { getSegmentBlastRadius } from './get-segment-blast-radius.ts'

export const blastRadiusRpc = (seen: SeenContexts) =>
  router({
    ofChanges: queryOf(getBlastRadius(seen)),
    ofSegment: queryOf(getSegmentBlastRadius(seen)),
    ofChangeRequest: queryOf(getChangeRequestBlastRadius(seen)),
  })
