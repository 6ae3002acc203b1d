import { sql } from 'kysely'

import { newestWindows } from '#store/id-windows.ts'
import type { Queries } from '#store/queries.ts'

export interface DayOfEvents {
  date: string
  count: number
}

/** Counts the events of a project on each day since an instant; days without any are left out. */
export async function readActivity(queries: Queries, project: string, since: string): Promise<DayOfEvents[]> {
  const days = await queries
    .selectFrom('project_event_days')
    .select(['day', 'events', 'first_id', 'last_id'])
    .where('project', '=', project)
    .where('day', '>=', dayOf(since))
    .orderBy('day')
    .execute()
  const activity: DayOfEvents[] = []
  for (const { day, events, first_id: first, last_id: last } of days) {
    const isCut = day === dayOf(since) && since > `${day}T00:00:00.000Z`
    const count = isCut ? await countSince(queries, project, since, { first, last }) : events
    if (count > 0) activity.push({ date: day, count })
  }
  return activity
}

/** Counts the events of a project from an instant on. */
export async function countEvents(queries: Queries, project: string, since: string): Promise<number> {
  return (await readActivity(queries, project, since)).reduce((sum, { count }) => sum + count, 0)
}

/** Counts within the one day that an instant divides. */
async function countSince(
  queries: Queries,
  project: string,
  since: string,
  range: { first: number; last: number },
): Promise<number> {
  let events = 0
  for await (const { first, last } of newestWindows(range)) {
    const { count } = await queries
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('project', '=', project)
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('created_at', '>=', since)
      .where('created_at', '<', `${dayOf(since)}T24`)
      .executeTakeFirstOrThrow()
    events += Number(count)
  }
  return events
}

const dayOf = (instant: string) => instant.slice(0, 10)

export interface FirstEnabled {
  name: string
  createdAt: string
  enabledAt: string
}

/**
 * Reads when flags were first enabled in a production environment: flags of a project that are not archived, or, by
 * `eventsOf`, all flags by the events of a project. Each flag costs one look-up in an index, however many events it has.
 */
export async function readFirstEnabled(
  queries: Queries,
  which: { flagsOf: string } | { eventsOf: string },
): Promise<FirstEnabled[]> {
  const rows = await queries
    .selectFrom('features')
    .crossJoin('environments')
    .select((eb) => [
      'features.name',
      'features.created_at as createdAt',
      eb
        .selectFrom('events')
        .select((event) => event.fn.min('created_at').as('at'))
        .whereRef('feature_name', '=', 'features.name')
        .whereRef('environment', '=', 'environments.name')
        // a literal, because SQLite matches a parameter with no partial index
        .where('type', '=', sql.lit('feature-environment-enabled'))
        .$if('eventsOf' in which, (q) => q.where('project', '=', 'eventsOf' in which ? which.eventsOf : ''))
        .as('enabledAt'),
    ])
    .where('environments.type', '=', 'production')
    .$if('flagsOf' in which, (q) =>
      q
        .where('features.project', '=', 'flagsOf' in which ? which.flagsOf : '')
        .where('features.archived_at', 'is', null),
    )
    .orderBy('features.name')
    .execute()
  const first = new Map<string, FirstEnabled>()
  for (const { name, createdAt, enabledAt } of rows) {
    const known = first.get(name)
    if (enabledAt !== null && (!known || enabledAt < known.enabledAt))
      first.set(name, { name, createdAt, enabledAt })
  }
  return [...first.values()]
}
