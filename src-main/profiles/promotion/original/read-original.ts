import { z } from 'zod'

import type { ScenarioFlag } from '../../../../src-shared/transfer/schemas/scenario.ts'
import { toVersion } from '../../../../src-shared/versions/rules/to-version.ts'
import { toConstraints } from '../../../domains/flags/records/strategies/strategy.ts'
import { withBriefStrategies } from '../../../domains/transfer/records/scenario/brief-strategy.ts'
import { flagCompleter } from '../../../domains/transfer/records/scenario/complete-scenario.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { Turn } from '../../../kernel/turn.ts'
import type { Exported, OriginalFacts } from '../read-export.ts'
import { ask, type Side } from '../side.ts'
import { readerOf, unlessMissing, type Reader } from './ask-original.ts'
import { mapAtOnce } from './map-at-once.ts'
import {
  ApprovalSettings,
  Environments,
  Flag,
  FlagTags,
  FoundFlags,
  ProjectEnvironments,
  ProjectOverview,
  Projects,
  Segments,
  TagTypes,
  type OriginalProject,
} from './original-shapes.ts'
import { issueOf, toScenarioFlag, type ReadFlag } from './to-scenario-flag.ts'

/** Requests that a service gets at once. */
export const AT_ONCE = 6
/** Flags on a page of the search, and flags that are read at most. */
const PAGE = 100
const MOST_FLAGS = 5000

/** Parts of a service to read. */
export interface OriginalReading {
  /** Names of flags; absent: all. */
  flags?: readonly string[]
  /** Settings of change requests, too: not every sign-in may see them. */
  withApprovals?: boolean
  signal: AbortSignal
}

const Status = z.object({ contractVersion: z.string() })

/** Reads a service as its published contract says, flag by flag; all flags unless some are named. Nothing is changed there. */
export async function readOriginal(
  side: Side,
  { flags: chosen, withApprovals = false, signal }: OriginalReading,
): Promise<Exported> {
  const read = readerOf(side, signal)
  // its version decides what it can be asked
  const { contractVersion } = Status.parse(
    await ask(side, { path: 'status', type: 'query', input: undefined, signal }),
  )
  const places = await readPlaces(read, withApprovals)
  const segments = (await read('getSegments', Segments)).segments
  const segmentNames = new Map(segments.map(({ id, name }) => [id, name]))
  const found = await readNames(side, read)
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
  await mapAtOnce([...wanted, ...sample], AT_ONCE, async ([name, project]) => {
    const result = await readFlag(read, { projectId: project, featureName: name }, segmentNames)
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
    hasLinks: flags.length === 0 || withoutLinks < flags.length,
  }
  return {
    ...places,
    tagTypes: (await read('getTagTypes', TagTypes)).tagTypes.map(withoutNull),
    segments: segments.map(({ id: _id, constraints, ...segment }) => ({
      ...withoutNull(segment),
      constraints: toConstraints(constraints),
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

/** Reads the names of all flags that are not archived, with their projects. */
async function readNames(side: Side, read: Reader): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let offset = 0; ; offset += PAGE) {
    const query = { limit: String(PAGE), offset: String(offset), sortBy: 'name', sortOrder: 'asc' }
    const { features, total } = await read('searchFeatures', FoundFlags, { query })
    if (total > MOST_FLAGS)
      throw new AppError(
        'PayloadTooLargeError',
        `${side.name} has ${total} flags. A service without scenario files can be compared with up to ${MOST_FLAGS}.`,
      )
    for (const { name, project } of features) found.set(name, project)
    // by the total, too: a service that ignored the offset would fill each page
    if (features.length < PAGE || offset + PAGE >= total) return found
  }
}

/** Reads a flag; undefined: it is gone by now. */
async function readFlag(
  read: Reader,
  params: { projectId: string; featureName: string },
  segments: ReadonlyMap<number, string>,
): Promise<ReadFlag | undefined> {
  const query = { variantEnvironments: true }
  const answer = await unlessMissing(read('getFeature', z.unknown(), { params, query }))
  if (answer === undefined) return undefined
  const { data: flag, error } = Flag.safeParse(answer)
  if (!flag) return { problem: issueOf(error) }
  const { featureName } = params
  const tags = flag.tags ?? (await read('listTags', FlagTags, { params: { featureName } })).tags
  return toScenarioFlag({ ...flag, tags }, segments)
}

const withoutNull = <T extends object>(item: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)) as {
    [K in keyof T]: NonNullable<T[K]>
  }
