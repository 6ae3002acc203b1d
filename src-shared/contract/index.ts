import * as actionExecution from '../signals/contract/action-execution.ts'
import * as actionRules from '../signals/contract/action-rules.ts'
import * as actions from '../signals/contract/actions.ts'
import * as addonTests from '../integrations/contract/addon-tests.ts'
import * as addons from '../integrations/contract/addons.ts'
import * as apiTokens from '../access/contract/api-tokens.ts'
import * as archive from '../flags/contract/archive.ts'
import * as banners from '../instance/contract/banners.ts'
import * as database from '../instance/contract/database.ts'
import * as settings from '../instance/contract/settings.ts'
import * as supportBundle from '../instance/contract/support-bundle.ts'
import * as email from '../instance/contract/email.ts'
import * as clientApi from '../clients/contract/client-api.ts'
import * as context from '../flags/contract/context.ts'
import * as environments from '../projects/contract/environments.ts'
import * as environmentLifecycle from '../projects/contract/environment-lifecycle.ts'
import * as events from '../audit/contract/events.ts'
import * as past from '../audit/contract/past.ts'
import * as undo from '../audit/contract/undo.ts'
import * as featureEnvironments from '../flags/contract/feature-environments.ts'
import * as features from '../flags/contract/features.ts'
import * as frontendApi from '../clients/contract/frontend-api.ts'
import * as remoteEvaluation from '../clients/contract/remote-evaluation.ts'
import * as feedback from '../instance/contract/feedback.ts'
import * as notifications from '../instance/contract/notifications.ts'
import * as licence from '../instance/contract/licence.ts'
import * as instance from '../instance/contract/instance.ts'
import * as requestLog from '../instance/contract/request-log.ts'
import { operationsOf, type Operation } from '../contract-engine/operation.ts'
import * as projectLifecycle from '../projects/contract/project-lifecycle.ts'
import * as projectEnvironments from '../projects/contract/project-environments.ts'
import * as projectInsights from '../projects/contract/project-insights.ts'
import * as projects from '../projects/contract/projects.ts'
import * as changeRequestSettings from '../changes/contract/change-request-settings.ts'
import * as changeRequestJoining from '../changes/contract/change-request-joining.ts'
import * as changeRequests from '../changes/contract/change-requests.ts'
import * as changeRequestReview from '../changes/contract/change-request-review.ts'
import * as segments from '../flags/contract/segments.ts'
import * as loginHistory from '../access/contract/login-history.ts'
import * as oidc from '../access/contract/oidc.ts'
import * as passwordSettings from '../access/contract/password-settings.ts'
import * as sessions from '../access/contract/sessions.ts'
import * as projectContext from '../flags/contract/project-context.ts'
import * as lifecycle from '../flags/contract/lifecycle.ts'
import * as tags from '../flags/contract/tags.ts'
import * as featureTags from '../flags/contract/feature-tags.ts'
import * as dependencies from '../flags/contract/dependencies.ts'
import * as links from '../flags/contract/links.ts'
import * as failedActions from '../signals/contract/failed-actions.ts'
import * as favorites from '../flags/contract/favorites.ts'
import * as featureTypes from '../flags/contract/feature-types.ts'
import * as constraints from '../flags/contract/constraints.ts'
import * as strategyTypes from '../flags/contract/strategy-types.ts'
import * as variants from '../flags/contract/variants.ts'
import * as defaultStrategies from '../flags/contract/default-strategies.ts'
import * as metrics from '../flags/contract/metrics.ts'
import * as customMetrics from '../flags/contract/custom-metrics.ts'
import * as applications from '../clients/contract/applications.ts'
import * as contextFindings from '../clients/contract/context-findings.ts'
import * as codeReferences from '../clients/contract/code-references.ts'
import * as doctor from '../clients/contract/doctor.ts'
import * as edgeInstances from '../clients/contract/edge-instances.ts'
import * as edge from '../clients/contract/edge.ts'
import * as search from '../flags/contract/search.ts'
import * as expectations from '../insight/contract/expectations.ts'
import * as policies from '../changes/contract/policies.ts'
import * as explain from '../insight/contract/explain.ts'
import * as instanceInsights from '../insight/contract/instance-insights.ts'
import * as playground from '../insight/contract/playground.ts'
import * as rolloutOverlap from '../insight/contract/rollout-overlap.ts'
import * as evaluationLog from '../clients/contract/evaluation-log.ts'
import * as impressions from '../clients/contract/impressions.ts'
import * as importExport from '../transfer/contract/import-export.ts'
import * as strategies from '../flags/contract/strategies.ts'
import * as users from '../access/contract/users.ts'
import * as personalDashboard from '../projects/contract/personal-dashboard.ts'
import * as profile from '../access/contract/profile.ts'
import * as passwords from '../access/contract/passwords.ts'
import * as providerAccounts from '../access/contract/provider-accounts.ts'
import * as publicSignup from '../access/contract/public-signup.ts'
import * as userSessions from '../access/contract/user-sessions.ts'
import * as personalTokens from '../access/contract/personal-tokens.ts'
import * as serviceAccounts from '../access/contract/service-accounts.ts'
import * as groups from '../access/contract/groups.ts'
import * as saml from '../access/contract/saml.ts'
import * as groupSync from '../access/contract/group-sync.ts'
import * as emailSubscriptions from '../access/contract/email-subscriptions.ts'
import * as scim from '../access/contract/scim.ts'
import * as scimSettings from '../access/contract/scim-settings.ts'
import * as roles from '../access/contract/roles.ts'
import * as projectAccess from '../projects/contract/project-access.ts'
import * as accessOverview from '../access/contract/access-overview.ts'
import * as projectTokens from '../projects/contract/project-tokens.ts'
import * as accessSimulator from '../access/contract/access-simulator.ts'
import * as seenContexts from '../clients/contract/seen-contexts.ts'
import * as telemetry from '../clients/contract/telemetry.ts'
import * as listeners from '../versions/contract/listeners.ts'
import * as upgradeReport from '../versions/contract/upgrade-report.ts'
import * as remotes from '../transfer/contract/remotes.ts'
import * as snapshots from '../transfer/contract/snapshots.ts'
import * as scenario from '../transfer/contract/scenario.ts'
import * as blastRadius from '../changes/contract/blast-radius.ts'
import * as senders from '../signals/contract/senders.ts'
import * as signalEndpoints from '../signals/contract/signal-endpoints.ts'
import * as signals from '../signals/contract/signals.ts'
import * as releaseTemplates from '../flags/contract/release-templates.ts'
import * as projectReleaseTemplates from '../flags/contract/project-release-templates.ts'
import * as releasePlans from '../flags/contract/release-plans.ts'
import * as milestoneProgressions from '../flags/contract/milestone-progressions.ts'
import * as impactMetrics from '../flags/contract/impact-metrics.ts'
import * as safeguards from '../flags/contract/safeguards.ts'
import * as overrides from '../flags/contract/overrides.ts'
import * as maintenance from '../instance/contract/maintenance.ts'
import * as uiConfig from '../instance/contract/ui-config.ts'
import * as userPrompts from '../instance/contract/user-prompts.ts'
import * as instanceStatistics from '../instance/contract/instance-statistics.ts'
import * as traffic from '../instance/contract/traffic.ts'

