import { actionExecutionHttp } from '../../features/action-execution/index.ts'
import { actionsHttp } from '../../features/actions/index.ts'
import { apiTokensHttp } from '../../features/api-tokens/index.ts'
import { archiveHttp } from '../../features/archive/index.ts'
import { clientApiHttp } from '../../features/client-api/index.ts'
import { contextHttp } from '../../features/context/index.ts'
import { environmentLifecycleHttp } from '../../features/environment-lifecycle/index.ts'
import { environmentsHttp } from '../../features/environments/index.ts'
import { eventsHttp } from '../../features/events/index.ts'
import { featureEnvironmentsHttp } from '../../features/feature-environments/index.ts'
import { featuresHttp } from '../../features/features/index.ts'
import { formerClientsHttp } from '../../features/former-clients/index.ts'
import { formerFlagsHttp } from '../../features/former-flags/index.ts'
import { frontendApiHttp } from '../../features/frontend-api/index.ts'
import { instanceHttp } from '../../features/instance/index.ts'
import { projectEnvironmentsHttp } from '../../features/project-environments/index.ts'
import { projectInsightsHttp } from '../../features/project-insights/index.ts'
import { projectLifecycleHttp } from '../../features/project-lifecycle/index.ts'
import { projectsHttp } from '../../features/projects/index.ts'
import { changeRequestsHttp } from '../../features/change-requests/index.ts'
import { changeRequestSettingsHttp } from '../../features/change-request-settings/index.ts'
import { segmentsHttp } from '../../features/segments/index.ts'
import { sessionsHttp } from '../../features/sessions/index.ts'
import { projectContextHttp } from '../../features/project-context/index.ts'
import { lifecycleHttp } from '../../features/lifecycle/index.ts'
import { tagsHttp } from '../../features/tags/index.ts'
import { featureTagsHttp } from '../../features/feature-tags/index.ts'
import { dependenciesHttp } from '../../features/dependencies/index.ts'
import { linksHttp } from '../../features/links/index.ts'
import { favoritesHttp } from '../../features/favorites/index.ts'
import { featureTypesHttp } from '../../features/feature-types/index.ts'
import { constraintsHttp } from '../../features/constraints/index.ts'
import { strategyTypesHttp } from '../../features/strategy-types/index.ts'
import { variantsHttp } from '../../features/variants/index.ts'
import { defaultStrategiesHttp } from '../../features/default-strategies/index.ts'
import { metricsHttp } from '../../features/metrics/index.ts'
import { customMetricsHttp } from '../../features/custom-metrics/index.ts'
import { applicationsHttp } from '../../features/applications/index.ts'
import { edgeHttp } from '../../features/edge/index.ts'
import { searchHttp } from '../../features/search/index.ts'
import { explainHttp } from '../../features/explain/index.ts'
import { playgroundHttp } from '../../features/playground/index.ts'
import { evaluationLogHttp } from '../../features/evaluation-log/index.ts'
import { impressionsHttp } from '../../features/impressions/index.ts'
import { importExportHttp } from '../../features/import-export/index.ts'
import { strategiesHttp } from '../../features/strategies/index.ts'
import { userAdminHttp } from '../../features/user-admin/index.ts'
import { personalDashboardHttp } from '../../features/personal-dashboard/index.ts'
import { profileHttp } from '../../features/profile/index.ts'
import { passwordsHttp } from '../../features/passwords/index.ts'
import { publicSignupHttp } from '../../features/public-signup/index.ts'
import { userSessionsHttp } from '../../features/user-sessions/index.ts'
import { personalTokensHttp } from '../../features/personal-tokens/index.ts'
import { serviceAccountsHttp } from '../../features/service-accounts/index.ts'
import { groupsHttp } from '../../features/groups/index.ts'
import { rolesHttp } from '../../features/roles/index.ts'
import { projectAccessHttp } from '../../features/project-access/index.ts'
import { accessOverviewHttp } from '../../features/access-overview/index.ts'
import { projectTokensHttp } from '../../features/project-tokens/index.ts'
import { accessSimulatorHttp } from '../../features/access-simulator/index.ts'
import { seenContextsHttp } from '../../features/seen-contexts/index.ts'
import { listenersHttp } from '../../features/listeners/index.ts'
import { addonsHttp } from '../../features/addons/index.ts'
import { remotesHttp } from '../../features/remotes/index.ts'
import { upgradeReportHttp } from '../../features/upgrade-report/index.ts'
import { blastRadiusHttp } from '../../features/blast-radius/index.ts'
import { signalEndpointsHttp } from '../../features/signal-endpoints/index.ts'
import { signalsHttp } from '../../features/signals/index.ts'
import { releaseTemplatesHttp } from '../../features/release-templates/index.ts'
import { releasePlansHttp } from '../../features/release-plans/index.ts'
import { safeguardsHttp } from '../../features/safeguards/index.ts'
import { maintenanceHttp } from '../../features/maintenance/index.ts'
import { uiConfigHttp } from '../../features/ui-config/index.ts'
import { userPromptsHttp } from '../../features/user-prompts/index.ts'
import { instanceStatisticsHttp } from '../../features/instance-statistics/index.ts'
import { trafficHttp } from '../../features/traffic/index.ts'
import { formerAccessHttp } from '../../features/former-access/index.ts'
import { formerArchiveHttp } from '../../features/former-archive/index.ts'
import { formerEventsHttp } from '../../features/former-events/index.ts'
import { formerInstanceHttp } from '../../features/former-instance/index.ts'
import { formerProjectsHttp } from '../../features/former-projects/index.ts'
import { formerVariantsHttp } from '../../features/former-variants/index.ts'
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
