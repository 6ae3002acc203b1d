/** Areas of data that an event may touch. Screens of a touched area are read again (ADR 0033). */
export const AREAS = [
  // of the flag or project that the event names
  'flag',
  'project',
  // of the instance
  'actions',
  'allFlags',
  'allProjects',
  'apiTokens',
  'applications',
  'banners',
  'blastRadius',
  'changeRequests',
  'contextFields',
  'edge',
  'environments',
  'expectations',
  'featureTypes',
  'impactMetrics',
  'integrations',
  'listeners',
  'me',
  'overrides',
  'personalTokens',
  'policies',
  'projects',
  'releaseTemplates',
  'remotes',
  'requestLog',
  'scim',
  'search',
  'seenContexts',
  'segments',
  'signals',
  'signIn',
  'snapshots',
  'status',
  'strategyTypes',
  'tags',
  'tagTypes',
  'uiConfig',
  'upgradeReport',
  'users',
] as const
export type Area = (typeof AREAS)[number]

/**
 * Areas of every event of a flag: lists count it, change requests may become possible or impossible, and the
 * affected contexts and expectations depend on it.
 */
export const FLAG_AREAS = [
  'flag',
  'search',
  'project',
  'projects',
  'changeRequests',
  'blastRadius',
  'expectations',
] as const satisfies readonly Area[]

/** Areas of every event of a project: environments count their projects. */
export const PROJECT_AREAS = [
  'project',
  'projects',
  'search',
  'environments',
  'changeRequests',
] as const satisfies readonly Area[]
