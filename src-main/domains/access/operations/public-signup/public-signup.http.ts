import { bind, type Binding } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { addPublicSignupTokenUser, validatePublicSignupToken } from './sign-up.use-case.ts'
import {
  createPublicSignupToken,
  getAllPublicSignupTokens,
  getPublicSignupToken,
  updatePublicSignupToken,
} from './signup-tokens.use-case.ts'

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
