import { bind, type Binding } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { addPublicSignupTokenUser } from './add-public-signup-token-user.ts'
import { validatePublicSignupToken } from './validate-public-signup-token.ts'
import { createPublicSignupToken } from './create-public-signup-token.ts'
import { getAllPublicSignupTokens } from './get-all-public-signup-tokens.ts'
import { getPublicSignupToken } from './get-public-signup-token.ts'
import { updatePublicSignupToken } from './update-public-signup-token.ts'

export const publicSignupHttp = (access: AccessDirectory, pagesUrl: () => string): Binding[] => [
  bind(getAllPublicSignupTokens(pagesUrl)),
  bind(createPublicSignupToken(pagesUrl), {
    headers: ({ secret }) => ({ location: `tokens/${secret}` }),
  }),
  bind(getPublicSignupToken(pagesUrl)),
  bind(updatePublicSignupToken(pagesUrl)),
  bind(validatePublicSignupToken),
  bind(addPublicSignupTokenUser(access)),
]
