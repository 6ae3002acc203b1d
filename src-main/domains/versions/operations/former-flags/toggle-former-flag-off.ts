import { toggleFormerFlagOff as off } from '#shared/versions/contract/former/flags.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFormerFlag } from '../../records/former-flags/place-of-former-flag.ts'
import { switchFlag } from '../../records/former-flags/switch-former-flag.ts'

export const toggleFormerFlagOff = mutation(
  off,
  (context, request) => switchFlag(context, request, () => false),
  { placeOf: placeOfFormerFlag },
)
