import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readExplainedConfiguration } from '#domains/insight/explain/explained-configuration.read-model.ts'
import { readActivity, readFirstEnabled } from '#domains/projects/projects/project-activity.read-model.ts'
import { countStatements } from '#support/service/count-statements.ts'
import { testsOnPostgres } from '#support/runner/make-database.ts'
import { addManyEvents } from '#support/runner/many-rows.ts'
import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { exportFeatures } from '#shared/transfer/contract/import-export.ts'
import { searchFeatures } from '#shared/flags/contract/search.ts'
import { explainFlag } from '#shared/insight/contract/explain.ts'

/** Together more strategies than a statement takes parameters. */
const [FLAGS, STRATEGIES] = [1200, 28]
const NAMES = Array.from({ length: FLAGS }, (_, n) => `many-${n + 1}`)
const PROJECT = '/api/admin/projects/default'

let app: TestBackend
const queries = () => app.backend.store.queries

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  await app.backend.store.transaction(async (inside) => {
    await sql`insert into features (name, project, type, stale, impression_data, created_at, created_by_user_id)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${FLAGS})
      select 'many-' || i, 'default', 'release', 0, 0, '2026-10-01T00:00:00.000Z', 1 from n`.execute(inside)
    await sql`insert into feature_environments (feature_name, environment, enabled, variants)
      select f.name, e.environment, 1, '[]' from features f, project_environments e
      where e.project = 'default' and f.name like 'many-%'`.execute(inside)
    await sql`insert into segments (id, name, constraints, created_at, created_by)
      values (900, 'seg', '[{"contextName":"userId","operator":"IN","values":["1"]}]', '', '')`.execute(
      inside,
    )
    await sql`insert into feature_strategies (id, feature_name, environment, name, disabled, constraints, parameters,
        variants, sort_order, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${STRATEGIES})
      select f.name || '-' || i, f.name, 'production', 'default', 0, '[]', '{}', '[]', i, ''
      from features f, n where f.name like 'many-%'`.execute(inside)
    await sql`insert into feature_strategy_segments (strategy_id, segment_id)
      select id, 900 from feature_strategies where feature_name like 'many-%'`.execute(inside)
    await addManyEvents(inside, { count: 20_000 })
  })
})
afterAll(() => app.stop())

describe('queries with very long lists', () => {
  it('return more strategies to SDKs than a statement takes parameters, each with its segments', async () => {
    const { status, body } = await app.call(getAllClientFeatures, { token: BACKEND_PRODUCTION })
    expect(status).toBe(200)
    const { features } = body as {
      features: { strategies: { segments?: number[]; constraints: unknown[] }[] }[]
    }
    const strategies = features.flatMap((feature) => feature.strategies)
    expect(strategies.length).toBe(FLAGS * STRATEGIES)
    expect(
      strategies.every(({ segments, constraints }) => (segments ?? []).length + constraints.length === 1),
    ).toBe(true)
  })

  it('export more flags than a statement takes parameters', async () => {
    const features = [...NAMES, ...Array.from({ length: 40_000 }, (_, n) => `x${n}`)]
    const { status } = await app.call(exportFeatures, { body: { environment: 'production', features } })
    expect(status).toBeLessThan(500)
  })

  it('search by more tags than an expression may be deep', async () => {
    for (const operator of ['INCLUDE_ANY_OF', 'INCLUDE_ALL_OF', 'EXCLUDE_IF_ANY_OF', 'EXCLUDE_ALL']) {
      const tags = Array.from({ length: 1100 }, (_, n) => `a:${n}`).join(',')
      const { status } = await app.call(searchFeatures, {
        query: { limit: '5', tag: `${operator}:${encodeURIComponent(tags)}` },
      })
      expect(status).toBeLessThan(500)
    }
  })
})

