import { unmarkFormerFlagStale as unmark } from '#shared/versions/contract/former/flags.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFlag } from '#domains/flags/records/features/require-stored-flag.ts'
import { setStale } from '../../records/former-flags/switch-former-flag.ts'

export const unmarkFormerFlagStale = mutation(
  unmark,
  (context, request) => setStale(context, request, false),
  { placeOf: placeOfFlag },
)
