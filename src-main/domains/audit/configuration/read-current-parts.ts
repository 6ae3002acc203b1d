import { ConfigurationParts, type Path } from '#shared/audit/undo/index.ts'
import { Turn } from '#runtime/turn.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { addFlagParts } from './flag-parts.ts'
import { readFlagOwners } from './flag-rows.read-model.ts'
import { ITEM_KINDS, kindOf } from './items/index.ts'

/** Owners that are read at once, first and at most. A flag can have 30 strategies in each environment: few of those. */
const [FIRST_AT_ONCE, MAX_AT_ONCE] = [10, 250]
/** Parts that are read at once, as far as one batch tells of the next. */
const PARTS_AT_ONCE = 3000

/** Reads all parts of flags, segments, projects and the like, as they are now. What is not there has none. */
export async function readCurrentParts(
  queries: Queries,
  owners: readonly Path[],
): Promise<ConfigurationParts> {
  const parts = new ConfigurationParts()
  for await (const batch of readInBatches(queries, owners)) parts.adopt(batch.parts)
  return parts
}

/**
 * Reads the parts of many owners batch by batch, so that no more than one batch has to be kept. Other requests are
 * answered on the way.
 */
export async function* readInBatches(
  queries: Queries,
  owners: readonly Path[],
): AsyncGenerator<{ owners: Path[]; parts: ConfigurationParts }> {
  const turn = new Turn()
  for (const [kind, paths] of groupRows(owners, ([first = '']) => first)) {
    const names = [...new Set(paths.map(([, name = '']) => name))]
    let size = FIRST_AT_ONCE
    for (let start = 0; start < names.length;) {
      const some = names.slice(start, start + size)
      const parts = new ConfigurationParts()
      if (kind === 'flag') await addFlagParts(queries, some, parts)
      else await kindOf([kind])?.read(queries, some, parts)
      yield { owners: some.map((name) => [kind, name]), parts }
      await turn.pause()
      start += some.length
      size = nextSize(some.length, parts.count)
    }
  }
}

/** Size of the next batch: as many owners as have `PARTS_AT_ONCE` parts, if they are like these. */
function nextSize(owners: number, parts: number): number {
  const fitting = Math.floor((owners * PARTS_AT_ONCE) / Math.max(parts, 1))
  return Math.min(Math.max(fitting, FIRST_AT_ONCE), MAX_AT_ONCE)
}

/** Lists everything that is there now, without its parts. */
export async function readOwners(queries: Queries): Promise<Path[]> {
  const owners: Path[] = []
  for (const { kind, names } of ITEM_KINDS)
    for (const { name } of await names(queries)) owners.push([kind, String(name)])
  return [...owners, ...(await readFlagOwners(queries))]
}

/** Lists a project and its flags, archived ones included. */
export const readOwnersInProject = async (queries: Queries, project: string): Promise<Path[]> => [
  ['project', project],
  ...(await readFlagOwners(queries, project)),
]
