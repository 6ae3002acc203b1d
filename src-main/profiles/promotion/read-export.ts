import { ExportedScenario, SCENARIO_ITEMS, type ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { isArchived } from '#shared/transfer/scenario/plan-scenario.ts'
import { AppError } from '#kernel/app-error.ts'
import { Turn } from '#runtime/turn.ts'
import { readStrategyTypes } from './read-strategy-types.ts'
import { ask, type PromotionInstance } from './side.ts'

/** Lists that a comparison needs. Archived flags and projects are left out. */
const READ = ['environments', 'projects', 'contextFields', 'tagTypes', 'segments', 'flags'] as const
type ReadList = (typeof READ)[number]

/** An instance as its export says, without people, tokens and signals. */
export type Exported = { [List in ReadList | 'strategyTypes']: NonNullable<ScenarioItems[List]> } & {
  /** Names of flags in the archive; the lists leave them out. */
  archivedFlags: ReadonlySet<string>
  /** Ids of projects in the archive. */
  archivedProjects: ReadonlySet<string>
  /** Facts that only a service without scenario files has. */
  original?: OriginalFacts
}

/** Facts about the flags of a service that is read flag by flag. */
export interface OriginalFacts {
  /** Names of all flags: the list may have no more than was asked for. */
  names: ReadonlySet<string>
  /** Environments of flags that follow a release plan; the flags leave them out. */
  planned: ReadonlyMap<string, ReadonlySet<string>>
  /** Flags that cannot be read, with the reason; the list leaves them out. */
  unreadable: ReadonlyMap<string, string>
  /** Ids of its segments. */
  segmentIds: ReadonlyMap<string, number>
  /** Version that it answers as; null if it does not say. */
  version: string | null
  /** False: environments of flags without variants get none. */
  takesFlagVariants: boolean
  /** Flags of a former version have no links. */
  hasLinks: boolean
}

type PartialExport = Omit<Exported, 'strategyTypes'> & {
  archivedFlags: Set<string>
  archivedProjects: Set<string>
}

/** Beginnings of the lines of an export: of a list, and of an item in it. */
const LIST = '  "'
const ITEM = '    {'

/** Reads the instance of a Halyard. */
export async function readHalyard(side: PromotionInstance, signal: AbortSignal): Promise<Exported> {
  return {
    ...(await readExport(side, await exportOf(side, { format: 'json' }, signal))),
    strategyTypes: await readStrategyTypes(side, signal),
  }
}

/** Exports an instance as a scenario in JSON, which has each item in a line of its own. */
export async function exportOf(side: PromotionInstance, query: object, signal: AbortSignal): Promise<string> {
  const input = { query: { format: 'json', ...query } }
  const answer = ExportedScenario.safeParse(
    await ask(side, { path: 'exportScenario', type: 'query', input, signal }),
  )
  if (!answer.success) throw unreadable(side, 'its export is of another shape')
  return answer.data.text
}

async function readExport(side: PromotionInstance, text: string): Promise<PartialExport> {
  const archived = { archivedFlags: new Set<string>(), archivedProjects: new Set<string>() }
  const lists = {
    environments: [],
    projects: [],
    contextFields: [],
    tagTypes: [],
    segments: [],
    flags: [],
  }
  const read: PartialExport = { ...lists, ...archived }
  const found = await eachItem(side, text, (list, value) => {
    if (isRead(list)) addItem(side, read, list, value)
  })
  const lacking = READ.find((one) => !found.has(one))
  if (lacking !== undefined) throw unreadable(side, `its export has no list "${lacking}"`)
  return read
}

const isRead = (list: string): list is ReadList => READ.some((one) => one === list)

/**
 * Reads an export item by item: no long text is parsed in one turn. Returns the names of its lists.
 */
export async function eachItem(
  side: PromotionInstance,
  text: string,
  onItem: (list: string, value: unknown) => void,
): Promise<ReadonlySet<string>> {
  const turn = new Turn()
  const found = new Set<string>()
  let list: string | undefined
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start)
    const end = next === -1 ? text.length : next
    const line = text.slice(start, end)
    start = end + 1
    if (list !== undefined && line.startsWith(ITEM)) onItem(list, valueOf(side, line))
    else if (line.startsWith(LIST)) {
      list = line.slice(LIST.length, line.indexOf('"', LIST.length))
      found.add(list)
    }
    await turn.pause()
  }
  return found
}

function addItem(side: PromotionInstance, read: PartialExport, list: ReadList, value: unknown): void {
  const item = SCENARIO_ITEMS[list].safeParse(value)
  if (item.success) {
    if (!isArchived(item.data)) (read[list] as unknown[]).push(item.data)
    else if ('id' in item.data) read.archivedProjects.add(item.data.id)
    else read.archivedFlags.add(item.data.name)
  } else throw unreadable(side, `${list} in its export: ${item.error.issues[0]?.message ?? 'another shape'}`)
}

function valueOf(side: PromotionInstance, line: string): unknown {
  const text = line.trim()
  try {
    return JSON.parse(text.endsWith(',') ? text.slice(0, -1) : text)
  } catch {
    throw unreadable(side, 'its export is no JSON, item by item')
  }
}

const unreadable = ({ name }: PromotionInstance, reason: string) =>
  new AppError(
    'InvalidOperationError',
    `${name} can't be read: ${reason}. It may be of another version of Halyard.`,
  )
