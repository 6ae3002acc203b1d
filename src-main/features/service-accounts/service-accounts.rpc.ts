import { router } from '../../transport/rpc/init.ts'
import type { AccessDirectory } from '../access/index.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/index.ts'

export const serviceAccountsRpc = (_access: AccessDirectory, _personalTokens: PersonalTokenDirectory) =>
  router({})
