import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createPat } from './create-pat.ts'
import { deletePat } from './delete-pat.ts'
import { getPats } from './get-pats.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'

export const personalTokensRpc = (directory: PersonalTokenDirectory) =>
  router({
    list: queryOf(getPats(directory)),
    create: mutationOf(createPat(directory)),
    remove: mutationOf(deletePat(directory)),
  })
