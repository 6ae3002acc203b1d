import { router } from '../../transport/rpc/init.ts'
import type { PersonalTokenDirectory } from './personal-token-directory.ts'

export const personalTokensRpc = (_personalTokens: PersonalTokenDirectory) => router({})