export {
  hasBody,
  operation,
  type Audience,
  type Method,
  type Operation,
  type Request,
  type Result,
} from '../contract-engine/operation.ts'
export { errorStatuses, successStatuses } from '../contract-engine/operation.ts'

const AREAS = [
  instance,
  sessions,
  loginHistory,
  passwordSettings,
  oidc,
  users,
  profile,
  personalDashboard,
  passwords,
  providerAccounts,
  publicSignup,
  userSessions,
  personalTokens,
  serviceAccounts,
  groups,
  groupSync,
  saml,
  emailSubscriptions,
  scim,
  scimSettings,
  requestLog,
  roles,
  projectAccess,
  accessOverview,
  projectTokens,
  accessSimulator,
  environments,
  environmentLifecycle,
  projects,
  projectLifecycle,
  projectInsights,
  projectEnvironments,
  changeRequestSettings,
  changeRequests,
  changeRequestJoining,
  changeRequestReview,
  actions,
  actionExecution,
  actionRules,
  releaseTemplates,
  projectReleaseTemplates,
  releasePlans,
  milestoneProgressions,
  impactMetrics,
  safeguards,
  overrides,
  features,
  search,
  archive,
  featureEnvironments,
  strategies,
  variants,
  strategyTypes,
  defaultStrategies,
  constraints,
  segments,
  context,
  projectContext,
  tags,
  featureTags,
  dependencies,
  links,
  lifecycle,
  failedActions,
  favorites,
  featureTypes,
  apiTokens,
  clientApi,
  frontendApi,
  remoteEvaluation,
  edge,
  doctor,
  contextFindings,
  codeReferences,
  edgeInstances,
  metrics,
  customMetrics,
  applications,
  importExport,
  playground,
  rolloutOverlap,
  instanceInsights,
  expectations,
  policies,
  explain,
  evaluationLog,
  impressions,
  telemetry,
  seenContexts,
  blastRadius,
  upgradeReport,
  listeners,
  remotes,
  scenario,
  snapshots,
  addonTests,
  addons,
  senders,
  signalEndpoints,
  signals,
  banners,
  database,
  settings,
  supportBundle,
  email,
  licence,
  feedback,
  notifications,
  maintenance,
  uiConfig,
  userPrompts,
  instanceStatistics,
  traffic,
  events,
  undo,
  past,
]

/** Every operation of the contract, area by area. */
export const OPERATIONS: readonly Operation[] = AREAS.flatMap((area) => operationsOf(area))
