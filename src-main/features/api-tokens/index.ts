/**
 * API tokens: what SDKs and scripts come with. A token opens one environment of one, several or all projects; the admin
 * token opens everything and comes from the environment variables of the first start, or from an Admin through a port that
 * answers as a version before 7.
 */
export { apiTokensHttp } from './api-tokens.http.ts'
export { apiTokensRpc } from './api-tokens.rpc.ts'
export { insertToken } from './api-tokens.store.ts'
export { parseInitialTokens, type InitialTokens } from './initial-tokens.ts'
export { isVisible, permissionsFor, toApiToken, type StoredToken } from './api-token.ts'
export { DEFAULT_ENVIRONMENT, issueToken, requireTokenScope } from './issue-token.ts'
export { concealed, NAME_BYTES } from './token-secret.ts'
export { TokenDirectory } from './token-directory.ts'
export { withdrawToken } from './withdraw-token.ts'
