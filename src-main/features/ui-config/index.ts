/** What pages need to know of the instance, and the origins whose pages may use the frontend API. */
export { FrontendOrigins } from './frontend-origins.ts'
export type { UiConfigSources } from './get-ui-config.use-case.ts'
export { setCors } from './set-cors.use-case.ts'
export { uiConfigHttp } from './ui-config.http.ts'
export { uiConfigRpc } from './ui-config.rpc.ts'
