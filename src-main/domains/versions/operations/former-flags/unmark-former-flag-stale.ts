import { unmarkFormerFlagStale as unmark } from '../../../../../src-shared/versions/contract/former/flags.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { placeOfFlag } from '../../../flags/records/features/require-stored-flag.ts'
import { setStale } from '../../records/former-flags/switch-former-flag.ts'

export const unmarkFormerFlagStale = mutation(
  unmark,
  (context, request) => setStale(context, request, false),
  { placeOf: placeOfFlag },
)
