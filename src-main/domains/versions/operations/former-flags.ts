import { parseTag } from '#domains/flags/tags/tag-type.ts'
import { placeOfFlag, requireStoredFlag } from '#domains/flags/features/stored-flags.ts'
import { findSoleEnvironment } from '#domains/projects/environments/sole-environment.ts'
import { notFound } from '#kernel/app-error.ts'
import { mutation, query, type QueryContext, type MutationContext } from '#kernel/use-case.ts'
import * as featuresContract from '#shared/flags/contract/features.ts'
import * as flagsContract from '#shared/versions/contract/former/flags.ts'
import { type SearchFilter, MAX_LIMIT } from '#domains/flags/search/search-filter.ts'
import { requireProject } from '#domains/projects/projects/projects.store.ts'
import * as archiveContract from '#shared/versions/contract/former/archive.ts'
import { changeInEnvironment, switchTo } from '../former-flags/change-in-environment.ts'
import { readFormerFlags } from '../former-flags/former-flags.read-model.ts'
import {
  placeOfFormerFlag,
  readChanged,
  requireFormerPlace,
  requireSoleEnvironment,
} from '../former-flags/place-of-former-flag.ts'
import { readOpenRequestIds } from '#domains/changes/change-requests/change-requests.store.ts'
import type { ListedFlag } from '#shared/flags/schemas/feature-search.ts'
import type { ArchivedFeature } from '#shared/versions/schemas/former-feature.ts'
import { findFlags } from '#domains/flags/search/find-flags.ts'
import type { FormerFlag } from '#shared/versions/schemas/former-flag.ts'
import { findEnabled } from '#domains/flags/features/feature-environments.store.ts'
import { staleFeatures } from '#shared/flags/contract/features.ts'

const version = 2 as const

const BY_NAME = { by: 'name', descending: false, favoritesFirst: false } as const

/** Filter that finds all archived flags. */
const ARCHIVED: SearchFilter = { words: [], status: [], archived: true }

/** The list had no pages; the search has. */
async function listArchived(context: QueryContext, filter: SearchFilter): Promise<ArchivedFeature[]> {
  const listed: ArchivedFeature[] = []
  for (;;) {
    const page = { offset: listed.length, limit: MAX_LIMIT }
    const { features } = await findFlags(context, filter, BY_NAME, page, readOpenRequestIds)
    listed.push(...features.map(toArchived))
    if (features.length < MAX_LIMIT) return listed
  }
}

const toArchived = (flag: ListedFlag): ArchivedFeature => ({
  name: flag.name,
  type: flag.type,
  description: flag.description,
  project: flag.project,
  favorite: flag.favorite,
  createdAt: flag.createdAt,
  stale: flag.stale,
  archived: true,
  archivedAt: flag.archivedAt,
  impressionData: flag.impressionData,
  lastSeenAt: flag.lastSeenAt,
  environments: flag.environments.map(({ name, enabled, lastSeenAt }) => ({ name, enabled, lastSeenAt })),
})

/** All flags that the caller may see, of all projects. */
export const getFormerFlags = query(
  flagsContract.getFormerFlags,
  async ({ visible }, { query: { tag, project, namePrefix } }) => {
    const environment = await findSoleEnvironment(visible)
    const features = await readFormerFlags(visible, environment, {
      ...(tag ? { tags: tag.map(parseTag) } : {}),
      ...(project ? { projects: project } : {}),
      ...(namePrefix === undefined ? {} : { namePrefix }),
    })
    return { version: 2 as const, features }
  },
)

/** One flag; an archived one is not found here. */
export const getFormerFlag = query(
  flagsContract.getFormerFlag,
  async ({ visible }, { params: { featureName: name } }) => {
    const [flag] = await readFormerFlags(visible, await findSoleEnvironment(visible), { name })
    if (!flag) throw notFound(`Could not find feature flag with name ${name}`)
    return flag
  },
)

