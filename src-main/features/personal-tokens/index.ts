export { PERSONAL_TOKEN_PREFIX, PersonalTokenDirectory } from './personal-token-directory.ts'
export { personalTokensHttp } from './personal-tokens.http.ts'
export { personalTokensRpc } from './personal-tokens.rpc.ts'
