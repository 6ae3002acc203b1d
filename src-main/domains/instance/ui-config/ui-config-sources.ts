import type { Plan } from '#shared/instance/rules/plans.ts'
import type { EmailConfig } from '../email/email-config.ts'
import type { MaintenanceMode } from '../maintenance/maintenance-mode.ts'
import type { FrontendOrigins } from './frontend-origins.ts'

/** Sources of the configuration of pages. */
export interface UiConfigSources {
  instanceId: string
  baseUriPath: string
  plan: Plan
  /** Sessions that a user can have at a time. */
  maxParallelSessions: number
  emailConfig: Pick<EmailConfig, 'isEnabled'>
  status: () => { contractVersion: string }
  maintenance: MaintenanceMode
  frontendOrigins: FrontendOrigins
  pagesUrl: () => string
}
