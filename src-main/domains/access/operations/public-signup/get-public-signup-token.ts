import { getPublicSignupToken as one } from '#shared/access/contract/public-signup.ts'
import { query } from '#kernel/use-case.ts'
import { requireSignupToken } from '../../records/public-signup/signup-token.ts'
import { answerSignupToken } from '../../records/public-signup/signup-token-answer.ts'

export const getPublicSignupToken = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(one, async ({ queries }, { params: { token } }) =>
    answerSignupToken(queries, await requireSignupToken(queries, token), pagesUrl),
  )
