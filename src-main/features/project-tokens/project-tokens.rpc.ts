import { router } from '../../transport/rpc/init.ts'
import type { TokenDirectory } from '../api-tokens/index.ts'

export const projectTokensRpc = (_tokens: TokenDirectory) => router({})
