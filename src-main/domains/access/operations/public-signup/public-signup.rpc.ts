import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createPublicSignupToken } from './create-public-signup-token.ts'
import { getAllPublicSignupTokens } from './get-all-public-signup-tokens.ts'
import { updatePublicSignupToken } from './update-public-signup-token.ts'

export const publicSignupRpc = (pagesUrl: () => string) =>
  router({
    list: queryOf(getAllPublicSignupTokens(pagesUrl)),
    create: mutationOf(createPublicSignupToken(pagesUrl)),
    update: mutationOf(updatePublicSignupToken(pagesUrl)),
  })
