import { compositeKey } from '#shared/composite-key.ts'
import type { ListedFlag } from '#shared/flags/schemas/feature-search.ts'
import { personOf, userIdOf } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { lastSeenOf, readListedEnvironments } from '../features/listed-environments.read-model.ts'
import { readPeople } from '../features/people.read-model.ts'
import { readStages } from '../features/stages.store.ts'
import { readFlagTags } from '../tags/tags.store.ts'
import { findPage, type FoundRow } from './find-features.read-model.ts'
import { readDependencyTypes, readLastHourCounts, readSegmentNames } from './found-details.read-model.ts'
import type { SearchFilter, SearchOrder, SearchPage } from './search-filter.ts'

/** Reads the open change requests of each flag and environment, by `flag environment`, as a user sees them. */
export type ReadRequestIds = (
  queries: Queries,
  flags: readonly string[],
  seenBy: number,
) => Promise<Map<string, number[]>>

/** The flags that a filter finds, as the caller may see them: a page of them, and how many there are in all. */
export async function findFlags(
  { visible, now, caller: { actor } }: QueryContext,
  filter: SearchFilter,
  order: SearchOrder,
  page: SearchPage,
  readRequestIds: ReadRequestIds,
): Promise<{ features: ListedFlag[]; total: number }> {
  const { rows, total } = await findPage(visible, filter, order, page, personOf(actor))
  return {
    features: await withDetails(visible, now, rows, (flags) =>
      readRequestIds(visible, flags, userIdOf(actor)),
    ),
    total,
  }
}

async function withDetails(
  queries: Queries,
  now: Date,
  rows: readonly FoundRow[],
  readRequests: (flags: readonly string[]) => Promise<Map<string, number[]>>,
): Promise<ListedFlag[]> {
  const names = rows.map((row) => row.name)
  const environments = await readListedEnvironments(queries, { names })
  const counts = await readLastHourCounts(queries, names, now)
  const people = await readPeople(
    queries,
    rows.map((row) => row.createdByUserId),
  )
  const stages = await readStages(queries, names)
  const tags = await readFlagTags(queries, names)
  const segments = await readSegmentNames(queries, names)
  const dependencies = await readDependencyTypes(queries, names)
  const requests = await readRequests(names)
  return rows.map(({ createdByUserId: by, ...row }) => {
    const here = environments.get(row.name) ?? []
    const lifecycle = stages.get(row.name)?.at(-1)
    const tagged = tags.get(row.name) ?? []
    return {
      ...row,
      lastSeenAt: lastSeenOf(here),
      dependencyType: dependencies.get(row.name) ?? null,
      environments: here.map((environment) => ({
        ...environment,
        ...(counts.get(compositeKey(row.name, environment.name)) ?? { yes: 0, no: 0 }),
        changeRequestIds: requests.get(compositeKey(row.name, environment.name)) ?? [],
      })),
      segments: segments.get(row.name) ?? [],
      createdBy: people.get(by) ?? { id: by, name: 'Unknown', imageUrl: '' },
      ...(lifecycle ? { lifecycle } : {}),
      ...(tagged.length > 0 ? { tags: tagged } : {}),
    }
  })
}
