import { QueryClient, type Query } from '@tanstack/svelte-query'

import type { Change } from '../../src-main/domains/audit/records/events/change-feed.ts'
import { toRefusal } from './refusal.ts'

/** Query keys of all screens; a change refreshes the queries that it may affect. */
export const keys = {
  /** Everything on the home page. */
  home: ['home'],
  dashboardOf: (project: string) => ['home', project],
  me: ['me'],
  status: ['status'],
  /** Configuration of the instance: modes, limits, origins. */
  uiConfig: ['ui-config'],
  banners: ['banners'],
  statistics: ['statistics'],
  traffic: (range: string) => ['traffic', range],
  projects: ['projects'],
  project: (id: string) => ['project', id],
  /** Pages of found flags; the search is added. */
  search: ['search'],
  feature: (project: string, name: string) => ['feature', project, name],
  /** Further data of a flag: stages, counts, parents. */
  featureExtra: (name: string, what: string) => ['feature-extra', name, what],
  environments: ['environments'],
  environmentsOfProject: (id: string) => ['environments', id],
  apiTokens: ['api-tokens'],
  contextFields: ['context-fields'],
  /** Fields of the instance and those of a project. */
  fieldsOfProject: (id: string) => ['context-fields', id],
  segments: ['segments'],
  segmentStrategies: (id: number) => ['segments', String(id)],
  releaseTemplates: ['release-templates'],
  /** Status of a flag's release in an environment: next milestone's due time, safeguards' measurements. */
  releaseStatus: (name: string, environment: string) => ['feature-extra', name, 'release', environment],
  /** Charts of impact metrics, and their values; the kind of data is added. */
  impactMetrics: ['impact-metrics'],
  tagTypes: ['tag-types'],
  tags: ['tags'],
  strategyTypes: ['strategy-types'],
  featureTypes: ['feature-types'],
  applications: ['applications'],
  unknownFlags: ['unknown-flags'],
  evaluationLog: ['evaluation-log'],
  impressions: ['impressions'],
  upgradeReport: ['upgrade-report'],
  listeners: ['listeners'],
  remotes: ['remotes'],
  integrations: ['integrations'],
  /** Events sent by an integration; the start of the page is added. */
  integrationEvents: (id: number) => ['integrations', 'told', String(id)],
  events: ['events'],
  /** Tokens of a project; below those of the instance, to which they belong. */
  tokensOfProject: (id: string) => ['api-tokens', id],
  myProfile: ['me', 'profile'],
  myRoles: ['me', 'roles'],
  personalTokens: ['me', 'tokens'],
  groups: ['users', 'groups'],
  serviceAccounts: ['users', 'service-accounts'],
  /** Users and service accounts that can be added to a group. */
  accounts: ['users', 'accounts'],
  roles: ['users', 'roles'],
  users: ['users'],
  inactiveUsers: ['users', 'inactive'],
  userAccount: (id: number) => ['users', 'account', String(id)],
  userSessions: (id: number) => ['users', 'sessions', String(id)],
  inviteLinks: ['users', 'invite-links'],
  /** Names of all users. */
  namedUsers: ['users', 'named'],
  accessOverview: ['users', 'access-overview'],
  projectAccess: (id: string) => ['users', 'project-access', id],
  /** Contexts affected by a change; the change is part of the key. */
  blastRadius: (asked: string, window: string) => ['blast-radius', asked, window],
  seenContexts: ['seen-contexts'],
  role: (id: number) => ['users', 'role', String(id)],
  roleProjects: (id: number) => ['users', 'role-projects', String(id)],
  /** All data of change requests; the kind of data is added. */
  changeRequests: ['change-requests'],
  changeRequestsOf: (project: string) => ['change-requests', 'of', project],
  /** Action sets, their executions and pending signals; the kind of data is added. */
  actions: ['actions'],
  actionsOf: (project: string) => ['actions', project],
  changeRequest: (project: string, id: string) => ['change-requests', 'one', project, id],
} as const

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // the service is local, whatever the state of the network
      networkMode: 'always',
      staleTime: Infinity, // changes are told by the event stream
      refetchOnWindowFocus: false,
      // retrying does not change an error; a lost connection may come back
      retry: (failures, error) => toRefusal(error).status === 0 && failures < 3,
    },
  },
})

