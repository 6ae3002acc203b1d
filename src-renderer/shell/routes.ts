import type { PagePattern } from '../../src-shared/desktop/pages.ts'
import { lazyPage, type Route } from './lazy-page.ts'

/** Hash routes, in the paths of the contract's own pages; parameters reach a page as the prop `params`. */
export const routes: Record<PagePattern | '*', Route> = {
  '/': lazyPage(() => import('../domains/projects/personal-dashboard/HomePage.svelte')),
  '/start': lazyPage(() => import('./start/StartPage.svelte')),
  '/support': lazyPage(() => import('../domains/instance/support/SupportPage.svelte')),
  '/projects': lazyPage(() => import('../domains/projects/projects/ProjectListPage.svelte')),
  '/projects/:projectId': lazyPage(() => import('../domains/projects/projects/ProjectPage.svelte')),
  '/projects/:projectId/settings': lazyPage(
    () => import('../domains/projects/project-lifecycle/ProjectSettingsPage.svelte'),
  ),
  '/projects/:projectId/actions': lazyPage(() => import('../domains/signals/actions/ActionsPage.svelte')),
  '/projects/:projectId/insights': lazyPage(
    () => import('../domains/projects/project-insights/ProjectInsightsPage.svelte'),
  ),
  '/projects/:projectId/applications': lazyPage(
    () => import('../domains/clients/applications/ProjectApplicationsPage.svelte'),
  ),
  '/projects/:projectId/code': lazyPage(
    () => import('../domains/clients/code-references/ProjectCodePage.svelte'),
  ),
  '/projects/:projectId/archive': lazyPage(() => import('../domains/flags/archive/ArchivePage.svelte')),
  '/projects/:projectId/access': lazyPage(
    () => import('../domains/projects/project-access/ProjectAccessPage.svelte'),
  ),
  '/projects/:projectId/features/:featureName': lazyPage(
    () => import('../domains/flags/features/FeaturePage.svelte'),
  ),
  '/projects/:projectId/change-requests': lazyPage(
    () => import('../domains/changes/change-requests/ChangeRequestsPage.svelte'),
  ),
  '/projects/:projectId/change-requests/:requestId': lazyPage(
    () => import('../domains/changes/change-requests/ChangeRequestPage.svelte'),
  ),
  '/projects/:projectId/settings/change-requests': lazyPage(
    () => import('../domains/changes/change-request-settings/ChangeRequestSettingsPage.svelte'),
  ),
  '/projects/:projectId/settings/release-templates': lazyPage(
    () => import('../domains/flags/release-templates/ProjectTemplatesPage.svelte'),
  ),
  '/projects/:projectId/settings/release-templates/:templateId': lazyPage(
    () => import('../domains/flags/release-templates/ReleaseTemplatePage.svelte'),
  ),
  '/change-requests': lazyPage(
    () => import('../domains/changes/change-requests/AllChangeRequestsPage.svelte'),
  ),
  '/change-requests/:whose': lazyPage(
    () => import('../domains/changes/change-requests/AllChangeRequestsPage.svelte'),
  ),
  '/features': lazyPage(() => import('../domains/flags/search/FlagsPage.svelte')),
  '/playground': lazyPage(() => import('../domains/insight/playground/PlaygroundPage.svelte')),
  '/archive': lazyPage(() => import('../domains/flags/archive/ArchivePage.svelte')),
  '/signals': lazyPage(() => import('../domains/signals/signals/SignalsPage.svelte')),
  '/signals/view/:kind': lazyPage(() => import('../domains/signals/signals/SignalsPage.svelte')),
  '/signals/:id': lazyPage(() => import('../domains/signals/signals/EndpointPage.svelte')),
  '/signals/:id/:tab': lazyPage(() => import('../domains/signals/signals/EndpointPage.svelte')),
  '/signals/:id/signal/:signalId': lazyPage(() => import('../domains/signals/signals/EndpointPage.svelte')),
  '/segments': lazyPage(() => import('../domains/flags/segments/SegmentsPage.svelte')),
  '/release-templates': lazyPage(
    () => import('../domains/flags/release-templates/ReleaseTemplatesPage.svelte'),
  ),
  '/release-templates/:templateId': lazyPage(
    () => import('../domains/flags/release-templates/ReleaseTemplatePage.svelte'),
  ),
  '/strategies': lazyPage(() => import('../domains/flags/strategy-types/StrategyTypesPage.svelte')),
  '/tag-types': lazyPage(() => import('../domains/flags/tags/TagTypesPage.svelte')),
  '/feature-types': lazyPage(() => import('../domains/flags/feature-types/FeatureTypesPage.svelte')),
  '/applications': lazyPage(() => import('../domains/clients/applications/ApplicationsPage.svelte')),
  '/evaluation-log': lazyPage(() => import('../domains/clients/evaluation-log/EvaluationLogPage.svelte')),
  '/request-log': lazyPage(() => import('../domains/instance/request-log/RequestLogPage.svelte')),
  '/insights': lazyPage(() => import('../domains/insight/instance-insights/InsightsPage.svelte')),
  '/impact-metrics': lazyPage(() => import('../domains/flags/impact-metrics/ImpactMetricsPage.svelte')),
  '/impressions': lazyPage(() => import('../domains/clients/impressions/ImpressionsPage.svelte')),
  '/seen-contexts': lazyPage(() => import('../domains/clients/seen-contexts/SeenContextsPage.svelte')),
  '/context': lazyPage(() => import('../domains/flags/context/ContextFieldsPage.svelte')),
  '/api-tokens': lazyPage(() => import('../domains/access/api-tokens/ApiTokensPage.svelte')),
  '/doctor': lazyPage(() => import('../domains/clients/doctor/DoctorPage.svelte')),
  '/agents': lazyPage(() => import('../domains/clients/agents/AgentsPage.svelte')),
  '/integrations': lazyPage(() => import('../domains/integrations/addons/IntegrationsPage.svelte')),
  '/integrations/:id': lazyPage(() => import('../domains/integrations/addons/IntegrationPage.svelte')),
  '/events': lazyPage(() => import('../domains/audit/events/EventsPage.svelte')),
  '/past': lazyPage(() => import('../domains/audit/past/PastPage.svelte')),
  '/admin/roles': lazyPage(() => import('../domains/access/roles/RolesPage.svelte')),
  '/admin/roles/:kind': lazyPage(() => import('../domains/access/roles/RolesPage.svelte')),
  '/admin/access': lazyPage(() => import('../domains/access/access-overview/AccessOverviewPage.svelte')),
  '/admin/access/simulator': lazyPage(
    () => import('../domains/access/access-simulator/SimulatorPage.svelte'),
  ),
  '/projects/:projectId/tokens': lazyPage(
    () => import('../domains/projects/project-tokens/ProjectTokensPage.svelte'),
  ),
  '/profile': lazyPage(() => import('../domains/access/profile/ProfilePage.svelte')),
  '/profiles': lazyPage(() => import('./profiles/ProfilesPage.svelte')),
  '/profiles/copy/:id': lazyPage(() => import('./profiles/copy/CopyPage.svelte')),
  '/profiles/compare': lazyPage(() => import('./profiles/compare/ComparePage.svelte')),
  '/settings': lazyPage(() => import('./settings/SettingsPage.svelte')),
  '/settings/:tab': lazyPage(() => import('./settings/SettingsPage.svelte')),
  '/admin/environments': lazyPage(() => import('../domains/projects/environments/EnvironmentsPage.svelte')),
  '/admin/groups': lazyPage(() => import('../domains/access/groups/GroupsPage.svelte')),
  '/admin/service-accounts': lazyPage(
    () => import('../domains/access/service-accounts/ServiceAccountsPage.svelte'),
  ),
  '/admin/users': lazyPage(() => import('../domains/access/users/UsersPage.svelte')),
  '/admin/users/inactive': lazyPage(() => import('../domains/access/users/InactiveUsersPage.svelte')),
  '/admin/users/invite-links': lazyPage(
    () => import('../domains/access/public-signup/InviteLinksPage.svelte'),
  ),
  '/admin/users/:id': lazyPage(() => import('../domains/access/users/UserPage.svelte')),
  '/admin/provisioning': lazyPage(() => import('../domains/access/scim/ProvisioningPage.svelte')),
  '/admin/banners': lazyPage(() => import('../domains/instance/banners/BannersPage.svelte')),
  '/admin/single-sign-on': lazyPage(() => import('../domains/access/single-sign-on/SingleSignOnPage.svelte')),
  '/admin/single-sign-on/:tab': lazyPage(
    () => import('../domains/access/single-sign-on/SingleSignOnPage.svelte'),
  ),
  '/admin/logins': lazyPage(() => import('../domains/access/single-sign-on/LoginHistoryPage.svelte')),
  '/admin/instance': lazyPage(() => import('../domains/instance/instance/InstancePage.svelte')),
  '/admin/instance/:tab': lazyPage(() => import('../domains/instance/instance/InstancePage.svelte')),
  '/versions': lazyPage(() => import('../domains/versions/versions/VersionsPage.svelte')),
  '/versions/calls': lazyPage(() => import('../domains/versions/upgrade-report/UpgradeReportPage.svelte')),
  '/versions/ports': lazyPage(() => import('../domains/versions/listeners/ListenersPage.svelte')),
  '/versions/planner': lazyPage(() => import('../domains/versions/versions/PlannerPage.svelte')),
  '/versions/remotes': lazyPage(() => import('../domains/transfer/remotes/RemotesPage.svelte')),
  '/versions/remotes/:id': lazyPage(() => import('../domains/transfer/remotes/RemotePage.svelte')),
  '*': lazyPage(() => import('./NotFoundPage.svelte')),
}
