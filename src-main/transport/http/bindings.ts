import { actionExecutionHttp } from '../../domains/signals/operations/action-execution/action-execution.http.ts'
import { actionsHttp } from '../../domains/signals/operations/actions/actions.http.ts'
import { apiTokensHttp } from '../../domains/access/operations/api-tokens/api-tokens.http.ts'
import { archiveHttp } from '../../domains/flags/operations/archive/archive.http.ts'
import { clientApiHttp } from '../../domains/clients/operations/client-api/client-api.http.ts'
import { contextHttp } from '../../domains/flags/operations/context/context.http.ts'
import { environmentLifecycleHttp } from '../../domains/projects/operations/environment-lifecycle/environment-lifecycle.http.ts'
import { environmentsHttp } from '../../domains/projects/operations/environments/environments.http.ts'
import { eventsHttp } from '../../domains/audit/operations/events/events.http.ts'
import { featureEnvironmentsHttp } from '../../domains/flags/operations/feature-environments/feature-environments.http.ts'
import { featuresHttp } from '../../domains/flags/operations/features/features.http.ts'
import { formerClientsHttp } from '../../domains/versions/operations/former-clients/former-clients.http.ts'
import { formerFlagsHttp } from '../../domains/versions/operations/former-flags/former-flags.http.ts'
import { frontendApiHttp } from '../../domains/clients/operations/frontend-api/frontend-api.http.ts'
import { instanceHttp } from '../../domains/instance/operations/instance/instance.http.ts'
import { projectEnvironmentsHttp } from '../../domains/projects/operations/project-environments/project-environments.http.ts'
import { projectInsightsHttp } from '../../domains/projects/operations/project-insights/project-insights.http.ts'
import { projectLifecycleHttp } from '../../domains/projects/operations/project-lifecycle/project-lifecycle.http.ts'
import { projectsHttp } from '../../domains/projects/operations/projects/projects.http.ts'
import { changeRequestsHttp } from '../../domains/changes/operations/change-requests/change-requests.http.ts'
import { changeRequestSettingsHttp } from '../../domains/changes/operations/change-request-settings/change-request-settings.http.ts'
import { segmentsHttp } from '../../domains/flags/operations/segments/segments.http.ts'
import { sessionsHttp } from '../../domains/access/operations/sessions/sessions.http.ts'
import { projectContextHttp } from '../../domains/flags/operations/project-context/project-context.http.ts'
import { lifecycleHttp } from '../../domains/flags/operations/lifecycle/lifecycle.http.ts'
import { tagsHttp } from '../../domains/flags/operations/tags/tags.http.ts'
import { featureTagsHttp } from '../../domains/flags/operations/feature-tags/feature-tags.http.ts'
import { dependenciesHttp } from '../../domains/flags/operations/dependencies/dependencies.http.ts'
import { linksHttp } from '../../domains/flags/operations/links/links.http.ts'
import { favoritesHttp } from '../../domains/flags/operations/favorites/favorites.http.ts'
import { featureTypesHttp } from '../../domains/flags/operations/feature-types/feature-types.http.ts'
import { constraintsHttp } from '../../domains/flags/operations/constraints/constraints.http.ts'
import { strategyTypesHttp } from '../../domains/flags/operations/strategy-types/strategy-types.http.ts'
import { variantsHttp } from '../../domains/flags/operations/variants/variants.http.ts'
import { defaultStrategiesHttp } from '../../domains/flags/operations/default-strategies/default-strategies.http.ts'
import { metricsHttp } from '../../domains/flags/operations/metrics/metrics.http.ts'
import { customMetricsHttp } from '../../domains/flags/operations/custom-metrics/custom-metrics.http.ts'
import { applicationsHttp } from '../../domains/clients/operations/applications/applications.http.ts'
import { edgeHttp } from '../../domains/clients/operations/edge/edge.http.ts'
import { searchHttp } from '../../domains/flags/operations/search/search.http.ts'
import { explainHttp } from '../../domains/insight/operations/explain/explain.http.ts'
import { playgroundHttp } from '../../domains/insight/operations/playground/playground.http.ts'
import { evaluationLogHttp } from '../../domains/clients/operations/evaluation-log/evaluation-log.http.ts'
import { impressionsHttp } from '../../domains/clients/operations/impressions/impressions.http.ts'
import { importExportHttp } from '../../domains/transfer/operations/import-export/import-export.http.ts'
import { strategiesHttp } from '../../domains/flags/operations/strategies/strategies.http.ts'
import { userAdminHttp } from '../../domains/access/operations/user-admin/user-admin.http.ts'
import { personalDashboardHttp } from '../../domains/projects/operations/personal-dashboard/personal-dashboard.http.ts'
import { profileHttp } from '../../domains/access/operations/profile/profile.http.ts'
import { passwordsHttp } from '../../domains/access/operations/passwords/passwords.http.ts'
import { publicSignupHttp } from '../../domains/access/operations/public-signup/public-signup.http.ts'
import { userSessionsHttp } from '../../domains/access/operations/user-sessions/user-sessions.http.ts'
import { personalTokensHttp } from '../../domains/access/operations/personal-tokens/personal-tokens.http.ts'
import { serviceAccountsHttp } from '../../domains/access/operations/service-accounts/service-accounts.http.ts'
import { groupsHttp } from '../../domains/access/operations/groups/groups.http.ts'
import { rolesHttp } from '../../domains/access/operations/roles/roles.http.ts'
import { projectAccessHttp } from '../../domains/projects/operations/project-access/project-access.http.ts'
import { accessOverviewHttp } from '../../domains/access/operations/access-overview/access-overview.http.ts'
import { projectTokensHttp } from '../../domains/projects/operations/project-tokens/project-tokens.http.ts'
import { accessSimulatorHttp } from '../../domains/access/operations/access-simulator/access-simulator.http.ts'
import { seenContextsHttp } from '../../domains/clients/operations/seen-contexts/seen-contexts.http.ts'
import { listenersHttp } from '../../domains/versions/operations/listeners/listeners.http.ts'
import { addonsHttp } from '../../domains/integrations/operations/addons/addons.http.ts'
import { remotesHttp } from '../../domains/transfer/operations/remotes/remotes.http.ts'
import { upgradeReportHttp } from '../../domains/versions/operations/upgrade-report/upgrade-report.http.ts'
import { blastRadiusHttp } from '../../domains/changes/operations/blast-radius/blast-radius.http.ts'
import { signalEndpointsHttp } from '../../domains/signals/operations/signal-endpoints/signal-endpoints.http.ts'
import { signalsHttp } from '../../domains/signals/operations/signals/signals.http.ts'
import { releaseTemplatesHttp } from '../../domains/flags/operations/release-templates/release-templates.http.ts'
import { releasePlansHttp } from '../../domains/flags/operations/release-plans/release-plans.http.ts'
import { safeguardsHttp } from '../../domains/flags/operations/safeguards/safeguards.http.ts'
import { maintenanceHttp } from '../../domains/instance/operations/maintenance/maintenance.http.ts'
import { uiConfigHttp } from '../../domains/instance/operations/ui-config/ui-config.http.ts'
import { userPromptsHttp } from '../../domains/instance/operations/user-prompts/user-prompts.http.ts'
import { instanceStatisticsHttp } from '../../domains/instance/operations/instance-statistics/statistics.http.ts'
import { trafficHttp } from '../../domains/instance/operations/traffic/traffic.http.ts'
import { formerAccessHttp } from '../../domains/versions/operations/former-access/former-access.http.ts'
import { formerArchiveHttp } from '../../domains/versions/operations/former-archive/former-archive.http.ts'
import { formerEventsHttp } from '../../domains/versions/operations/former-events/former-events.http.ts'
import { formerInstanceHttp } from '../../domains/versions/operations/former-instance/former-instance.http.ts'
import { formerProjectsHttp } from '../../domains/versions/operations/former-projects/former-projects.http.ts'
import { formerVariantsHttp } from '../../domains/versions/operations/former-variants/former-variants.http.ts'
import type { Services } from '../services.ts'
import type { Binding } from './bind.ts'

