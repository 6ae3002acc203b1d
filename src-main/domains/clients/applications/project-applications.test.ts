import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'

import type { QueryContext } from '#kernel/use-case.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { getOutdatedProjectSdks } from '../operations/project-applications.ts'
import { getProjectApplications } from '../operations/project-applications.ts'

const AT = new Date('2026-01-01T00:00:00.000Z')
const APPLICATIONS = 40
const INSTANCES = 25

const temp = await makeTempPlace()
let store: Store
let rowsOfStatements: number[] = []
let context: QueryContext

beforeAll(async () => {
  store = await openStore({ ...temp.at, wasm, now: () => AT })
  const numbers = (most: number) =>
    sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) select i from n)`
  const at = AT.toISOString()
  const { queries } = store
  await sql`insert into feature_types (id, name, description, lifetime_days, sort_order)
    values ('release', 'Release', '', null, 1)`.execute(queries)
  await sql`insert into projects (id, name, mode, default_stickiness, link_templates, created_at, updated_at)
    values ('default', 'Default', 'open', 'default', '[]', ${at}, ${at})`.execute(queries)
  await sql`insert into features (name, project, type, stale, impression_data, created_at, created_by_user_id)
    select 'flag-' || i, 'default', 'release', 0, 0, ${at}, 1 from ${numbers(600)}`.execute(queries)
  await sql`insert into client_instances (app_name, instance_id, environment, sdk_version, sdk_type, spec_version, created_at, last_seen)
    select printf('app-%02d', a.i), 'instance-' || b.i, 'development', 'unleash-client-node:3.0.0', 'backend', '4.2.0', ${at}, ${at}
    from ${numbers(APPLICATIONS)} a, ${numbers(INSTANCES)} b`.execute(queries)
  // the last application requested no flag of this project
  await sql`insert into client_metrics (feature_name, app_name, environment, hour, yes, no)
    select 'flag-' || (i * 15), printf('app-%02d', i), 'development', ${at}, 1, 1
    from ${numbers(APPLICATIONS - 1)}`.execute(queries)
  context = {
    now: AT,
    visible: queries.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rowsOfStatements.push(result.rows.length)
        return result
      },
    }),
  } as QueryContext
})

afterAll(async () => {
  await store.close()
  await temp.remove()
})

const params = { projectId: 'default' }

it('issue 14 limits: a page of applications reads the instances of that page only', async () => {
  rowsOfStatements = []
  const answer = await getProjectApplications.run(context, {
    params,
    query: { offset: '3', limit: '1' },
  } as never)
  expect(answer.total).toBe(APPLICATIONS - 1)
  expect(answer.applications.map(({ name, instances }) => [name, instances.length])).toEqual([
    ['app-04', INSTANCES],
  ])
  // reads one row per flag, never all instances
  expect(rowsOfStatements.filter((rows) => rows >= APPLICATIONS * INSTANCES)).toEqual([])
})

it('issue 14 limits: outdated SDKs of a project are read once for each application', async () => {
  rowsOfStatements = []
  const { sdks } = await getOutdatedProjectSdks.run(context, { params } as never)
  expect(sdks.map(({ applications }) => applications.length)).toEqual([APPLICATIONS - 1])
  expect(rowsOfStatements.filter((rows) => rows >= APPLICATIONS * INSTANCES)).toEqual([])
})
