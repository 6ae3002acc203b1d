/**
 * API tokens as a project sees them: who may manage the project's tokens needs no right over those of the instance.
 * Tokens of other projects are neither shown here nor deleted.
 */
export { projectTokensHttp } from './project-tokens.http.ts'
export { projectTokensRpc } from './project-tokens.rpc.ts'
