import type { Binding } from '../../transport/http/bind.ts'
import type { PersonalTokenDirectory } from './personal-token-directory.ts'

export const personalTokensHttp = (_personalTokens: PersonalTokenDirectory): Binding[] => []
