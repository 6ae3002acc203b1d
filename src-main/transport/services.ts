import type { AccessDirectory } from '../features/access/index.ts'
import type { ActionPace } from '../features/action-execution/index.ts'
import type { AddonOutbox, UrlPolicy } from '../features/addons/index.ts'
import type { TokenDirectory } from '../features/api-tokens/index.ts'
import type { ClientApi } from '../features/client-api/index.ts'
import type { CustomMetricLog } from '../features/custom-metrics/index.ts'
import type { EdgeGate } from '../features/edge/index.ts'
import type { InstanceStatus } from '../features/instance/index.ts'
import type { MaintenanceMode } from '../features/maintenance/index.ts'
import type { ListeningPorts } from '../features/listeners/index.ts'
import type { PersonalTokenDirectory } from '../features/personal-tokens/index.ts'
import type { RemoteInstances } from '../features/remotes/index.ts'
import type { SeenContexts } from '../features/seen-contexts/index.ts'
import type { JudgedCalls } from '../features/upgrade-report/index.ts'
import type { SignInLimits, SignInLinks } from '../features/sessions/index.ts'
import type { SignalServices } from '../features/signals/index.ts'
import type { TrafficCounter } from '../features/traffic/index.ts'
import type { FrontendOrigins } from '../features/ui-config/index.ts'
import type { RateLimiter } from '../kernel/rate-limiter.ts'

/** What use cases share beyond the store, made once in bootstrap. */
export interface Services {
  access: AccessDirectory
  actionPace: ActionPace
  tokens: TokenDirectory
  personalTokens: PersonalTokenDirectory
  clientApi: ClientApi
  seenContexts: SeenContexts
  judgedCalls: JudgedCalls
  listeningPorts: ListeningPorts
  remotes: RemoteInstances
  /** Where integrations may lead to. */
  addonUrls: UrlPolicy
  addonOutbox: AddonOutbox
  signInLinks: SignInLinks
  signInLimits: SignInLimits
  limiter: RateLimiter
  edgeGate: EdgeGate
  customMetrics: CustomMetricLog
  signals: SignalServices
  maintenance: MaintenanceMode
  frontendOrigins: FrontendOrigins
  traffic: TrafficCounter
  /** Tells this instance from every other. */
  instanceId: string
  status: () => InstanceStatus
  /** Counts the SDKs that were heard of in the last minutes. */
  recentClients: () => Promise<number>
  /** Where the pages are, for links in texts; without a trailing slash. */
  baseUrl: string
  /** Where a browser finds the pages: what links that are handed on begin with; without a trailing slash. */
  pagesUrl: () => string
}
