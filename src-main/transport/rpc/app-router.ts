import { actionExecutionRpc } from '../../domains/signals/operations/action-execution/action-execution.rpc.ts'
import { actionsRpc } from '../../domains/signals/operations/actions/actions.rpc.ts'
import { apiTokensRpc } from '../../domains/access/operations/api-tokens/api-tokens.rpc.ts'
import { archiveRpc } from '../../domains/flags/operations/archive/archive.rpc.ts'
import { contextRpc } from '../../domains/flags/operations/context/context.rpc.ts'
import { environmentLifecycleRpc } from '../../domains/projects/operations/environment-lifecycle/environment-lifecycle.rpc.ts'
import { environmentsRpc } from '../../domains/projects/operations/environments/environments.rpc.ts'
import { eventsRpc } from '../../domains/audit/operations/events/events.rpc.ts'
import { featureEnvironmentsRpc } from '../../domains/flags/operations/feature-environments/feature-environments.rpc.ts'
import { featuresRpc } from '../../domains/flags/operations/features/features.rpc.ts'
import { instanceRpc } from '../../domains/instance/operations/instance/instance.rpc.ts'
import { projectEnvironmentsRpc } from '../../domains/projects/operations/project-environments/project-environments.rpc.ts'
import { projectInsightsRpc } from '../../domains/projects/operations/project-insights/project-insights.rpc.ts'
import { projectLifecycleRpc } from '../../domains/projects/operations/project-lifecycle/project-lifecycle.rpc.ts'
import { projectsRpc } from '../../domains/projects/operations/projects/projects.rpc.ts'
import { changeRequestsRpc } from '../../domains/changes/operations/change-requests/change-requests.rpc.ts'
import { changeRequestSettingsRpc } from '../../domains/changes/operations/change-request-settings/change-request-settings.rpc.ts'
import { segmentsRpc } from '../../domains/flags/operations/segments/segments.rpc.ts'
import { sessionsRpc } from '../../domains/access/operations/sessions/sessions.rpc.ts'
import { projectContextRpc } from '../../domains/flags/operations/project-context/project-context.rpc.ts'
import { lifecycleRpc } from '../../domains/flags/operations/lifecycle/lifecycle.rpc.ts'
import { tagsRpc } from '../../domains/flags/operations/tags/tags.rpc.ts'
import { featureTagsRpc } from '../../domains/flags/operations/feature-tags/feature-tags.rpc.ts'
import { dependenciesRpc } from '../../domains/flags/operations/dependencies/dependencies.rpc.ts'
import { linksRpc } from '../../domains/flags/operations/links/links.rpc.ts'
import { favoritesRpc } from '../../domains/flags/operations/favorites/favorites.rpc.ts'
import { featureTypesRpc } from '../../domains/flags/operations/feature-types/feature-types.rpc.ts'
import { strategyTypesRpc } from '../../domains/flags/operations/strategy-types/strategy-types.rpc.ts'
import { variantsRpc } from '../../domains/flags/operations/variants/variants.rpc.ts'
import { defaultStrategiesRpc } from '../../domains/flags/operations/default-strategies/default-strategies.rpc.ts'
import { metricsRpc } from '../../domains/flags/operations/metrics/metrics.rpc.ts'
import { applicationsRpc } from '../../domains/clients/operations/applications/applications.rpc.ts'
import { searchRpc } from '../../domains/flags/operations/search/search.rpc.ts'
import { explainRpc } from '../../domains/insight/operations/explain/explain.rpc.ts'
import { playgroundRpc } from '../../domains/insight/operations/playground/playground.rpc.ts'
import { evaluationLogRpc } from '../../domains/clients/operations/evaluation-log/evaluation-log.rpc.ts'
import { impressionsRpc } from '../../domains/clients/operations/impressions/impressions.rpc.ts'
import { importExportRpc } from '../../domains/transfer/operations/import-export/import-export.rpc.ts'
import { strategiesRpc } from '../../domains/flags/operations/strategies/strategies.rpc.ts'
import { userAdminRpc } from '../../domains/access/operations/user-admin/user-admin.rpc.ts'
import { personalDashboardRpc } from '../../domains/projects/operations/personal-dashboard/personal-dashboard.rpc.ts'
import { profileRpc } from '../../domains/access/operations/profile/profile.rpc.ts'
import { passwordsRpc } from '../../domains/access/operations/passwords/passwords.rpc.ts'
import { publicSignupRpc } from '../../domains/access/operations/public-signup/public-signup.rpc.ts'
import { userSessionsRpc } from '../../domains/access/operations/user-sessions/user-sessions.rpc.ts'
import { personalTokensRpc } from '../../domains/access/operations/personal-tokens/personal-tokens.rpc.ts'
import { serviceAccountsRpc } from '../../domains/access/operations/service-accounts/service-accounts.rpc.ts'
import { groupsRpc } from '../../domains/access/operations/groups/groups.rpc.ts'
import { rolesRpc } from '../../domains/access/operations/roles/roles.rpc.ts'
import { projectAccessRpc } from '../../domains/projects/operations/project-access/project-access.rpc.ts'
import { accessOverviewRpc } from '../../domains/access/operations/access-overview/access-overview.rpc.ts'
import { projectTokensRpc } from '../../domains/projects/operations/project-tokens/project-tokens.rpc.ts'
import { accessSimulatorRpc } from '../../domains/access/operations/access-simulator/access-simulator.rpc.ts'
import { seenContextsRpc } from '../../domains/clients/operations/seen-contexts/seen-contexts.rpc.ts'
import { listenersRpc } from '../../domains/versions/operations/listeners/listeners.rpc.ts'
import { addonsRpc } from '../../domains/integrations/operations/addons/addons.rpc.ts'
import { remotesRpc } from '../../domains/transfer/operations/remotes/remotes.rpc.ts'
import { upgradeReportRpc } from '../../domains/versions/operations/upgrade-report/upgrade-report.rpc.ts'
import { blastRadiusRpc } from '../../domains/changes/operations/blast-radius/blast-radius.rpc.ts'
import { signalEndpointsRpc } from '../../domains/signals/operations/signal-endpoints/signal-endpoints.rpc.ts'
import { signalsRpc } from '../../domains/signals/operations/signals/signals.rpc.ts'
import { releaseTemplatesRpc } from '../../domains/flags/operations/release-templates/release-templates.rpc.ts'
import { releasePlansRpc } from '../../domains/flags/operations/release-plans/release-plans.rpc.ts'
import { safeguardsRpc } from '../../domains/flags/operations/safeguards/safeguards.rpc.ts'
import { maintenanceRpc } from '../../domains/instance/operations/maintenance/maintenance.rpc.ts'
import { uiConfigRpc } from '../../domains/instance/operations/ui-config/ui-config.rpc.ts'
import { instanceStatisticsRpc } from '../../domains/instance/operations/instance-statistics/statistics.rpc.ts'
import { trafficRpc } from '../../domains/instance/operations/traffic/traffic.rpc.ts'
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