/** Creates a flag with all that it has, or none. */
export const createFormerFlag = mutation(flagsContract.createFormerFlag, async (context, { body }) => {
  const { project: projectId, stale = false, ...draft } = body
  const { name, type, description, impressionData } = draft
  const { actor } = context.caller
  await context.performAs(actor, featuresContract.createFeature, {
    params: { projectId },
    body: { name, type, description, impressionData },
  })
  if (stale)
    await context.performAs(actor, featuresContract.staleFeatures, {
      params: { projectId },
      body: { features: [name], stale },
    })
  const place = {
    projectId,
    featureName: name,
    environment: await requireSoleEnvironment(context.everything),
  }
  await changeInEnvironment(context, place, draft)
  return readChanged(context.everything, place)
})

/** Replaces a flag's settings, which go back to their defaults where they are not sent, as they still do. */
export const updateFormerFlag = mutation(
  flagsContract.updateFormerFlag,
  async (context, { params: { featureName }, body }) => {
    const place = await requireFormerPlace(context.visible, featureName)
    const { name, type, description, stale, impressionData, ...rest } = body
    await context.performAs(context.caller.actor, featuresContract.updateFeature, {
      params: { projectId: place.projectId, featureName },
      body: { name, type, description, stale, impressionData },
    })
    await changeInEnvironment(context, place, rest)
    return readChanged(context.everything, place)
  },
  { placeOf: placeOfFlag },
)

export const archiveFormerFlag = mutation(
  flagsContract.archiveFormerFlag,
  async (context, { params: { featureName } }) => {
    const { project } = await requireStoredFlag(context.visible, featureName)
    await context.performAs(context.caller.actor, featuresContract.archiveFeature, {
      params: { projectId: project, featureName },
    })
  },
  { placeOf: placeOfFlag },
)

export const toggleFormerFlag = mutation(
  flagsContract.toggleFormerFlag,
  (context, request) => switchFlag(context, request, (is) => !is),
  { placeOf: placeOfFormerFlag },
)

interface OfFlag {
  params: { featureName: string }
}

/** Enables or disables a flag in the environment of former versions. */
async function switchFlag(
  context: MutationContext,
  { params: { featureName } }: OfFlag,
  next: (is: boolean) => boolean,
): Promise<FormerFlag> {
  const { everything } = context
  const place = await requireFormerPlace(context.visible, featureName)
  const is = await findEnabled(everything, featureName, place.environment)
  await switchTo(context, place, next(is ?? false))
  return readChanged(everything, place)
}

/** Marks a flag as stale, or as not stale. */
async function setStale(
  context: MutationContext,
  { params: { featureName } }: OfFlag,
  stale: boolean,
): Promise<FormerFlag> {
  const place = await requireFormerPlace(context.visible, featureName)
  await context.performAs(context.caller.actor, staleFeatures, {
    params: { projectId: place.projectId },
    body: { features: [featureName], stale },
  })
  return readChanged(context.everything, place)
}

export const toggleFormerFlagOn = mutation(
  flagsContract.toggleFormerFlagOn,
  (context, request) => switchFlag(context, request, () => true),
  { placeOf: placeOfFormerFlag },
)

export const toggleFormerFlagOff = mutation(
  flagsContract.toggleFormerFlagOff,
  (context, request) => switchFlag(context, request, () => false),
  { placeOf: placeOfFormerFlag },
)

export const markFormerFlagStale = mutation(
  flagsContract.markFormerFlagStale,
  (context, request) => setStale(context, request, true),
  {
    placeOf: placeOfFlag,
  },
)

export const unmarkFormerFlagStale = mutation(
  flagsContract.unmarkFormerFlagStale,
  (context, request) => setStale(context, request, false),
  { placeOf: placeOfFlag },
)

/** All the archived flags that the caller may see, by name. */
export const getArchivedFeatures = query(archiveContract.getArchivedFeatures, async (context) => ({
  version,
  features: await listArchived(context, ARCHIVED),
}))

/**
 * The id is a value here, not a text of the search's language: it may hold a comma. A project that is not there is told
 * as one that the caller does not see.
 */
export const getArchivedFeaturesByProjectId = query(
  archiveContract.getArchivedFeaturesByProjectId,
  async (context, { params: { projectId } }) => {
    await requireProject(context.visible, projectId)
    const filter: SearchFilter = { ...ARCHIVED, project: { operator: 'IS', values: [projectId] } }
    return { version, features: await listArchived(context, filter) }
  },
)
