import { markFormerFlagStale as mark } from '#shared/versions/contract/former/flags.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFlag } from '#domains/flags/records/features/require-stored-flag.ts'
import { setStale } from '../../records/former-flags/switch-former-flag.ts'

export const markFormerFlagStale = mutation(mark, (context, request) => setStale(context, request, true), {
  placeOf: placeOfFlag,
})
