import { getAllPublicSignupTokens as all } from '#shared/access/contract/public-signup.ts'
import { query } from '#kernel/use-case.ts'
import { readSignupTokens } from '../../records/public-signup/public-signup.store.ts'
import { toPublicSignupTokens } from '../../records/public-signup/signup-token.ts'

export const getAllPublicSignupTokens = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(all, async ({ queries }) => ({
    tokens: await toPublicSignupTokens(queries, await readSignupTokens(queries), pagesUrl),
  }))
