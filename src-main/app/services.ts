import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import type { ActionPace } from '#domains/signals/action-execution/action-pace.ts'
import type { AddonOutbox } from '#domains/integrations/addons/addon-outbox.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import type { ClientApi } from '#domains/clients/client-api/client-api.ts'
import type { ClientNews } from '#domains/clients/client-news/client-news.ts'
import type { RemoteStreams } from '#domains/clients/remote-evaluation/remote-streams.ts'
import type { CodeServices } from '#domains/clients/code-references/code-services.ts'
import type { CustomMetricBound } from '#domains/flags/custom-metrics/custom-metric-bound.ts'
import type { MetricsBuffer } from '#domains/flags/metrics/metrics-buffer.ts'
import type { EdgeGate } from '#domains/clients/edge/hmac.ts'
import type { DatabaseServices } from '#domains/instance/database/database-services.ts'
import type { EmailConfig } from '#domains/instance/email/email-config.ts'
import type { EmailOutbox } from '#domains/instance/email/email-outbox.ts'
import type { InstanceStatus } from '#domains/instance/instance/instance-status.ts'
import type { SettingsServices } from '#domains/instance/settings/settings-services.ts'
import type { SupportServices } from '#domains/instance/support/support-services.ts'
import type { LicenceSources } from '#domains/instance/licence/licence.ts'
import type { MaintenanceMode } from '#domains/instance/maintenance/maintenance-mode.ts'
import type { ListeningPorts } from '#domains/versions/listeners/listening-ports.ts'
import type { PersonalTokenDirectory } from '#domains/access/personal-tokens/personal-token-directory.ts'
import type { ScenarioSource } from '#domains/transfer/scenario/scenario-source.ts'
import type { RemoteInstances } from '#domains/transfer/remotes/remote-instances.ts'
import type { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import type { JudgedCalls } from '#domains/versions/upgrade-report/judged-calls.ts'
import type { SamlRequests } from '#domains/access/saml/saml-requests.ts'
import type { SamlSignIn } from '#domains/access/saml/saml-services.ts'
import type { ScimAccess } from '#domains/access/scim/scim-access.ts'
import type { KnownBrowsers } from '#domains/access/sessions/known-browsers.ts'
import type { SignInLimits } from '#domains/access/sessions/sign-in-limits.ts'
import type { OidcState } from '#domains/access/oidc/oidc-services.ts'
import type { readSignInMethods } from '#domains/access/single-sign-on/password-settings.ts'
import type { SignInLog } from '#domains/access/single-sign-on/sign-in-log.ts'
import type { SignInLinks } from '#domains/access/sessions/sign-in-links.ts'
import type { SignalServices } from '#domains/signals/signals/signal-services.ts'
import type { RequestLog } from '#domains/instance/request-log/request-log.ts'
import type { RequestRates } from '#domains/instance/traffic/request-rates.ts'
import type { TrafficCounter } from '#domains/instance/traffic/traffic-counter.ts'
import type { FrontendOrigins } from '#domains/instance/ui-config/frontend-origins.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { RateLimiter } from '#runtime/rate-limiter.ts'
import type { ReportAllowance } from '#runtime/report-allowance.ts'
import type { Plan } from '#shared/instance/rules/plans.ts'
import type { Sealer } from '#kernel/sealer.ts'

/** Services that use cases share beyond the store. Made once, in app. */
export interface Services extends CodeServices, DatabaseServices, SettingsServices, SupportServices {
  access: AccessDirectory
  actionPace: ActionPace
  tokens: TokenDirectory
  personalTokens: PersonalTokenDirectory
  clientApi: ClientApi
  clientNews: ClientNews
  remoteStreams: RemoteStreams
  evaluationLog: ClientApi['log']
  seenContexts: SeenContexts
  reportAllowance: ReportAllowance
  judgedCalls: JudgedCalls
  listeningPorts: ListeningPorts
  remotes: RemoteInstances
  /** Calls other machines, where the settings allow it. */
  outbound: Outbound
  addonOutbox: AddonOutbox
  emailConfig: EmailConfig
  emailOutbox: EmailOutbox
  scim: ScimAccess
  now: () => Date
  signInLinks: SignInLinks
  knownBrowsers: KnownBrowsers
  signInLimits: SignInLimits
  signInLog: SignInLog
  oidc: OidcState
  /** Reads which ways to sign in are turned on. */
  signInMethods: typeof readSignInMethods
  /** Setting MAX_PARALLEL_SESSIONS. */
  maxParallelSessions: number
  /** Encrypts secrets that are stored. */
  sealer: Sealer
  /** Sign-ins with SAML that are under way. */
  samlRequests: SamlRequests<SamlSignIn>
  /** Reads all copies of tables in memory again. */
  reloadCopies: () => Promise<void>
  /** Scenario file that the settings name. */
  scenarioSource: ScenarioSource | undefined
  limiter: RateLimiter
  edgeGate: EdgeGate
  customMetricBound: CustomMetricBound
  metricsBuffer: MetricsBuffer
  signals: SignalServices
  signalEndpoints: SignalServices['endpoints']
  signalFeed: SignalServices['feed']
  refusedSignals: SignalServices['refused']
  callOverHttp: SignalServices['callOverHttp']
  maintenance: MaintenanceMode
  frontendOrigins: FrontendOrigins
  traffic: TrafficCounter
  /** Plan that the instance answers as. */
  plan: Plan
  /** Tells whether a port of a version is told to require a licence key. */
  requiresLicence: LicenceSources['requiresLicence']
  /** Path before all others; empty: none. */
  baseUriPath: string
  requestRates: RequestRates
  requestLog: RequestLog
  /** Tells this instance from every other. */
  instanceId: string
  status: () => InstanceStatus
  /** Says why no requests should come here; undefined: they may. Rejects if the database does not answer. */
  readiness: () => Promise<string | undefined>
  /** Counts the SDKs that were heard of in the last minutes. */
  recentClients: () => Promise<number>
  /** Base URL of the pages, for links in texts. No trailing slash. */
  baseUrl: string
  /**
   * Returns the URL at which a browser reaches the pages. Links to hand on begin with it. No trailing slash.
   */
  pagesUrl: () => string
}
