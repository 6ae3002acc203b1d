import { compositeKey } from '#shared/composite-key.ts'
import { inFlagBatches } from '#store/flag-batches.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** An application in an environment. */
export interface ApplicationInEnvironment {
  appName: string
  environment: string
}

/**
 * Reads where instances of applications have asked for a flag of a project. The counts of its flags are read in batches,
 * with pauses in which other requests are answered, until no application is left that could be found.
 */
export async function readProjectPlaces(
  queries: Queries,
  project: string,
): Promise<ApplicationInEnvironment[]> {
  const left = new Map((await readPlaces(queries)).map((place) => [keyOf(place), place]))
  const found: ApplicationInEnvironment[] = []
  for await (const batch of inFlagBatches(await readFlagNames(queries, project))) {
    if (left.size === 0) break
    const asked = await queries
      .selectFrom('client_metrics')
      .select(['app_name as appName', 'environment'])
      .where((eb) => inList(eb.ref('feature_name'), batch))
      .distinct()
      .execute()
    found.push(...asked.filter((place) => left.delete(keyOf(place))))
  }
  return found
}

export const keyOf = ({ appName, environment }: ApplicationInEnvironment) =>
  compositeKey(appName, environment)

/** The places that have instances. */
async function readPlaces(queries: Queries): Promise<ApplicationInEnvironment[]> {
  return queries
    .selectFrom('client_instances')
    .select(['app_name as appName', 'environment'])
    .distinct()
    .execute()
}

/** Archived ones as well: their counts stay with the project. */
async function readFlagNames(queries: Queries, project: string): Promise<string[]> {
  const rows = await queries.selectFrom('features').select('name').where('project', '=', project).execute()
  return rows.map(({ name }) => name)
}

const MAX = 1000

interface PageQuery {
  query?: string | undefined
  offset?: string | undefined
  limit?: string | undefined
  sortOrder?: string | undefined
}

/** A page as asked for; what makes no sense is as if it had not been said. */
export function toPage({ query = '', offset, limit, sortOrder }: PageQuery) {
  const count = wholeNumber(limit)
  return {
    text: query.trim(),
    offset: wholeNumber(offset) ?? 0,
    limit: count !== undefined && count >= 1 && count <= MAX ? count : MAX,
    descending: sortOrder === 'desc',
  }
}

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