/** Every operation that is served: one line per feature (the other such list is rpc/app-router.ts). */
export function allBindings(services: Services): Binding[] {
  const {
    access,
    actionPace,
    tokens,
    personalTokens,
    clientApi,
    seenContexts,
    listeningPorts,
    signInLinks,
    signInLimits,
    limiter,
    edgeGate,
    customMetrics,
    signals,
    status,
    baseUrl,
    pagesUrl,
  } = services
  return [
    ...instanceHttp(status),
    ...sessionsHttp({ access, links: signInLinks, limits: signInLimits, baseUrl }),
    ...userAdminHttp(access, personalTokens, pagesUrl),
    ...profileHttp(access),
    ...personalDashboardHttp(access, baseUrl),
    ...passwordsHttp(access, pagesUrl, limiter),
    ...publicSignupHttp(access, pagesUrl),
    ...userSessionsHttp(),
    ...personalTokensHttp(personalTokens),
    ...serviceAccountsHttp(access, personalTokens),
    ...groupsHttp(access),
    ...rolesHttp(access),
    ...projectAccessHttp(access),
    ...accessOverviewHttp(access),
    ...projectTokensHttp(tokens),
    ...accessSimulatorHttp(access),
    ...environmentsHttp,
    ...environmentLifecycleHttp(access, tokens),
    ...projectsHttp,
    ...projectLifecycleHttp(access, tokens),
    ...projectInsightsHttp,
    ...projectEnvironmentsHttp,
    ...changeRequestSettingsHttp,
    ...changeRequestsHttp(access),
    ...actionsHttp,
    ...actionExecutionHttp(access, actionPace),
    ...releaseTemplatesHttp,
    ...releasePlansHttp,
    ...safeguardsHttp(customMetrics),
    ...featuresHttp,
    ...searchHttp,
    ...archiveHttp,
    ...featureEnvironmentsHttp,
    ...strategiesHttp,
    ...variantsHttp,
    ...strategyTypesHttp,
    ...defaultStrategiesHttp,
    ...constraintsHttp,
    ...segmentsHttp,
    ...contextHttp,
    ...projectContextHttp,
    ...tagsHttp,
    ...featureTagsHttp,
    ...dependenciesHttp,
    ...linksHttp,
    ...lifecycleHttp,
    ...favoritesHttp,
    ...featureTypesHttp,
    ...apiTokensHttp(tokens),
    ...clientApiHttp(clientApi),
    ...frontendApiHttp(clientApi),
    ...edgeHttp(tokens, clientApi, edgeGate),
    ...metricsHttp,
    ...customMetricsHttp(customMetrics, clientApi),
    ...applicationsHttp,
    ...importExportHttp(access),
    ...playgroundHttp(seenContexts),
    ...explainHttp,
    ...evaluationLogHttp(clientApi.log),
    ...impressionsHttp(clientApi),
    ...seenContextsHttp(seenContexts),
    ...upgradeReportHttp(services),
    ...listenersHttp(listeningPorts),
    ...remotesHttp(services),
    ...addonsHttp(services),
    ...blastRadiusHttp(seenContexts),
    ...signalEndpointsHttp(signals.endpoints, pagesUrl),
    ...signalsHttp(signals),
    ...maintenanceHttp(services.maintenance),
    ...uiConfigHttp(services),
    ...userPromptsHttp,
    ...instanceStatisticsHttp(services),
    ...trafficHttp(services.traffic),
    ...eventsHttp(baseUrl),
    ...formerArchiveHttp,
    ...formerAccessHttp(access),
    ...formerProjectsHttp,
    ...formerVariantsHttp,
    ...formerEventsHttp,
    ...formerClientsHttp(clientApi),
    ...formerFlagsHttp,
    ...formerInstanceHttp(services),
  ]
}
