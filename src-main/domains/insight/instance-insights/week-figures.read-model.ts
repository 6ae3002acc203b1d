import { sql } from 'kysely'

import { Turn } from '#runtime/turn.ts'
import { idWindows } from '#store/id-windows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import type { InstanceFigures, ProjectFigures } from './insight-weeks.store.ts'

/** A user is active who was seen in this many days. */
const ACTIVE_DAYS = 60
const DAY_MS = 86_400_000
/** Flags whose counts of a week are added up at once: some thousand rows. */
const FLAGS_AT_ONCE = 10

/** Reads the figures of all projects in the week that begins at an instant. Given figures of evaluations are not added up. */
export async function readProjectFigures(
  queries: Queries,
  from: string,
  metrics?: ReadonlyMap<string, ProjectFigures['metrics']>,
): Promise<Map<string, ProjectFigures>> {
  const projects = await queries
    .selectFrom('projects')
    .select('id')
    .where('archived_at', 'is', null)
    .execute()
  const figures = new Map(projects.map(({ id }) => [id, noFigures()]))
  for (const row of await readFlags(queries)) {
    const own = figures.get(row.project)
    if (own) own.flags = { total: row.total, stale: row.staleFlags, potentiallyStale: row.maybeStale }
  }
  for (const { project, type, created, archived } of await readTurnover(queries, from)) {
    const own = figures.get(project)
    if (!own) continue
    if (created > 0) own.createdFlags = { ...own.createdFlags, [type]: created }
    own.archivedFlags += archived
  }
  for (const { project, count } of await readNewLive(queries, from)) {
    const own = figures.get(project)
    if (own) own.newProductionFlags = count
  }
  if (metrics === undefined) await addMetrics(queries, from, figures)
  else for (const [project, own] of figures) own.metrics = metrics.get(project) ?? own.metrics
  return figures
}

const noFigures = (): ProjectFigures => ({
  flags: { total: 0, stale: 0, potentiallyStale: 0 },
  metrics: { yes: 0, no: 0, apps: 0, flags: 0, environments: 0 },
  newProductionFlags: 0,
  createdFlags: {},
  archivedFlags: 0,
})

async function readFlags(queries: Queries) {
  return queries
    .selectFrom('features')
    .select((eb) => [
      'project',
      eb.fn.countAll<number>().as('total'),
      sql<number>`count(*) filter (where stale = 1)`.as('staleFlags'),
      sql<number>`count(*) filter (where potentially_stale = 1 and stale = 0)`.as('maybeStale'),
    ])
    .where('archived_at', 'is', null)
    .groupBy('project')
    .execute()
}

async function readTurnover(queries: Queries, from: string) {
  return queries
    .selectFrom('features')
    .select([
      'project',
      'type',
      sql<number>`count(*) filter (where created_at >= ${from})`.as('created'),
      sql<number>`count(*) filter (where archived_at >= ${from})`.as('archived'),
    ])
    .where((eb) => eb.or([eb('created_at', '>=', from), eb('archived_at', '>=', from)]))
    .groupBy(['project', 'type'])
    .execute()
}

async function readNewLive(queries: Queries, from: string) {
  return queries
    .selectFrom('feature_lifecycle_stages as s')
    .innerJoin('features as f', 'f.name', 's.feature_name')
    .select((eb) => ['f.project as project', eb.fn.countAll<number>().as('count')])
    .where('s.stage', '=', 'live')
    .where('s.entered_at', '>=', from)
    .groupBy('f.project')
    .execute()
}

/** Adds up the evaluations of the week, some flags at a time: there can be millions of rows. */
async function addMetrics(
  queries: Queries,
  from: string,
  figures: ReadonlyMap<string, ProjectFigures>,
): Promise<void> {
  const flags = await queries
    .selectFrom('features')
    .select(['name', 'project'])
    .where('archived_at', 'is', null)
    .orderBy('project')
    .orderBy('name')
    .execute()
  const projectOf = new Map(flags.map(({ name, project }) => [name, project]))
  const seen = new Map<string, { apps: Set<string>; environments: Set<string> }>()
  const turn = new Turn()
  for (let start = 0; start < flags.length; start += FLAGS_AT_ONCE) {
    const names = flags.slice(start, start + FLAGS_AT_ONCE).map(({ name }) => name)
    const rows = await queries
      .selectFrom('client_metrics')
      .select((eb) => [
        'feature_name as name',
        'environment',
        'app_name as app',
        eb.fn.sum<number>('yes').as('yes'),
        eb.fn.sum<number>('no').as('no'),
      ])
      .where((eb) => inList(eb.ref('feature_name'), names))
      .where('hour', '>=', from)
      .groupBy(['feature_name', 'environment', 'app_name'])
      .execute()
    const counted = new Set<string>()
    for (const { name, environment, app, yes, no } of rows) {
      const project = projectOf.get(name) ?? ''
      const own = figures.get(project)
      if (!own) continue
      const of = seen.get(project) ?? { apps: new Set(), environments: new Set() }
      seen.set(project, { apps: of.apps.add(app), environments: of.environments.add(environment) })
      if (!counted.has(name)) own.metrics.flags++
      counted.add(name)
      own.metrics.yes += Number(yes)
      own.metrics.no += Number(no)
      own.metrics.apps = of.apps.size
      own.metrics.environments = of.environments.size
    }
    await turn.pause()
  }
}

/** Reads the figures of the instance in a week, and counts the changes that came since the former time. */
export async function readInstanceFigures(
  queries: Queries,
  now: Date,
  from: string,
  former: InstanceFigures | undefined,
): Promise<InstanceFigures> {
  const activeFrom = new Date(now.getTime() - ACTIVE_DAYS * DAY_MS).toISOString()
  const users = await queries
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`count(*) filter (where seen_at >= ${activeFrom})`.as('active'),
    ])
    .where('kind', '=', 'user')
    .executeTakeFirstOrThrow()
  const { updates, countedTo } = await countUpdates(queries, from, former)
  return { users: { total: Number(users.total), active: Number(users.active) }, updates, countedTo }
}

async function countUpdates(
  queries: Queries,
  from: string,
  former: InstanceFigures | undefined,
): Promise<Pick<InstanceFigures, 'updates' | 'countedTo'>> {
  const types = new Map(
    (await queries.selectFrom('environments').select(['name', 'type']).execute()).map((one) => [
      one.name,
      one.type,
    ]),
  )
  const first = await queries
    .selectFrom('event_days')
    .select((eb) => eb.fn.min('first_id').as('id'))
    .where('day', '>=', from.slice(0, 10))
    .executeTakeFirst()
  const newest = await queries
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const last = newest?.id ?? 0
  const begin = former ? former.countedTo + 1 : (first?.id ?? last + 1)
  const updates = new Map(Object.entries(former?.updates ?? {}))
  for await (const window of idWindows({ first: begin, last }, 'asc')) {
    const rows = await queries
      .selectFrom('events')
      .select((eb) => ['environment', eb.fn.countAll<number>().as('count')])
      .where('id', '>=', window.first)
      .where('id', '<=', window.last)
      .where('environment', 'is not', null)
      .groupBy('environment')
      .execute()
    for (const { environment, count } of rows) {
      const type = types.get(environment ?? '')
      if (type !== undefined) updates.set(type, (updates.get(type) ?? 0) + Number(count))
    }
  }
  return { updates: Object.fromEntries(updates), countedTo: Math.max(last, former?.countedTo ?? 0) }
}
