import { QueryClient, type Query } from '@tanstack/svelte-query'

import type { Change } from '../../src-main/domains/audit/records/events/change-feed.ts'
import { toRefusal } from './refusal.ts'

/** What screens read, by name; a change makes them read again what it may have touched. */
export const keys = {
  /** Everything on the page that one comes in by. */
  home: ['home'],
  dashboardOf: (project: string) => ['home', project],
  me: ['me'],
  status: ['status'],
  /** What the instance tells of itself: modes, limits, origins. */
  uiConfig: ['ui-config'],
  statistics: ['statistics'],
  traffic: (range: string) => ['traffic', range],
  projects: ['projects'],
  project: (id: string) => ['project', id],
  /** Pages of found flags; what was asked for is added. */
  search: ['search'],
  feature: (project: string, name: string) => ['feature', project, name],
  /** What is read of a flag beside itself: stages, counts, parents. */
  featureExtra: (name: string, what: string) => ['feature-extra', name, what],
  environments: ['environments'],
  environmentsOfProject: (id: string) => ['environments', id],
  apiTokens: ['api-tokens'],
  contextFields: ['context-fields'],
  /** Those of the instance and those of a project. */
  fieldsOfProject: (id: string) => ['context-fields', id],
  segments: ['segments'],
  segmentStrategies: (id: number) => ['segments', String(id)],
  releaseTemplates: ['release-templates'],
  /** How the release of a flag stands in an environment: when the next milestone is due, what safeguards measure. */
  releaseStatus: (name: string, environment: string) => ['feature-extra', name, 'release', environment],
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
  /** What one was told; where a page of it begins is added. */
  integrationEvents: (id: number) => ['integrations', 'told', String(id)],
  events: ['events'],
  /** Tokens of a project; with those of the instance, of which they are. */
  tokensOfProject: (id: string) => ['api-tokens', id],
  myProfile: ['me', 'profile'],
  myRoles: ['me', 'roles'],
  personalTokens: ['me', 'tokens'],
  groups: ['users', 'groups'],
  serviceAccounts: ['users', 'service-accounts'],
  /** Who can be put into a group: people and service accounts. */
  accounts: ['users', 'accounts'],
  roles: ['users', 'roles'],
  users: ['users'],
  inactiveUsers: ['users', 'inactive'],
  userAccount: (id: number) => ['users', 'account', String(id)],
  userSessions: (id: number) => ['users', 'sessions', String(id)],
  inviteLinks: ['users', 'invite-links'],
  /** Everybody, as far as naming goes. */
  namedUsers: ['users', 'named'],
  accessOverview: ['users', 'access-overview'],
  projectAccess: (id: string) => ['users', 'project-access', id],
  /** What a change would touch; what is asked is part of it. */
  blastRadius: (asked: string, window: string) => ['blast-radius', asked, window],
  seenContexts: ['seen-contexts'],
  role: (id: number) => ['users', 'role', String(id)],
  roleProjects: (id: number) => ['users', 'role-projects', String(id)],
  /** Change requests, whatever is read of them; what it is is added. */
  changeRequests: ['change-requests'],
  changeRequestsOf: (project: string) => ['change-requests', 'of', project],
  /** Action sets, what they did and what waits for them; what it is is added. */
  actions: ['actions'],
  actionsOf: (project: string) => ['actions', project],
  changeRequest: (project: string, id: string) => ['change-requests', 'one', project, id],
} as const

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // the service is on this machine, whatever network that has
      networkMode: 'always',
      staleTime: Infinity, // changes are told by the event stream
      refetchOnWindowFocus: false,
      // a refusal will not change by asking again; a lost connection may
      retry: (failures, error) => toRefusal(error).status === 0 && failures < 3,
    },
  },
})

/** Reads again; what is being read for the first time may have been answered before the change, so that is read again, too. */
function readAgain(queryKey: readonly string[]): void {
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
  const first = queryClient.getQueryCache().findAll({ queryKey, predicate: isFirst })
  void queryClient.invalidateQueries({ queryKey })
  for (const query of first) {
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.promise?.then(again, () => undefined)
  }
}

/** Reads again what a change may have touched. */
export function refreshAfter({
  type,
  project,
  featureName,
}: Pick<Change, 'type' | 'project' | 'featureName'>): void {
  const refresh = readAgain
  refresh(keys.events)
  refresh(keys.home)
  // any of these may change who is there, and who may do what
  if (/^(user|service-account|group|role|public-signup|project-access)/.test(type))
    for (const area of ['users', 'me']) refresh([area])
  if (type === 'maintenance-mode-updated') for (const key of [keys.status, keys.uiConfig]) refresh(key)
  if (type === 'cors-updated') refresh(keys.uiConfig)
  if (type.startsWith('pat-')) refresh(keys.personalTokens)
  if (/^(signal|actions-)/.test(type)) refresh(['signals'])
  if (type.startsWith('api-token')) refresh(keys.apiTokens)
  // whom a change would touch is another one when what it changes has changed
  if (featureName !== undefined || /^(segment|change-request|seen-contexts)/.test(type))
    refresh(['blast-radius'])
  if (type.startsWith('seen-contexts')) refresh(keys.seenContexts)
  // what a set is made of, and what its service account may do
  if (
    /^(actions-|signal-endpoint|service-account|role|project-access|change-request-configuration|feature-(archived|revived|created|deleted))/.test(
      type,
    )
  )
    refresh(keys.actions)
  // strategies come and go with their segments
  if (type.startsWith('segment') || type.startsWith('feature-strategy')) refresh(keys.segments)
  if (type.startsWith('context-field') || type.startsWith('feature-strategy')) refresh(keys.contextFields)
  // what is in them is counted there
  if (/environment|^api-token|^project-/.test(type)) refresh(keys.environments)
  // flags, tokens and permissions come and go with an environment
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
  if (type === 'feature-type-updated') refresh(keys.featureTypes)
  if (featureName !== undefined || type.startsWith('tag')) refresh(keys.search)
  if (featureName !== undefined) refresh(['feature-extra', featureName])
  if (type.startsWith('project') || featureName !== undefined) refresh(keys.projects)
  // what a request asks for may have become impossible by it, or possible again
  if (featureName !== undefined || /^(change-|segment|project)/.test(type)) refresh(keys.changeRequests)
  if (project === undefined) return
  refresh(keys.project(project))
  if (featureName !== undefined) refresh(keys.feature(project, featureName))
}

/** The same for several flags of a project: what all of them touch is read again once. */
export function refreshAfterMany(type: Change['type'], project: string, features: readonly string[]): void {
  const [first, ...others] = features
  if (first === undefined) return
  refreshAfter({ type, project, featureName: first })
  if (others.length === 0) return
  for (const area of [['feature', project], ['feature-extra']])
    void queryClient.invalidateQueries({ queryKey: area })
}
