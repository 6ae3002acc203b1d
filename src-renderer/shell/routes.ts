import type { Component } from 'svelte'

import type { PagePattern } from '../../src-shared/desktop/pages.ts'
import AllChangeRequestsPage from '../domains/changes/change-requests/AllChangeRequestsPage.svelte'
import ChangeRequestPage from '../domains/changes/change-requests/ChangeRequestPage.svelte'
import ChangeRequestSettingsPage from '../domains/changes/change-request-settings/ChangeRequestSettingsPage.svelte'
import ChangeRequestsPage from '../domains/changes/change-requests/ChangeRequestsPage.svelte'
import ActionsPage from '../domains/signals/actions/ActionsPage.svelte'
import IntegrationPage from '../domains/integrations/addons/IntegrationPage.svelte'
import IntegrationsPage from '../domains/integrations/addons/IntegrationsPage.svelte'
import ApiTokensPage from '../domains/access/api-tokens/ApiTokensPage.svelte'
import ContextFieldsPage from '../domains/flags/context/ContextFieldsPage.svelte'
import PastPage from '../domains/audit/past/PastPage.svelte'
import EventsPage from '../domains/audit/events/EventsPage.svelte'
import FeatureTypesPage from '../domains/flags/feature-types/FeatureTypesPage.svelte'
import FeaturePage from '../domains/flags/features/FeaturePage.svelte'
import ConnectPage from './start/ConnectPage.svelte'
import StartPage from './start/StartPage.svelte'
import ProjectListPage from '../domains/projects/projects/ProjectListPage.svelte'
import ProjectPage from '../domains/projects/projects/ProjectPage.svelte'
import SegmentsPage from '../domains/flags/segments/SegmentsPage.svelte'
import ProjectApplicationsPage from '../domains/clients/applications/ProjectApplicationsPage.svelte'
import ArchivePage from '../domains/flags/archive/ArchivePage.svelte'
import ApplicationsPage from '../domains/clients/applications/ApplicationsPage.svelte'
import AgentsPage from '../domains/clients/agents/AgentsPage.svelte'
import DoctorPage from '../domains/clients/doctor/DoctorPage.svelte'
import EvaluationLogPage from '../domains/clients/evaluation-log/EvaluationLogPage.svelte'
import FlagsPage from '../domains/flags/search/FlagsPage.svelte'
import SeenContextsPage from '../domains/clients/seen-contexts/SeenContextsPage.svelte'
import ImpressionsPage from '../domains/clients/impressions/ImpressionsPage.svelte'
import SupportPage from '../domains/instance/support/SupportPage.svelte'
import ProfilesPage from './profiles/ProfilesPage.svelte'
import HomePage from '../domains/projects/personal-dashboard/HomePage.svelte'
import PlaygroundPage from '../domains/insight/playground/PlaygroundPage.svelte'
import StrategyTypesPage from '../domains/flags/strategy-types/StrategyTypesPage.svelte'
import TagTypesPage from '../domains/flags/tags/TagTypesPage.svelte'
import AccessOverviewPage from '../domains/access/access-overview/AccessOverviewPage.svelte'
import ProjectAccessPage from '../domains/projects/project-access/ProjectAccessPage.svelte'
import RolesPage from '../domains/access/roles/RolesPage.svelte'
import ProjectInsightsPage from '../domains/projects/project-insights/ProjectInsightsPage.svelte'
import ProjectSettingsPage from '../domains/projects/project-lifecycle/ProjectSettingsPage.svelte'
import SimulatorPage from '../domains/access/access-simulator/SimulatorPage.svelte'
import EnvironmentsPage from '../domains/projects/environments/EnvironmentsPage.svelte'
import LoginHistoryPage from '../domains/access/single-sign-on/LoginHistoryPage.svelte'
import SingleSignOnPage from '../domains/access/single-sign-on/SingleSignOnPage.svelte'
import GroupsPage from '../domains/access/groups/GroupsPage.svelte'
import ProfilePage from '../domains/access/profile/ProfilePage.svelte'
import ProjectTokensPage from '../domains/projects/project-tokens/ProjectTokensPage.svelte'
import ServiceAccountsPage from '../domains/access/service-accounts/ServiceAccountsPage.svelte'
import InviteLinksPage from '../domains/access/public-signup/InviteLinksPage.svelte'
import InactiveUsersPage from '../domains/access/users/InactiveUsersPage.svelte'
import UserPage from '../domains/access/users/UserPage.svelte'
import UsersPage from '../domains/access/users/UsersPage.svelte'
import ListenersPage from '../domains/versions/listeners/ListenersPage.svelte'
import UpgradeReportPage from '../domains/versions/upgrade-report/UpgradeReportPage.svelte'
import PlannerPage from '../domains/versions/versions/PlannerPage.svelte'
import RemotePage from '../domains/transfer/remotes/RemotePage.svelte'
import RemotesPage from '../domains/transfer/remotes/RemotesPage.svelte'
import VersionsPage from '../domains/versions/versions/VersionsPage.svelte'
import EndpointPage from '../domains/signals/signals/EndpointPage.svelte'
import SignalsPage from '../domains/signals/signals/SignalsPage.svelte'
import ProjectTemplatesPage from '../domains/flags/release-templates/ProjectTemplatesPage.svelte'
import ReleaseTemplatePage from '../domains/flags/release-templates/ReleaseTemplatePage.svelte'
import ReleaseTemplatesPage from '../domains/flags/release-templates/ReleaseTemplatesPage.svelte'
import ProvisioningPage from '../domains/access/scim/ProvisioningPage.svelte'
import BannersPage from '../domains/instance/banners/BannersPage.svelte'
import InsightsPage from '../domains/insight/instance-insights/InsightsPage.svelte'
import InstancePage from '../domains/instance/instance/InstancePage.svelte'
import RequestLogPage from '../domains/instance/request-log/RequestLogPage.svelte'
import ImpactMetricsPage from '../domains/flags/impact-metrics/ImpactMetricsPage.svelte'
import SettingsPage from './settings/SettingsPage.svelte'
import NotFoundPage from './NotFoundPage.svelte'

