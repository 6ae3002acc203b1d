import type { Binding } from '../../transport/http/bind.ts'
import type { AccessDirectory } from '../access/index.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/index.ts'

export const usersHttp = (
  _access: AccessDirectory,
  _personalTokens: PersonalTokenDirectory,
  _baseUrl: string,
): Binding[] => []
