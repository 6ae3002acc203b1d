/**
 * Personal access tokens: what a user's, or a service account's, scripts come with. A token may do exactly what its
 * user may at that moment, and its secret is stored only as a hash.
 */
export { issuePersonalToken } from './issue-personal-token.ts'
export { PERSONAL_TOKEN_PREFIX, PersonalTokenDirectory } from './personal-token-directory.ts'
export { toPersonalToken } from './personal-token.ts'
export { personalTokensHttp } from './personal-tokens.http.ts'
export { personalTokensRpc } from './personal-tokens.rpc.ts'
export { withdrawPersonalToken } from './withdraw-personal-token.ts'
