import { z } from 'zod'

import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import { toVersion } from '#shared/versions/rules/to-version.ts'
import { withBriefStrategies } from '#domains/transfer/scenario/brief-strategy.ts'
import { completeConstraints } from '#domains/transfer/scenario/complete-strategy.ts'
import { flagCompleter } from '#domains/transfer/scenario/complete-scenario.ts'
import { AppError } from '#kernel/app-error.ts'
import { Turn } from '#runtime/turn.ts'
import type { Exported, OriginalFacts } from '../read-export.ts'
import { readStrategyTypes } from '../read-strategy-types.ts'
import { ask, type PromotionInstance } from '../side.ts'
import { readerOf, unlessMissing, type Reader } from './ask-original.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import {
  ApprovalSettings,
  ContextFields,
  Environments,
  Flag,
  FlagTags,
  ListedFlags,
  ProjectEnvironments,
  ProjectOverview,
  Projects,
  Segments,
  TagTypes,
  type OriginalProject,
  type Tags,
} from './original-shapes.ts'
import { issueOf, toScenarioFlag, type Naming, type ReadFlag } from './to-scenario-flag.ts'

/** Requests that a service gets at once. */
export const AT_ONCE = 6
/** Flags that are read at most. */
const MAX_FLAGS = 5000

/** Parts of a service to read. */
export interface OriginalReading {
  /** Names of flags; absent: all. */
  flags?: readonly string[]
  /** Settings of change requests, too: not every sign-in may see them. */
  withApprovals?: boolean
  /** Keep the strategies of release plans as if they were those of the flag. */
  withPlans?: boolean
  signal: AbortSignal
  /** Called with the number of flags that are read, and of all. */
  onFlag?: (read: number, all: number) => void
}

const Status = z.object({
  contractVersion: z.string(),
  compatible: z.object({ takesFlagVariants: z.boolean() }),
})

/** Reads a service as its published contract says, flag by flag; all flags unless some are named. Nothing is changed there. */
export async function readOriginal(
  side: PromotionInstance,
  { flags: chosen, withApprovals = false, withPlans = false, signal, onFlag }: OriginalReading,
): Promise<Exported> {
  const read = readerOf(side, signal)
  // its version decides what it can be asked
  const { contractVersion, compatible } = Status.parse(
    await ask(side, { path: 'status', type: 'query', input: undefined, signal }),
  )
  const places = await readPlaces(read, withApprovals)
  const segments = (await read('getSegments', Segments)).segments
  const segmentNames = new Map(segments.map(({ id, name }) => [id, name]))
  const found = await listFlags(side, read, places.projects)
  const asked = new Set(chosen ?? found.keys())
  const complete = flagCompleter({ items: places, now: {} })
  const flags: ScenarioFlag[] = []
  const planned = new Map<string, ReadonlySet<string>>()
  const unreadable = new Map<string, string>()
  const turn = new Turn()
  const wanted = [...found].filter(([name]) => asked.has(name))
  // another flag shows whether flags have links there
  const sample = wanted.length === 0 ? [...found].slice(0, 1) : []
  let withoutLinks = 0
  let done = 0
  await mapAtOnce([...wanted, ...sample], AT_ONCE, async ([name, { project, tags }]) => {
    const params = { projectId: project, featureName: name }
    const result = await readFlag(read, params, { segments: segmentNames, tags, withPlans })
    onFlag?.((done += 1), wanted.length)
    if (result === undefined) return
    if ('problem' in result) unreadable.set(name, result.problem)
    else {
      if (result.flag.links === undefined) withoutLinks += 1
      flags.push(withBriefStrategies(complete(result.flag)))
      if (result.planned.length > 0) planned.set(name, new Set(result.planned))
    }
    await turn.pause()
  })
  const facts: OriginalFacts = {
    names: new Set(found.keys()),
    planned,
    unreadable,
    segmentIds: new Map(segments.map(({ id, name }) => [name, id])),
    version: toVersion(contractVersion) ?? null,
    takesFlagVariants: compatible.takesFlagVariants,
    hasLinks: flags.length === 0 || withoutLinks < flags.length,
  }
  return {
    ...places,
    contextFields: await readContextFields(read, places.projects),
    tagTypes: (await read('getTagTypes', TagTypes)).tagTypes.map(({ name, description, icon, color }) => ({
      name,
      description: description ?? null,
      icon: icon ?? null,
      color: color ?? null,
    })),
    strategyTypes: await readStrategyTypes(side, signal),
    segments: segments.map(({ name, description, project, constraints }) => ({
      name,
      description: description ?? null,
      project: project ?? null,
      constraints: completeConstraints(constraints),
    })),
    flags: flags.filter(({ name }) => asked.has(name)).sort((one, other) => (one.name < other.name ? -1 : 1)),
    archivedFlags: new Set(),
    archivedProjects: new Set(),
    original: facts,
  }
}

type Places = Pick<Exported, 'environments' | 'projects'>

