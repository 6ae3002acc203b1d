import { bind } from '../../../../transport/http/bind.ts'
import { getFormerFlag } from './get-former-flag.ts'
import { getFormerFlags } from './get-former-flags.ts'
import { createFormerFlag } from './create-former-flag.ts'
import { updateFormerFlag } from './update-former-flag.ts'
import { archiveFormerFlag } from './archive-former-flag.ts'
import { markFormerFlagStale } from './mark-former-flag-stale.ts'
import { toggleFormerFlag } from './toggle-former-flag.ts'
import { toggleFormerFlagOff } from './toggle-former-flag-off.ts'
import { toggleFormerFlagOn } from './toggle-former-flag-on.ts'
import { unmarkFormerFlagStale } from './unmark-former-flag-stale.ts'

export const formerFlagsHttp = [
  bind(getFormerFlags),
  bind(getFormerFlag),
  bind(createFormerFlag),
  bind(updateFormerFlag),
  bind(archiveFormerFlag),
  bind(toggleFormerFlag),
  bind(toggleFormerFlagOn),
  bind(toggleFormerFlagOff),
  bind(markFormerFlagStale),
  bind(unmarkFormerFlagStale),
]
