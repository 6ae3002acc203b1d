import { actionExecutionRpc } from '../../features/action-execution/index.ts'
import { actionsRpc } from '../../features/actions/index.ts'
import { apiTokensRpc } from '../../features/api-tokens/index.ts'
import { archiveRpc } from '../../features/archive/index.ts'
import { contextRpc } from '../../features/context/index.ts'
import { environmentLifecycleRpc } from '../../features/environment-lifecycle/index.ts'
import { environmentsRpc } from '../../features/environments/index.ts'
import { eventsRpc } from '../../features/events/index.ts'
import { featureEnvironmentsRpc } from '../../features/feature-environments/index.ts'
import { featuresRpc } from '../../features/features/index.ts'
import { instanceRpc } from '../../features/instance/index.ts'
import { projectEnvironmentsRpc } from '../../features/project-environments/index.ts'
import { projectInsightsRpc } from '../../features/project-insights/index.ts'
import { projectLifecycleRpc } from '../../features/project-lifecycle/index.ts'
import { projectsRpc } from '../../features/projects/index.ts'
import { changeRequestsRpc } from '../../features/change-requests/index.ts'
import { changeRequestSettingsRpc } from '../../features/change-request-settings/index.ts'
import { segmentsRpc } from '../../features/segments/index.ts'
import { sessionsRpc } from '../../features/sessions/index.ts'
import { projectContextRpc } from '../../features/project-context/index.ts'
import { lifecycleRpc } from '../../features/lifecycle/index.ts'
import { tagsRpc } from '../../features/tags/index.ts'
import { featureTagsRpc } from '../../features/feature-tags/index.ts'
import { dependenciesRpc } from '../../features/dependencies/index.ts'
import { linksRpc } from '../../features/links/index.ts'
import { favoritesRpc } from '../../features/favorites/index.ts'
import { featureTypesRpc } from '../../features/feature-types/index.ts'
import { strategyTypesRpc } from '../../features/strategy-types/index.ts'
import { variantsRpc } from '../../features/variants/index.ts'
import { defaultStrategiesRpc } from '../../features/default-strategies/index.ts'
import { metricsRpc } from '../../features/metrics/index.ts'
import { applicationsRpc } from '../../features/applications/index.ts'
import { searchRpc } from '../../features/search/index.ts'
import { explainRpc } from '../../features/explain/index.ts'
import { playgroundRpc } from '../../features/playground/index.ts'
import { evaluationLogRpc } from '../../features/evaluation-log/index.ts'
import { impressionsRpc } from '../../features/impressions/index.ts'
import { importExportRpc } from '../../features/import-export/index.ts'
import { strategiesRpc } from '../../features/strategies/index.ts'
import { userAdminRpc } from '../../features/user-admin/index.ts'
import { personalDashboardRpc } from '../../features/personal-dashboard/index.ts'
import { profileRpc } from '../../features/profile/index.ts'
import { passwordsRpc } from '../../features/passwords/index.ts'
import { publicSignupRpc } from '../../features/public-signup/index.ts'
import { userSessionsRpc } from '../../features/user-sessions/index.ts'
import { personalTokensRpc } from '../../features/personal-tokens/index.ts'
import { serviceAccountsRpc } from '../../features/service-accounts/index.ts'
import { groupsRpc } from '../../features/groups/index.ts'
import { rolesRpc } from '../../features/roles/index.ts'
import { projectAccessRpc } from '../../features/project-access/index.ts'
import { accessOverviewRpc } from '../../features/access-overview/index.ts'
import { projectTokensRpc } from '../../features/project-tokens/index.ts'
import { accessSimulatorRpc } from '../../features/access-simulator/index.ts'
import { seenContextsRpc } from '../../features/seen-contexts/index.ts'
import { listenersRpc } from '../../features/listeners/index.ts'
import { addonsRpc } from '../../features/addons/index.ts'
import { remotesRpc } from '../../features/remotes/index.ts'
import { upgradeReportRpc } from '../../features/upgrade-report/index.ts'
import { blastRadiusRpc } from '../../features/blast-radius/index.ts'
import { signalEndpointsRpc } from '../../features/signal-endpoints/index.ts'
import { signalsRpc } from '../../features/signals/index.ts'
import { releaseTemplatesRpc } from '../../features/release-templates/index.ts'
import { releasePlansRpc } from '../../features/release-plans/index.ts'
import { safeguardsRpc } from '../../features/safeguards/index.ts'
import { maintenanceRpc } from '../../features/maintenance/index.ts'
import { uiConfigRpc } from '../../features/ui-config/index.ts'
import { instanceStatisticsRpc } from '../../features/instance-statistics/index.ts'
import { trafficRpc } from '../../features/traffic/index.ts'
import type { Services } from '../services.ts'
import { router } from './init.ts'

