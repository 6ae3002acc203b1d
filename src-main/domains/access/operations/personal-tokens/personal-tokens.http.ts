import { bind } from '../../../../transport/http/bind.ts'
import { createPat } from './create-pat.ts'
import { deletePat } from './delete-pat.ts'
import { getPats } from './get-pats.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'

export const personalTokensHttp = (directory: PersonalTokenDirectory) => [
  bind(getPats(directory)),
  bind(createPat(directory)),
  bind(deletePat(directory)),
]
