import { router } from '../../transport/rpc/init.ts'
import type { AccessDirectory } from '../access/index.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/index.ts'

export const usersRpc = (
  _access: AccessDirectory,
  _personalTokens: PersonalTokenDirectory,
  _baseUrl: string,
) => router({})
