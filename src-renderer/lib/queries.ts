import { QueryClient } from '@tanstack/svelte-query'

import { surround } from '#ui/surroundings.ts'
import { toRefusal } from './refusal.ts'

/** Query keys of all screens; a change refreshes the queries that it may affect. */
export const keys = {
  /** Everything on the home page. */
  home: ['home'],
  dashboardOf: (project: string) => ['home', project],
  me: ['me'],
  /** Profiles of the desktop app. */
  profiles: ['profiles'],
  /** Pause that the service of the window asks for. */
  servicePause: ['service-pause'],
  /** Comparison of two profiles, and the plan of a promotion: no event tells of both. */
  comparison: (from: string, to: string) => ['profile-comparison', from, to],
  promotion: ['profile-promotion'],
  /** Copy of an instance in the making, and the account of one. */
  copyState: ['copy-state'],
  mirrorOf: (profile: string) => ['mirror-of', profile],
  copyRecords: ['copy-record'],
  copyRecord: (copy: string) => ['copy-record', copy],
  /** Settings of the desktop app: no event tells of them. */
  appSettings: ['app-settings'],
  status: ['status'],
  /** Configuration of the instance: modes, limits, origins. */
  uiConfig: ['ui-config'],
  email: ['ui-config', 'email'],
  instanceSettings: ['ui-config', 'settings'],
  /** The database in use, and a move to another one: no event tells of them. */
  database: ['database'],
  databaseMove: ['database', 'move'],
  /** Scenario file of the instance; each visit of its page compares anew. */
  scenarioSource: ['scenario-source'],
  snapshots: ['snapshots'],
  licence: ['ui-config', 'licence'],
  licensedUsers: ['users', 'licensed'],
  banners: ['banners'],
  statistics: ['statistics'],
  traffic: (range: string) => ['traffic', range],
  projects: ['projects'],
  project: (id: string) => ['project', id],
  /** State of the mirror that this instance is. */
  mirror: ['mirror'],
  /** SDKs and the revisions that they have. */
  propagation: ['propagation'],
  /** Values that lie over flags. */
  overrides: ['overrides'],
  /** Expectations of flags and of access, and how they came out. */
  expectations: ['expectations'],
  /** Rules for changes. */
  policies: ['policies'],
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
  /** Templates of the instance and those of a project. */
  templatesOfProject: (id: string) => ['release-templates', id],
  /** Status of a flag's release in an environment: next milestone's due time, safeguards' measurements. */
  releaseStatus: (name: string, environment: string) => ['feature-extra', name, 'release', environment],
  /** Charts of impact metrics, and their values; the kind of data is added. */
  impactMetrics: ['impact-metrics'],
  /** Figures of the instance by week; the range is added. */
  insights: ['insights'],
  /** Edge instances and tokens of a content delivery network; the kind of data is added. */
  edge: ['edge'],
  tagTypes: ['tag-types'],
  tags: ['tags'],
  strategyTypes: ['strategy-types'],
  featureTypes: ['feature-types'],
  applications: ['applications'],
  unknownFlags: ['unknown-flags'],
  /** Findings about contexts; what was asked is added. */
  contextFindings: ['context-findings'],
  notKept: ['not-kept'],
  /** Settings of passwords, OpenID Connect and SAML, and what follows from them; the kind of data is added. */
  scim: ['scim'],
  signIn: ['sign-in'],
  evaluationLog: ['evaluation-log'],
  requestLog: ['request-log'],
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
  /** Below the change requests: what touches them, and flags, may notify the user. */
  notifications: ['change-requests', 'notifications'],
  feedback: ['feedback'],
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
      staleTime: Infinity, // refresh.ts reads again what changes touch
      refetchOnWindowFocus: false,
      // retrying does not change an error; a lost connection may come back
      retry: (failures, error) => toRefusal(error).status === 0 && failures < 3,
    },
  },
})

// drafts are of whoever is signed in
surround({
  drafter: () => {
    const me = queryClient.getQueryData<{ user: { id?: number } }>(keys.me)
    return me && String(me.user.id ?? '')
  },
})
