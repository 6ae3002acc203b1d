import { afterAll, beforeAll, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { getFeatureUsageSummary } from '#shared/flags/contract/metrics.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const REPORTS = 40
let app: TestBackend
let inserts = 0

beforeAll(async () => {
  app = await startBackend({
    disk: {
      beforeStatement: (sql) => void (inserts += sql.startsWith('insert into "client_metrics" ') ? 1 : 0),
    },
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
})
afterAll(() => app.stop())

it('reports of the same moment share a statement, and an Admin reads each count at once', async () => {
  const start = app.clock.now().toISOString()
  const report = (n: number) =>
    app.call('POST', '/api/client/metrics', {
      token: BACKEND,
      body: {
        appName: `app-${n % 2}`,
        bucket: {
          start,
          stop: start,
          // one of them is not valid as a whole, and does not harm the others
          toggles:
            n === 7 ? 'none' : { flag: { yes: n, no: 1, variants: { red: 2 } }, missing: { yes: 1, no: 0 } },
        },
      },
    })
  const answers = await Promise.all(Array.from({ length: REPORTS }, (_none, n) => report(n)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_one, n) => (n === 7 ? 400 : 202)))
  const { body } = await app.call(getFeatureUsageSummary, { params: { name: 'flag' } })
  const yes = (REPORTS * (REPORTS - 1)) / 2 - 7
  expect(body).toMatchObject({
    lastHourUsage: [{ yes, no: REPORTS - 1 }],
    seenApplications: ['app-0', 'app-1'],
  })
  // the second may end among them
  expect(inserts).toBeLessThanOrEqual(2)
  const { queries } = app.backend.store
  const rows = await queries.selectFrom('client_metrics').selectAll().execute()
  const sum = (key: 'yes' | 'no') => rows.reduce((all, row) => all + row[key], 0)
  expect([rows.length, sum('yes'), sum('no')]).toEqual([2, yes, REPORTS - 1])
  const unknown = await queries.selectFrom('unknown_flags').select(['name', 'app_name']).execute()
  expect(unknown.map((one) => one.app_name).sort()).toEqual(['app-0', 'app-1'])
})

it('reports that nobody reads are on the disk a second later', async () => {
  const start = app.clock.now().toISOString()
  const toggles = { flag: { yes: 3, no: 0 } }
  const body = { appName: 'unread', bucket: { start, stop: start, toggles } }
  expect((await app.call('POST', '/api/client/metrics', { token: BACKEND, body })).status).toBe(202)
  const rows = () =>
    app.backend.store.queries
      .selectFrom('client_metrics')
      .select('yes')
      .where('app_name', '=', 'unread')
      .execute()
  await expect.poll(rows).toEqual([{ yes: 3 }])
})
