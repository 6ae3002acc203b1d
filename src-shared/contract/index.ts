import * as actionExecution from './action-execution.ts'
import * as actions from './actions.ts'
import * as addonTests from './addon-tests.ts'
import * as addons from './addons.ts'
import * as apiTokens from './api-tokens.ts'
import * as archive from './archive.ts'
import * as clientApi from './client-api.ts'
import * as context from './context.ts'
import * as environments from './environments.ts'
import * as environmentLifecycle from './environment-lifecycle.ts'
import * as events from './events.ts'
import * as featureEnvironments from './feature-environments.ts'
import * as features from './features.ts'
import * as frontendApi from './frontend-api.ts'
import * as instance from './instance.ts'
import { operationsOf, type Operation } from './operation.ts'
import * as projectLifecycle from './project-lifecycle.ts'
import * as projectEnvironments from './project-environments.ts'
import * as projectInsights from './project-insights.ts'
import * as projects from './projects.ts'
import * as changeRequestSettings from './change-request-settings.ts'
import * as changeRequestJoining from './change-request-joining.ts'
import * as changeRequests from './change-requests.ts'
import * as changeRequestReview from './change-request-review.ts'
import * as segments from './segments.ts'
import * as sessions from './sessions.ts'
import * as projectContext from './project-context.ts'
import * as lifecycle from './lifecycle.ts'
import * as tags from './tags.ts'
import * as featureTags from './feature-tags.ts'
import * as dependencies from './dependencies.ts'
import * as links from './links.ts'
import * as failedActions from './failed-actions.ts'
import * as favorites from './favorites.ts'
import * as featureTypes from './feature-types.ts'
import * as constraints from './constraints.ts'
import * as strategyTypes from './strategy-types.ts'
import * as variants from './variants.ts'
import * as defaultStrategies from './default-strategies.ts'
import * as metrics from './metrics.ts'
import * as customMetrics from './custom-metrics.ts'
import * as applications from './applications.ts'
import * as edge from './edge.ts'
import * as search from './search.ts'
import * as explain from './explain.ts'
import * as playground from './playground.ts'
import * as evaluationLog from './evaluation-log.ts'
import * as impressions from './impressions.ts'
import * as importExport from './import-export.ts'
import * as strategies from './strategies.ts'
import * as users from './users.ts'
import * as personalDashboard from './personal-dashboard.ts'
import * as profile from './profile.ts'
import * as passwords from './passwords.ts'
import * as publicSignup from './public-signup.ts'
import * as userSessions from './user-sessions.ts'
import * as personalTokens from './personal-tokens.ts'
import * as serviceAccounts from './service-accounts.ts'
import * as groups from './groups.ts'
import * as roles from './roles.ts'
import * as projectAccess from './project-access.ts'
import * as accessOverview from './access-overview.ts'
import * as projectTokens from './project-tokens.ts'
import * as accessSimulator from './access-simulator.ts'
import * as seenContexts from './seen-contexts.ts'
import * as listeners from './listeners.ts'
import * as upgradeReport from './upgrade-report.ts'
import * as remotes from './remotes.ts'
import * as blastRadius from './blast-radius.ts'
import * as signalEndpoints from './signal-endpoints.ts'
import * as signals from './signals.ts'
import * as releaseTemplates from './release-templates.ts'
import * as releasePlans from './release-plans.ts'
import * as milestoneProgressions from './milestone-progressions.ts'
import * as safeguards from './safeguards.ts'
import * as maintenance from './maintenance.ts'
import * as uiConfig from './ui-config.ts'
import * as userPrompts from './user-prompts.ts'
import * as instanceStatistics from './instance-statistics.ts'
import * as traffic from './traffic.ts'

export { type Access } from './access.ts'
export {
  hasBody,
  operation,
  type Audience,
  type Method,
  type Operation,
  type Request,
  type Responses,
  type Result,
} from './operation.ts'
export { errorStatuses, successStatuses } from './statuses.ts'

const AREAS = [
  instance,
  sessions,
  users,
  profile,
  personalDashboard,
  passwords,
  publicSignup,
  userSessions,
  personalTokens,
  serviceAccounts,
  groups,
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
  releaseTemplates,
  releasePlans,
  milestoneProgressions,
  safeguards,
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
  edge,
  metrics,
  customMetrics,
  applications,
  importExport,
  playground,
  explain,
  evaluationLog,
  impressions,
  seenContexts,
  blastRadius,
  upgradeReport,
  listeners,
  remotes,
  addonTests,
  addons,
  signalEndpoints,
  signals,
  maintenance,
  uiConfig,
  userPrompts,
  instanceStatistics,
  traffic,
  events,
]

/** Every operation of the contract, area by area. */
export const OPERATIONS: readonly Operation[] = AREAS.flatMap((area) => operationsOf(area))