/** What the window talks to: one line per feature (the other such list is http/bindings.ts). */
export function createAppRouter(services: Services) {
  return router({
    instance: instanceRpc(services.status, services.recentClients),
    sessions: sessionsRpc(services.access),
    users: userAdminRpc(services.access, services.personalTokens, services.pagesUrl),
    profile: profileRpc(services.access),
    personalDashboard: personalDashboardRpc(services.access),
    passwords: passwordsRpc(services.pagesUrl),
    publicSignup: publicSignupRpc(services.pagesUrl),
    userSessions: userSessionsRpc(),
    personalTokens: personalTokensRpc(services.personalTokens),
    serviceAccounts: serviceAccountsRpc(services.access, services.personalTokens),
    groups: groupsRpc(services.access),
    roles: rolesRpc(services.access),
    projectAccess: projectAccessRpc(services.access),
    accessOverview: accessOverviewRpc(services.access),
    projectTokens: projectTokensRpc(services.tokens),
    accessSimulator: accessSimulatorRpc(services.access),
    environments: environmentsRpc,
    environmentLifecycle: environmentLifecycleRpc(services.access, services.tokens),
    projects: projectsRpc,
    projectInsights: projectInsightsRpc,
    projectLifecycle: projectLifecycleRpc(services.access, services.tokens),
    projectEnvironments: projectEnvironmentsRpc,
    changeRequestSettings: changeRequestSettingsRpc,
    changeRequests: changeRequestsRpc(services.access),
    actions: actionsRpc,
    actionExecution: actionExecutionRpc(services.access, services.actionPace),
    releaseTemplates: releaseTemplatesRpc,
    releasePlans: releasePlansRpc,
    safeguards: safeguardsRpc(services.customMetrics),
    features: featuresRpc,
    search: searchRpc,
    archive: archiveRpc,
    featureEnvironments: featureEnvironmentsRpc,
    strategies: strategiesRpc,
    variants: variantsRpc,
    strategyTypes: strategyTypesRpc,
    defaultStrategies: defaultStrategiesRpc,
    segments: segmentsRpc,
    context: contextRpc,
    projectContext: projectContextRpc,
    tags: tagsRpc,
    featureTags: featureTagsRpc,
    dependencies: dependenciesRpc,
    links: linksRpc,
    lifecycle: lifecycleRpc,
    favorites: favoritesRpc,
    featureTypes: featureTypesRpc,
    apiTokens: apiTokensRpc(services.tokens),
    metrics: metricsRpc,
    applications: applicationsRpc,
    importExport: importExportRpc(services.access),
    playground: playgroundRpc(services.seenContexts),
    explain: explainRpc,
    evaluationLog: evaluationLogRpc(services.clientApi.log),
    impressions: impressionsRpc,
    seenContexts: seenContextsRpc(services.seenContexts),
    upgradeReport: upgradeReportRpc(services),
    listeners: listenersRpc(services.listeningPorts),
    remotes: remotesRpc(services),
    addons: addonsRpc(services),
    blastRadius: blastRadiusRpc(services.seenContexts),
    signalEndpoints: signalEndpointsRpc(services.signals.endpoints, services.pagesUrl),
    signals: signalsRpc(services.signals),
    maintenance: maintenanceRpc(services.maintenance),
    uiConfig: uiConfigRpc(services),
    instanceStatistics: instanceStatisticsRpc(services),
    traffic: trafficRpc(services.traffic),
    events: eventsRpc,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
