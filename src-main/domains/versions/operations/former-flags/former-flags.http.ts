import { bind } from '../../../../transport/http/bind.ts'
import { getFormerFlag, getFormerFlags } from './get-former-flags.use-case.ts'
import { createFormerFlag, updateFormerFlag } from './save-former-flag.use-case.ts'
import {
  archiveFormerFlag,
  markFormerFlagStale,
  toggleFormerFlag,
  toggleFormerFlagOff,
  toggleFormerFlagOn,
  unmarkFormerFlagStale,
} from './switch-former-flag.use-case.ts'

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
