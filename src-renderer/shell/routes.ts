import type { Component } from 'svelte'

import AllChangeRequestsPage from '../features/change-requests/AllChangeRequestsPage.svelte'
import ChangeRequestPage from '../features/change-requests/ChangeRequestPage.svelte'
import ChangeRequestSettingsPage from '../features/change-request-settings/ChangeRequestSettingsPage.svelte'
import ChangeRequestsPage from '../features/change-requests/ChangeRequestsPage.svelte'
import ActionsPage from '../features/actions/ActionsPage.svelte'
import IntegrationPage from '../features/addons/IntegrationPage.svelte'
import IntegrationsPage from '../features/addons/IntegrationsPage.svelte'
import ApiTokensPage from '../features/api-tokens/ApiTokensPage.svelte'
import ContextFieldsPage from '../features/context/ContextFieldsPage.svelte'
import EventsPage from '../features/events/EventsPage.svelte'
import FeatureTypesPage from '../features/feature-types/FeatureTypesPage.svelte'
import FeaturePage from '../features/features/FeaturePage.svelte'
import ProjectListPage from '../features/projects/ProjectListPage.svelte'
import ProjectPage from '../features/projects/ProjectPage.svelte'
import SegmentsPage from '../features/segments/SegmentsPage.svelte'
import ProjectApplicationsPage from '../features/applications/ProjectApplicationsPage.svelte'
import ArchivePage from '../features/archive/ArchivePage.svelte'
import ApplicationsPage from '../features/applications/ApplicationsPage.svelte'
import EvaluationLogPage from '../features/evaluation-log/EvaluationLogPage.svelte'
import FlagsPage from '../features/search/FlagsPage.svelte'
import SeenContextsPage from '../features/seen-contexts/SeenContextsPage.svelte'
import ImpressionsPage from '../features/impressions/ImpressionsPage.svelte'
import HomePage from '../features/personal-dashboard/HomePage.svelte'
import PlaygroundPage from '../features/playground/PlaygroundPage.svelte'
import StrategyTypesPage from '../features/strategy-types/StrategyTypesPage.svelte'
import TagTypesPage from '../features/tags/TagTypesPage.svelte'
import AccessOverviewPage from '../features/access-overview/AccessOverviewPage.svelte'
import ProjectAccessPage from '../features/project-access/ProjectAccessPage.svelte'
import RolesPage from '../features/roles/RolesPage.svelte'
import ProjectInsightsPage from '../features/project-insights/ProjectInsightsPage.svelte'
import ProjectSettingsPage from '../features/project-lifecycle/ProjectSettingsPage.svelte'
import SimulatorPage from '../features/access-simulator/SimulatorPage.svelte'
import EnvironmentsPage from '../features/environments/EnvironmentsPage.svelte'
import GroupsPage from '../features/groups/GroupsPage.svelte'
import ProfilePage from '../features/profile/ProfilePage.svelte'
import ProjectTokensPage from '../features/project-tokens/ProjectTokensPage.svelte'
import ServiceAccountsPage from '../features/service-accounts/ServiceAccountsPage.svelte'
import InviteLinksPage from '../features/public-signup/InviteLinksPage.svelte'
import InactiveUsersPage from '../features/users/InactiveUsersPage.svelte'
import UserPage from '../features/users/UserPage.svelte'
import UsersPage from '../features/users/UsersPage.svelte'
import ListenersPage from '../features/listeners/ListenersPage.svelte'
import UpgradeReportPage from '../features/upgrade-report/UpgradeReportPage.svelte'
import PlannerPage from '../features/versions/PlannerPage.svelte'
import RemotePage from '../features/remotes/RemotePage.svelte'
import RemotesPage from '../features/remotes/RemotesPage.svelte'
import VersionsPage from '../features/versions/VersionsPage.svelte'
import EndpointPage from '../features/signals/EndpointPage.svelte'
import SignalsPage from '../features/signals/SignalsPage.svelte'
import ReleaseTemplatePage from '../features/release-templates/ReleaseTemplatePage.svelte'
import ReleaseTemplatesPage from '../features/release-templates/ReleaseTemplatesPage.svelte'
import InstancePage from '../features/instance/InstancePage.svelte'
import NotFoundPage from './NotFoundPage.svelte'

/** Hash routes, in the paths of the contract's own pages; parameters reach a page as the prop `params`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- pages take different parameters; the router knows no types
export const routes: Record<string, Component<any>> = {
  '/': HomePage,
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
  '/impressions': ImpressionsPage,
  '/seen-contexts': SeenContextsPage,
  '/context': ContextFieldsPage,
  '/api-tokens': ApiTokensPage,
  '/integrations': IntegrationsPage,
  '/integrations/:id': IntegrationPage,
  '/events': EventsPage,
  '/admin/roles': RolesPage,
  '/admin/roles/:kind': RolesPage,
  '/admin/access': AccessOverviewPage,
  '/admin/access/simulator': SimulatorPage,
  '/projects/:projectId/tokens': ProjectTokensPage,
  '/profile': ProfilePage,
  '/admin/environments': EnvironmentsPage,
  '/admin/groups': GroupsPage,
  '/admin/service-accounts': ServiceAccountsPage,
  '/admin/users': UsersPage,
  '/admin/users/inactive': InactiveUsersPage,
  '/admin/users/invite-links': InviteLinksPage,
  '/admin/users/:id': UserPage,
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
