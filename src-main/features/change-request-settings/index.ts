/**
 * Change request settings: in which environments of a project changes have to be requested, and how many must approve.
 * What is requested, and what becomes of it, is in change-requests.
 */
export { changeRequestSettingsHttp } from './change-request-settings.http.ts'
export { changeRequestSettingsRpc } from './change-request-settings.rpc.ts'
export {
  environmentsWithRequests,
  findRequiredApprovals,
  saveSettings,
} from './change-request-settings.store.ts'
