import { bind } from '../../../../transport/http/bind.ts'
import { createPat } from './create-pat.use-case.ts'
import { deletePat } from './delete-pat.use-case.ts'
import { getPats } from './get-pats.use-case.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'

export const personalTokensHttp = (directory: PersonalTokenDirectory) => [
  bind(getPats(directory)),
  bind(createPat(directory)),
  bind(deletePat(directory)),
]