/** Reads again. A first read under way may have been answered before the change, so it is repeated too. */
function readAgain(queryKey: readonly string[]): void {
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
  const first = queryClient.getQueryCache().findAll({ queryKey, predicate: isFirst })
  void queryClient.invalidateQueries({ queryKey })
  for (const query of first) {
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.promise?.then(again, () => undefined)
  }
}

/** Refreshes the queries that a change may affect. */
export function refreshAfter({
  type,
  project,
  featureName,
}: Pick<Change, 'type' | 'project' | 'featureName'>): void {
  const refresh = readAgain
  refresh(keys.events)
  refresh(keys.home)
  // any of these may change users and permissions
  if (/^(user|service-account|group|role|public-signup|project-access)/.test(type))
    for (const area of ['users', 'me']) refresh([area])
  if (type === 'maintenance-mode-updated') for (const key of [keys.status, keys.uiConfig]) refresh(key)
  if (type.startsWith('banner-')) refresh(keys.banners)
  if (type === 'cors-updated') refresh(keys.uiConfig)
  if (type.startsWith('pat-')) refresh(keys.personalTokens)
  if (/^(signal|actions-)/.test(type)) refresh(['signals'])
  if (type.startsWith('api-token')) refresh(keys.apiTokens)
  // the contexts affected by a change depend on the data it changes
  if (featureName !== undefined || /^(segment|change-request|seen-contexts)/.test(type))
    refresh(['blast-radius'])
  if (type.startsWith('seen-contexts')) refresh(keys.seenContexts)
  // parts of a set, and permissions of its service account
  if (
    /^(actions-|signal-endpoint|service-account|role|project-access|change-request-configuration|feature-(archived|revived|created|deleted))/.test(
      type,
    )
  )
    refresh(keys.actions)
  // strategies are deleted and restored with their segments
  if (type.startsWith('segment') || type.startsWith('feature-strategy')) refresh(keys.segments)
  if (type.startsWith('context-field') || type.startsWith('feature-strategy')) refresh(keys.contextFields)
  // it counts their contents
  if (/environment|^api-token|^project-/.test(type)) refresh(keys.environments)
  // flags, tokens and permissions change with an environment
  if (/^(project-)?environment/.test(type))
    for (const area of ['project', 'projects', 'search', 'feature', 'api-tokens', 'users']) refresh([area])
  if (type.startsWith('tag')) refresh(keys.tagTypes)
  if (type.includes('tag')) refresh(keys.tags)
  if (/^strategy-(?!order)/.test(type)) refresh(keys.strategyTypes)
  if (type.startsWith('addon-config-')) refresh(keys.integrations)
  // a port of a former version brings its kinds of strategies
  if (type.startsWith('listener-')) for (const key of [keys.listeners, keys.strategyTypes]) refresh(key)
  if (type === 'upgrade-report-forgotten') refresh(keys.upgradeReport)
  if (type.startsWith('remote-')) refresh(keys.remotes)
  if (type.startsWith('application')) refresh(keys.applications)
  if (type.startsWith('release-plan-template')) refresh(keys.releaseTemplates)
  if (type.startsWith('impact-metric-')) refresh(keys.impactMetrics)
  if (type === 'feature-type-updated') refresh(keys.featureTypes)
  if (featureName !== undefined || type.startsWith('tag')) refresh(keys.search)
  if (featureName !== undefined) refresh(['feature-extra', featureName])
  if (type.startsWith('project') || featureName !== undefined) refresh(keys.projects)
  // a request's changes may have become impossible, or possible again
  if (featureName !== undefined || /^(change-|segment|project)/.test(type)) refresh(keys.changeRequests)
  if (project === undefined) return
  refresh(keys.project(project))
  if (featureName !== undefined) refresh(keys.feature(project, featureName))
}

/** The same for several flags of a project: shared queries are refreshed once. */
export function refreshAfterMany(type: Change['type'], project: string, features: readonly string[]): void {
  const [first, ...others] = features
  if (first === undefined) return
  refreshAfter({ type, project, featureName: first })
  if (others.length === 0) return
  for (const area of [['feature', project], ['feature-extra']])
    void queryClient.invalidateQueries({ queryKey: area })
}
