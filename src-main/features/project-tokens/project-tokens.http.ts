import type { Binding } from '../../transport/http/bind.ts'
import type { TokenDirectory } from '../api-tokens/index.ts'

export const projectTokensHttp = (_tokens: TokenDirectory): Binding[] => []
