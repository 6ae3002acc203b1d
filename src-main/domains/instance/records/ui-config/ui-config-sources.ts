import type { MaintenanceMode } from '../maintenance/maintenance-mode.ts'
import type { FrontendOrigins } from './frontend-origins.ts'

/** What the configuration of pages is made of. */
export interface UiConfigSources {
  instanceId: string
  status: () => { contractVersion: string }
  maintenance: MaintenanceMode
  frontendOrigins: FrontendOrigins
  pagesUrl: () => string
}
