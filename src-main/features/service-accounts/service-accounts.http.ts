import type { Binding } from '../../transport/http/bind.ts'
import type { AccessDirectory } from '../access/index.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/index.ts'

export const serviceAccountsHttp = (
  _access: AccessDirectory,
  _personalTokens: PersonalTokenDirectory,
): Binding[] => []
