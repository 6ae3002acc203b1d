export { projectTokensHttp } from './project-tokens.http.ts'
export { projectTokensRpc } from './project-tokens.rpc.ts'