/** Hash routes, in the paths of the contract's own pages; parameters reach a page as the prop `params`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- pages take different parameters; the router knows no types
export const routes: Record<PagePattern | '*', Component<any>> = {
  '/': HomePage,
  '/start': StartPage,
  '/support': SupportPage,
  '/start/code': ConnectPage,
  '/projects': ProjectListPage,
  '/projects/:projectId': ProjectPage,
  '/projects/:projectId/settings': ProjectSettingsPage,
  '/projects/:projectId/actions': ActionsPage,
  '/projects/:projectId/insights': ProjectInsightsPage,
  '/projects/:projectId/applications': ProjectApplicationsPage,
  '/projects/:projectId/archive': ArchivePage,
  '/projects/:projectId/access': ProjectAccessPage,
  '/projects/:projectId/features/:featureName': FeaturePage,
  '/projects/:projectId/change-requests': ChangeRequestsPage,
  '/projects/:projectId/change-requests/:requestId': ChangeRequestPage,
  '/projects/:projectId/settings/change-requests': ChangeRequestSettingsPage,
  '/projects/:projectId/settings/release-templates': ProjectTemplatesPage,
  '/projects/:projectId/settings/release-templates/:templateId': ReleaseTemplatePage,
  '/change-requests': AllChangeRequestsPage,
  '/change-requests/:whose': AllChangeRequestsPage,
  '/features': FlagsPage,
  '/playground': PlaygroundPage,
  '/archive': ArchivePage,
  '/signals': SignalsPage,
  '/signals/view/:kind': SignalsPage,
  '/signals/:id': EndpointPage,
  '/signals/:id/:tab': EndpointPage,
  '/signals/:id/signal/:signalId': EndpointPage,
  '/segments': SegmentsPage,
  '/release-templates': ReleaseTemplatesPage,
  '/release-templates/:templateId': ReleaseTemplatePage,
  '/strategies': StrategyTypesPage,
  '/tag-types': TagTypesPage,
  '/feature-types': FeatureTypesPage,
  '/applications': ApplicationsPage,
  '/evaluation-log': EvaluationLogPage,
  '/request-log': RequestLogPage,
  '/insights': InsightsPage,
  '/impact-metrics': ImpactMetricsPage,
  '/impressions': ImpressionsPage,
  '/seen-contexts': SeenContextsPage,
  '/context': ContextFieldsPage,
  '/api-tokens': ApiTokensPage,
  '/doctor': DoctorPage,
  '/agents': AgentsPage,
  '/integrations': IntegrationsPage,
  '/integrations/:id': IntegrationPage,
  '/events': EventsPage,
  '/past': PastPage,
  '/admin/roles': RolesPage,
  '/admin/roles/:kind': RolesPage,
  '/admin/access': AccessOverviewPage,
  '/admin/access/simulator': SimulatorPage,
  '/projects/:projectId/tokens': ProjectTokensPage,
  '/profile': ProfilePage,
  '/profiles': ProfilesPage,
  '/settings': SettingsPage,
  '/settings/:tab': SettingsPage,
  '/admin/environments': EnvironmentsPage,
  '/admin/groups': GroupsPage,
  '/admin/service-accounts': ServiceAccountsPage,
  '/admin/users': UsersPage,
  '/admin/users/inactive': InactiveUsersPage,
  '/admin/users/invite-links': InviteLinksPage,
  '/admin/users/:id': UserPage,
  '/admin/provisioning': ProvisioningPage,
  '/admin/banners': BannersPage,
  '/admin/single-sign-on': SingleSignOnPage,
  '/admin/single-sign-on/:tab': SingleSignOnPage,
  '/admin/logins': LoginHistoryPage,
  '/admin/instance': InstancePage,
  '/admin/instance/:tab': InstancePage,
  '/versions': VersionsPage,
  '/versions/calls': UpgradeReportPage,
  '/versions/ports': ListenersPage,
  '/versions/planner': PlannerPage,
  '/versions/remotes': RemotesPage,
  '/versions/remotes/:id': RemotePage,
  '*': NotFoundPage,
}
