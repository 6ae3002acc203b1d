import { validatePublicSignupToken as validate } from '#shared/access/contract/public-signup.ts'
import { query } from '#kernel/use-case.ts'
import { requireOpenSignupToken } from '../../records/public-signup/signup-token.ts'

export const validatePublicSignupToken = query(validate, async (context, { params: { token } }) => {
  await requireOpenSignupToken(context, token)
})
