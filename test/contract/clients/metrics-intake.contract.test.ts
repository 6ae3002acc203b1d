import { afterAll, beforeAll, expect, it } from 'vitest'

import { createFeature } from '../../../src-shared/flags/contract/features.ts'
import { BACKEND, startBackend, type TestBackend } from '../../support/start-backend.ts'

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

it('reports of the same moment share statements, and each count is there once answered', async () => {
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
  expect(inserts).toBeLessThan(REPORTS / 2)
  const { queries } = app.backend.store
  const rows = await queries.selectFrom('client_metrics').selectAll().execute()
  const sum = (key: 'yes' | 'no') => rows.reduce((all, row) => all + row[key], 0)
  expect([rows.length, sum('yes'), sum('no')]).toEqual([2, (REPORTS * (REPORTS - 1)) / 2 - 7, REPORTS - 1])
  const unknown = await queries.selectFrom('unknown_flags').select(['name', 'app_name']).execute()
  expect(unknown.map((one) => one.app_name).sort()).toEqual(['app-0', 'app-1'])
})