describe('bulk writes', () => {
  it('archive, revive and delete many flags with a constant number of statements', async () => {
    const names = NAMES.slice(0, 1000)
    const bulk = async (what: string, expected: number) => {
      const statements = await countStatements(app.backend.store, async () => {
        const { status } = await app.call('POST', `${PROJECT}/${what}`, { body: { features: names } })
        expect(status).toBe(expected)
      })
      expect(statements).toBeLessThan(200)
    }
    const active = async () => {
      const rows = await queries()
        .selectFrom('features')
        .select('name')
        .where('archived_at', 'is', null)
        .where('name', 'like', 'many-%')
        .execute()
      return rows.length
    }
    await bulk('archive', 202)
    expect(await active()).toBe(200)
    const stages = await queries()
      .selectFrom('feature_lifecycle_stages')
      .select('feature_name')
      .where('stage', '=', 'archived')
      .execute()
    expect(stages.length).toBe(1000)
    await bulk('revive', 200)
    expect(await active()).toBe(1200)
    await bulk('archive', 202)
    await bulk('delete', 200)
    expect(await active()).toBe(200)
    const events = await queries()
      .selectFrom('events')
      .select((eb) => ['type', eb.fn.countAll<number>().as('count')])
      .where('type', 'in', ['feature-archived', 'feature-revived', 'feature-deleted'])
      .groupBy('type')
      .orderBy('type')
      .execute()
    expect(events).toEqual([
      { type: 'feature-archived', count: 2000 },
      { type: 'feature-deleted', count: 1000 },
      { type: 'feature-revived', count: 1000 },
    ])
  })
})

describe('a read of one item', () => {
  it('explains a flag by reading that flag and its parents, not the instance', async () => {
    const world = await readExplainedConfiguration(queries(), 'production', ['many-1100'])
    expect([...world.features.keys()]).toEqual(['many-1100'])
    const statements = await countStatements(app.backend.store, () =>
      app.call(explainFlag, { query: { flag: 'many-1100', environment: 'production' } }),
    )
    expect(statements).toBeLessThan(20)
  })

  it('reads an environment without a query for each project', async () => {
    await sql`insert into projects (id, name, mode, default_stickiness, link_templates, created_at, updated_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
      select 'p' || i, '', 'open', '', '[]', '', '' from n`.execute(queries())
    await sql`insert into features (name, project, type, stale, impression_data, created_at, created_by_user_id)
      select 'of-' || id, id, 'release', 0, 0, '', 1 from projects where id like 'p%'`.execute(queries())
    const statements = await countStatements(app.backend.store, () =>
      readExplainedConfiguration(queries(), 'production'),
    )
    expect(statements).toBeLessThan(20)
  })
})

describe('the activity of a project', () => {
  it('is counted by day, and the first day from its start time on', async () => {
    const since = '2026-10-01T02:00:00.500Z'
    const rows = await queries()
      .selectFrom('events')
      .select(['created_at as at'])
      .where('project', '=', 'default')
      .where('created_at', '>=', since)
      .execute()
    const expected = new Map<string, number>()
    for (const { at } of rows) expected.set(at.slice(0, 10), (expected.get(at.slice(0, 10)) ?? 0) + 1)
    const activity = await readActivity(queries(), 'default', since)
    expect(activity).toEqual(
      [...expected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, count]) => ({ date, count })),
    )
    expect(expected.get('2026-10-01')).toBeGreaterThan(1000)
  })

  it('no longer counts an event that is deleted', async () => {
    const days = () =>
      queries().selectFrom('project_event_days').selectAll().where('project', '=', 'gone').execute()
    await addManyEvents(queries(), { count: 3, global: 0, project: 'gone' })
    expect((await days()).map(({ events }) => events)).toEqual([3])
    await queries().deleteFrom('events').where('project', '=', 'gone').execute()
    expect(await days()).toEqual([])
  })

  it('finds when flags were first enabled by an index only', async () => {
    await sql`insert into events (type, created_by, created_by_user_id, created_at, feature_name, project, environment,
        tags, group_id, affects_clients)
      values ('feature-environment-enabled', '', 1, '2026-10-03T00:00:00.000Z', 'many-1150', 'default', 'production', '[]', '', 1),
        ('feature-environment-enabled', '', 1, '2026-10-02T00:00:00.000Z', 'many-1150', 'other', 'production', '[]', '', 1)`.execute(
      queries(),
    )
    const enabledAt = async (which: Parameters<typeof readFirstEnabled>[1]) =>
      (await readFirstEnabled(queries(), which)).map((flag) => [flag.name, flag.enabledAt])
    expect(await enabledAt({ flagsOf: 'default' })).toEqual([['many-1150', '2026-10-02T00:00:00.000Z']])
    expect(await enabledAt({ eventsOf: 'default' })).toEqual([['many-1150', '2026-10-03T00:00:00.000Z']])
    const { rows } = await sql<object>`${sql.raw(testsOnPostgres ? 'explain' : 'explain query plan')}
      select min(created_at) from events
      where feature_name = 'x' and environment = 'y' and type = 'feature-environment-enabled'`.execute(
      queries(),
    )
    expect(JSON.stringify(rows)).toMatch(/(?:COVERING INDEX|Index Only Scan using) events_enabled/)
  })
})
