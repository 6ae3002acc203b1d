import type { Area } from '#shared/audit/events/areas.ts'
import { EVENTS } from '#shared/audit/events/index.ts'
import type { WrittenChange } from '#shared/rpc/rpc-transformer.ts'
import { keys } from './queries.ts'

type Key = readonly string[]
/** A change as the stream and the answers bring it; its id does not matter here. */
export type Touching = Pick<WrittenChange, 'type' | 'project' | 'featureName'>

/** Keys of the flag's pages. A change request's event may name no flag. */
function keysOfFlag({ project, featureName }: Touching): Key[] {
  if (featureName === undefined) return []
  const extra = [['feature-extra', featureName], keys.contextFindings]
  return project === undefined ? extra : [...extra, keys.feature(project, featureName)]
}

/** Query keys of each area. A key stands for all keys that begin with it. */
const KEYS_OF: Readonly<Record<Area, readonly Key[] | ((change: Touching) => Key[])>> = {
  flag: keysOfFlag,
  project: ({ project }) => (project === undefined ? [] : [keys.project(project)]),
  actions: [keys.actions],
  allFlags: [['feature'], ['feature-extra']],
  allProjects: [['project']],
  apiTokens: [keys.apiTokens],
  applications: [keys.applications],
  banners: [keys.banners],
  blastRadius: [['blast-radius']],
  changeRequests: [keys.changeRequests],
  contextFields: [keys.contextFields, keys.contextFindings],
  edge: [keys.edge],
  environments: [keys.environments],
  featureTypes: [keys.featureTypes],
  impactMetrics: [keys.impactMetrics],
  integrations: [keys.integrations],
  listeners: [keys.listeners],
  me: [keys.me],
  overrides: [keys.overrides],
  expectations: [keys.expectations],
  personalTokens: [keys.personalTokens],
  policies: [keys.policies],
  projects: [keys.projects],
  releaseTemplates: [keys.releaseTemplates],
  remotes: [keys.remotes],
  requestLog: [keys.requestLog],
  scim: [keys.scim],
  search: [keys.search],
  seenContexts: [keys.seenContexts, keys.contextFindings],
  segments: [keys.segments, keys.contextFindings],
  signIn: [keys.signIn],
  signals: [['signals']],
  snapshots: [keys.snapshots],
  status: [keys.status],
  strategyTypes: [keys.strategyTypes],
  tags: [keys.tags],
  tagTypes: [keys.tagTypes],
  uiConfig: [keys.uiConfig],
  upgradeReport: [keys.upgradeReport],
  users: [keys.users],
}

/** Lists the query keys that changes touch, each once. Every change is in the event log, and may be on Home. */
export function keysTouchedBy(changes: readonly Touching[]): Key[] {
  const found = changes.flatMap((change) => {
    const ofAreas = EVENTS[change.type].touches.map((area) => KEYS_OF[area])
    return ofAreas.flatMap((of) => (typeof of === 'function' ? of(change) : of))
  })
  const all: Key[] = [keys.events, keys.home, ...found]
  return [...new Map(all.map((key) => [JSON.stringify(key), key])).values()]
}
