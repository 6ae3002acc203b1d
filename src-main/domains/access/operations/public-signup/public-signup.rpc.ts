import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import {
  createPublicSignupToken,
  getAllPublicSignupTokens,
  updatePublicSignupToken,
} from './signup-tokens.use-case.ts'

export const publicSignupRpc = (pagesUrl: () => string) =>
  router({
    list: queryOf(getAllPublicSignupTokens(pagesUrl)),
    create: mutationOf(createPublicSignupToken(pagesUrl)),
    update: mutationOf(updatePublicSignupToken(pagesUrl)),
  })