/** Reads environments and projects. */
async function readPlaces(read: Reader, withApprovals: boolean): Promise<Places> {
  const { environments } = await read('getAllEnvironments', Environments)
  const { projects } = await read('getProjects', Projects)
  return {
    environments: environments.map(({ name, type }) => ({ name, type })),
    projects: await mapAtOnce(projects, AT_ONCE, async (project) => {
      const params = { projectId: project.id }
      const own = await read('getProjectEnvironments', ProjectEnvironments, { params })
      // lists of projects do not have it in every version, nor is there an overview in each
      const { defaultStickiness } = project.defaultStickiness
        ? project
        : ((await unlessMissing(read('getProjectOverview', ProjectOverview, { params }))) ?? project)
      const approvals = withApprovals ? await readApprovals(read, params) : undefined
      const names = own.environments.filter(({ visible }) => visible).map(({ name }) => name)
      return {
        ...toProject({ ...project, defaultStickiness }),
        environments: names.sort(),
        ...(approvals ? { approvals } : {}),
      }
    }),
  }
}

/** Reads how many approvals changes need. Services without change requests do not answer that. */
async function readApprovals(
  read: Reader,
  params: { projectId: string },
): Promise<Record<string, number | null> | undefined> {
  const settings = await unlessMissing(read('getProjectChangeRequestConfig', ApprovalSettings, { params }))
  return (
    settings &&
    Object.fromEntries(
      settings.map(({ environment, changeRequestEnabled, requiredApprovals }) => [
        environment,
        changeRequestEnabled ? (requiredApprovals ?? 1) : null,
      ]),
    )
  )
}

function toProject({ id, name, description, mode, defaultStickiness }: OriginalProject) {
  const known = (['open', 'protected', 'private'] as const).find((one) => one === mode)
  return {
    id,
    name,
    description: description ?? null,
    ...(known ? { mode: known } : {}),
    ...(defaultStickiness ? { defaultStickiness } : {}),
  }
}

/** Flag as lists have it; undefined tags: the lists of this service say nothing about them. */
interface ListedFlag {
  project: string
  tags: Tags | undefined
}

/**
 * Lists all flags that are not archived, project by project: the search has fifteen requests a minute from version 8 on. Lists
 * name the tags of flags that have some; flags themselves do not.
 */
async function listFlags(
  side: PromotionInstance,
  read: Reader,
  projects: Exported['projects'],
): Promise<ReadonlyMap<string, ListedFlag>> {
  const lists = await mapAtOnce(projects, AT_ONCE, async ({ id: projectId }) => {
    const { features } = await read('getFeatures', ListedFlags, { params: { projectId } })
    return features.map(({ name, tags }) => ({ name, project: projectId, tags }))
  })
  const listed = lists.flat()
  if (listed.length > MAX_FLAGS)
    throw new AppError(
      'PayloadTooLargeError',
      `${side.name} has ${listed.length} flags. A service without scenario files can be read with up to ${MAX_FLAGS}.`,
    )
  const saysTags = listed.some(({ tags }) => tags) || (await read('getTags', FlagTags)).tags.length === 0
  const tagsOf = (tags: Tags | null | undefined) => tags ?? (saysTags ? [] : undefined)
  return new Map(listed.map(({ name, project, tags }) => [name, { project, tags: tagsOf(tags) }]))
}

/** Reads a flag; undefined: it is gone by now. */
async function readFlag(
  read: Reader,
  params: { projectId: string; featureName: string },
  { tags: listed, ...naming }: Naming & { tags: Tags | undefined },
): Promise<ReadFlag | undefined> {
  const query = { variantEnvironments: true }
  const answer = await unlessMissing(read('getFeature', z.unknown(), { params, query }))
  if (answer === undefined) return undefined
  const { data: flag, error } = Flag.safeParse(answer)
  if (!flag) return { problem: issueOf(error) }
  const { featureName } = params
  const tags = listed ?? (await read('listTags', FlagTags, { params: { featureName } })).tags
  return toScenarioFlag({ ...flag, tags }, naming)
}

/** Reads the context fields of the instance and of its projects, which former versions do not have. */
async function readContextFields(
  read: Reader,
  projects: Exported['projects'],
): Promise<Exported['contextFields']> {
  const ofProjects = await mapAtOnce(projects, AT_ONCE, async ({ id: projectId }) => {
    const params = { projectId }
    const fields = await unlessMissing(read('getContextFieldsForProject', ContextFields, { params }))
    return (fields ?? []).filter(({ project }) => project === projectId)
  })
  const all = [...(await read('getContextFields', ContextFields)), ...ofProjects.flat()]
  return all.map(({ name, description, stickiness, sortOrder, legalValues, project }) => ({
    name,
    description: description ?? null,
    stickiness: stickiness ?? false,
    ...(sortOrder == null ? {} : { sortOrder }),
    legalValues: (legalValues ?? []).map(({ value, description: about }) => ({
      value,
      ...(about == null ? {} : { description: about }),
    })),
    project: project ?? null,
  }))
}
