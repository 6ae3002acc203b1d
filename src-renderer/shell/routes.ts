import type { PagePattern } from '#shared/desktop/pages.ts'
import { lazyPage, type Route } from './lazy-page.ts'

/** Hash routes, in the paths of the contract's own pages; parameters reach a page as the prop `params`. */
export const routes: Record<PagePattern | '*', Route> = {
  '/': lazyPage(() => import('#pages/projects/personal-dashboard/HomePage.svelte')),
  '/start': lazyPage(() => import('./start/StartPage.svelte')),
  '/support': lazyPage(() => import('#pages/instance/support/SupportPage.svelte')),
  '/projects': lazyPage(() => import('#pages/projects/projects/ProjectListPage.svelte')),
  '/projects/:projectId': lazyPage(() => import('#pages/projects/projects/ProjectPage.svelte')),
  '/projects/:projectId/settings': lazyPage(
    () => import('#pages/projects/project-lifecycle/ProjectSettingsPage.svelte'),
  ),
  '/projects/:projectId/actions': lazyPage(() => import('#pages/signals/actions/ActionsPage.svelte')),
  '/projects/:projectId/insights': lazyPage(
    () => import('#pages/projects/project-insights/ProjectInsightsPage.svelte'),
  ),
  '/projects/:projectId/applications': lazyPage(
    () => import('#pages/clients/applications/ProjectApplicationsPage.svelte'),
  ),
  '/projects/:projectId/code': lazyPage(
    () => import('#pages/clients/code-references/ProjectCodePage.svelte'),
  ),
  '/projects/:projectId/archive': lazyPage(() => import('#pages/flags/archive/ArchivePage.svelte')),
  '/projects/:projectId/access': lazyPage(
    () => import('#pages/projects/project-access/ProjectAccessPage.svelte'),
  ),
  '/projects/:projectId/features/:featureName': lazyPage(
    () => import('#pages/flags/features/FeaturePage.svelte'),
  ),
  '/projects/:projectId/change-requests': lazyPage(
    () => import('#pages/changes/change-requests/ChangeRequestsPage.svelte'),
  ),
  '/projects/:projectId/change-requests/:requestId': lazyPage(
    () => import('#pages/changes/change-requests/ChangeRequestPage.svelte'),
  ),
  '/projects/:projectId/settings/change-requests': lazyPage(
    () => import('#pages/changes/change-request-settings/ChangeRequestSettingsPage.svelte'),
  ),
  '/projects/:projectId/settings/release-templates': lazyPage(
    () => import('#pages/flags/release-templates/ProjectTemplatesPage.svelte'),
  ),
  '/projects/:projectId/settings/release-templates/:templateId': lazyPage(
    () => import('#pages/flags/release-templates/ReleaseTemplatePage.svelte'),
  ),
  '/change-requests': lazyPage(
    () => import('#pages/changes/change-requests/AllChangeRequestsPage.svelte'),
  ),
  '/change-requests/:whose': lazyPage(
    () => import('#pages/changes/change-requests/AllChangeRequestsPage.svelte'),
  ),
  '/features': lazyPage(() => import('#pages/flags/search/FlagsPage.svelte')),
  '/playground': lazyPage(() => import('#pages/insight/playground/PlaygroundPage.svelte')),
  '/archive': lazyPage(() => import('#pages/flags/archive/ArchivePage.svelte')),
  '/signals': lazyPage(() => import('#pages/signals/signals/SignalsPage.svelte')),
  '/signals/view/:kind': lazyPage(() => import('#pages/signals/signals/SignalsPage.svelte')),
  '/signals/:id': lazyPage(() => import('#pages/signals/signals/EndpointPage.svelte')),
  '/signals/:id/:tab': lazyPage(() => import('#pages/signals/signals/EndpointPage.svelte')),
  '/signals/:id/signal/:signalId': lazyPage(() => import('#pages/signals/signals/EndpointPage.svelte')),
  '/segments': lazyPage(() => import('#pages/flags/segments/SegmentsPage.svelte')),
  '/release-templates': lazyPage(
    () => import('#pages/flags/release-templates/ReleaseTemplatesPage.svelte'),
  ),
  '/release-templates/:templateId': lazyPage(
    () => import('#pages/flags/release-templates/ReleaseTemplatePage.svelte'),
  ),
  '/strategies': lazyPage(() => import('#pages/flags/strategy-types/StrategyTypesPage.svelte')),
  '/tag-types': lazyPage(() => import('#pages/flags/tags/TagTypesPage.svelte')),
  '/feature-types': lazyPage(() => import('#pages/flags/feature-types/FeatureTypesPage.svelte')),
  '/applications': lazyPage(() => import('#pages/clients/applications/ApplicationsPage.svelte')),
  '/evaluation-log': lazyPage(() => import('#pages/clients/evaluation-log/EvaluationLogPage.svelte')),
  '/request-log': lazyPage(() => import('#pages/instance/request-log/RequestLogPage.svelte')),
  '/insights': lazyPage(() => import('#pages/insight/instance-insights/InsightsPage.svelte')),
  '/impact-metrics': lazyPage(() => import('#pages/flags/impact-metrics/ImpactMetricsPage.svelte')),
  '/impressions': lazyPage(() => import('#pages/clients/impressions/ImpressionsPage.svelte')),
  '/seen-contexts': lazyPage(() => import('#pages/clients/seen-contexts/SeenContextsPage.svelte')),
  '/context': lazyPage(() => import('#pages/flags/context/ContextFieldsPage.svelte')),
  '/api-tokens': lazyPage(() => import('#pages/access/api-tokens/ApiTokensPage.svelte')),
  '/doctor': lazyPage(() => import('#pages/clients/doctor/DoctorPage.svelte')),
  '/agents': lazyPage(() => import('#pages/clients/agents/AgentsPage.svelte')),
  '/integrations': lazyPage(() => import('#pages/integrations/addons/IntegrationsPage.svelte')),
  '/integrations/:id': lazyPage(() => import('#pages/integrations/addons/IntegrationPage.svelte')),
  '/events': lazyPage(() => import('#pages/audit/events/EventsPage.svelte')),
  '/past': lazyPage(() => import('#pages/audit/past/PastPage.svelte')),
  '/admin/roles': lazyPage(() => import('#pages/access/roles/RolesPage.svelte')),
  '/admin/roles/:kind': lazyPage(() => import('#pages/access/roles/RolesPage.svelte')),
  '/admin/access': lazyPage(() => import('#pages/access/access-overview/AccessOverviewPage.svelte')),
  '/admin/access/simulator': lazyPage(
    () => import('#pages/access/access-simulator/SimulatorPage.svelte'),
  ),
  '/projects/:projectId/tokens': lazyPage(
    () => import('#pages/projects/project-tokens/ProjectTokensPage.svelte'),
  ),
  '/profile': lazyPage(() => import('#pages/access/profile/ProfilePage.svelte')),
  '/profiles': lazyPage(() => import('./profiles/ProfilesPage.svelte')),
  '/profiles/copy/:id': lazyPage(() => import('./profiles/copy/CopyPage.svelte')),
  '/profiles/compare': lazyPage(() => import('./profiles/compare/ComparePage.svelte')),
  '/settings': lazyPage(() => import('./settings/SettingsPage.svelte')),
  '/settings/:tab': lazyPage(() => import('./settings/SettingsPage.svelte')),
  '/admin/environments': lazyPage(() => import('#pages/projects/environments/EnvironmentsPage.svelte')),
  '/admin/groups': lazyPage(() => import('#pages/access/groups/GroupsPage.svelte')),
  '/admin/service-accounts': lazyPage(
    () => import('#pages/access/service-accounts/ServiceAccountsPage.svelte'),
  ),
  '/admin/users': lazyPage(() => import('#pages/access/users/UsersPage.svelte')),
  '/admin/users/inactive': lazyPage(() => import('#pages/access/users/InactiveUsersPage.svelte')),
  '/admin/users/invite-links': lazyPage(
    () => import('#pages/access/public-signup/InviteLinksPage.svelte'),
  ),
  '/admin/users/:id': lazyPage(() => import('#pages/access/users/UserPage.svelte')),
  '/admin/provisioning': lazyPage(() => import('#pages/access/scim/ProvisioningPage.svelte')),
  '/admin/banners': lazyPage(() => import('#pages/instance/banners/BannersPage.svelte')),
  '/admin/single-sign-on': lazyPage(() => import('#pages/access/single-sign-on/SingleSignOnPage.svelte')),
  '/admin/single-sign-on/:tab': lazyPage(
    () => import('#pages/access/single-sign-on/SingleSignOnPage.svelte'),
  ),
  '/admin/logins': lazyPage(() => import('#pages/access/single-sign-on/LoginHistoryPage.svelte')),
  '/admin/instance': lazyPage(() => import('#pages/instance/instance/InstancePage.svelte')),
  '/admin/instance/:tab': lazyPage(() => import('#pages/instance/instance/InstancePage.svelte')),
  '/versions': lazyPage(() => import('#pages/versions/versions/VersionsPage.svelte')),
  '/versions/calls': lazyPage(() => import('#pages/versions/upgrade-report/UpgradeReportPage.svelte')),
  '/versions/ports': lazyPage(() => import('#pages/versions/listeners/ListenersPage.svelte')),
  '/versions/planner': lazyPage(() => import('#pages/versions/versions/PlannerPage.svelte')),
  '/versions/remotes': lazyPage(() => import('#pages/transfer/remotes/RemotesPage.svelte')),
  '/versions/remotes/:id': lazyPage(() => import('#pages/transfer/remotes/RemotePage.svelte')),
  '*': lazyPage(() => import('./NotFoundPage.svelte')),
}
