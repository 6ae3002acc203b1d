import { sql } from 'kysely'

import type { UnknownFlag } from '#shared/clients/schemas/application.ts'
import { Turn } from '#runtime/turn.ts'
import { jsonTexts } from '#store/engines/portable.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Maximum number of reports listed for each name, newest first. Anyone may report under any application. */
const REPORTS = 20

/** Reads a page of the names that no flag has, latest requested first. */
export async function readUnknownFlags(
  queries: Queries,
  { offset, limit }: { offset: number; limit: number },
): Promise<UnknownFlag[]> {
  const names = await readNames(queries, offset, limit)
  const listed = names.map(({ name }) => name)
  const reports = groupRows(await readReports(queries, listed), ({ name }) => name)
  const lastEvents = await readLastEvents(queries, listed)
  return names.map(({ name, lastSeenAt }) => ({
    name,
    lastSeenAt,
    lastEventAt: lastEvents.get(name) ?? null,
    reports: [...groupRows(reports.get(name) ?? [], ({ appName }) => appName)].map(([appName, ofApp]) => ({
      appName,
      environments: ofApp.map(({ environment, seenAt }) => ({ environment, seenAt })),
    })),
  }))
}

interface Name {
  name: string
  lastSeenAt: string
}

/** Number of reports read in one step. */
const STEP = 2000

/**
 * Reads reports, newest first, by an index until the page is full. The first report of a name is its newest.
 */
async function readNames(queries: Queries, offset: number, limit: number): Promise<Name[]> {
  const turn = new Turn()
  const lastSeen = new Map<string, string>()
  const isTaken = await readFlagNames(queries)
  for (let read = 0; lastSeen.size < offset + limit; read += STEP) {
    const rows = await queries
      .selectFrom('unknown_flags')
      .select(['name', 'seen_at as lastSeenAt'])
      .orderBy('seen_at', 'desc')
      .orderBy('name')
      .limit(STEP)
      .offset(read)
      .execute()
    for (const { name, lastSeenAt } of rows)
      if (!isTaken.has(name) && !lastSeen.has(name)) lastSeen.set(name, lastSeenAt)
    if (rows.length < STEP) break
    await turn.pause()
  }
  return [...lastSeen].slice(offset, offset + limit).map(([name, lastSeenAt]) => ({ name, lastSeenAt }))
}

/** The names of flags that are not archived. */
async function readFlagNames(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries.selectFrom('features').select('name').where('archived_at', 'is', null).execute()
  return new Set(rows.map(({ name }) => name))
}

interface Report {
  name: string
  appName: string
  environment: string
  seenAt: string
}

/** The newest reports of each name, the newest first. */
async function readReports(queries: Queries, names: readonly string[]): Promise<Report[]> {
  return queries
    .selectFrom((eb) =>
      eb
        .selectFrom('unknown_flags')
        .select(({ fn }) => [
          'name',
          'app_name as appName',
          'environment',
          'seen_at as seenAt',
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('name').orderBy('seen_at', 'desc').orderBy('app_name'))
            .as('place'),
        ])
        .where((where) => inList(where.ref('name'), names))
        .as('report'),
    )
    .select(['name', 'appName', 'environment', 'seenAt'])
    .where('place', '<=', REPORTS)
    .orderBy('seenAt', 'desc')
    .orderBy('appName')
    .execute()
}

/**
 * Reads the time of the latest event of each flag name. The flag may have been archived or deleted. Reads one
 * row for each name.
 */
async function readLastEvents(queries: Queries, names: readonly string[]): Promise<Map<string, string>> {
  const newest = sql`(select id from events where feature_name = value order by id desc limit 1)`
  const rows = await queries
    .selectFrom('events')
    .select(['feature_name as name', 'created_at as at'])
    .where(sql<boolean>`"id" in (select ${newest} from ${jsonTexts(names)})`)
    .execute()
  return new Map(rows.flatMap(({ name, at }) => (name === null ? [] : [[name, at]])))
}
