import { afterAll, beforeAll, expect, it } from 'vitest'

import { MAX_EXPECTATIONS } from '#shared/insight/schemas/expectation.ts'
import { insertAll } from '#store/insert-all.ts'
import { toJson } from '#store/json.ts'
import { measureTurns } from '#support/runner/processor-time.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FLAGS = 5000
const AT = '2026-09-01T00:00:00.000Z'
/** Bound in milliseconds of the processor on which bounds are set. */
const MAX_TURN_MS = 50
const SEGMENT = '/api/admin/segments/1'
const body = (values: string[]) => ({
  name: 'shared',
  constraints: [{ contextName: 'country', operator: 'IN', values }],
})
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  await app.call('POST', '/api/admin/segments', { body: body(['NO']) })
  const names = Array.from({ length: FLAGS }, (_, n) => `flag-${n}`)
  await app.backend.store.transaction(async (queries) => {
    const shared = { project: 'default', type: 'release', description: null, impression_data: false }
    const made = { stale: false, created_at: AT, created_by_user_id: 1, archived_at: null }
    await insertAll(
      queries,
      'features',
      names.map((name) => ({ name, ...shared, ...made })),
    )
    const on = { environment: 'development', variants: '[]', last_seen_at: null, enabled: true }
    await insertAll(
      queries,
      'feature_environments',
      names.map((feature_name) => ({ feature_name, ...on })),
    )
    const strategy = {
      ...{ environment: 'development', name: 'flexibleRollout', title: null, disabled: false },
      ...{ variants: '[]', constraints: '[]', sort_order: 0, milestone_id: null, created_at: AT },
      parameters: toJson({ rollout: '100', stickiness: 'default', groupId: 'g' }),
    }
    await insertAll(
      queries,
      'feature_strategies',
      names.map((feature_name) => ({ id: `of-${feature_name}`, feature_name, ...strategy })),
    )
    await insertAll(
      queries,
      'feature_strategy_segments',
      names.map((name) => ({ strategy_id: `of-${name}`, segment_id: 1 })),
    )
    await insertAll(
      queries,
      'expectations',
      Array.from({ length: MAX_EXPECTATIONS }, (_, n) => ({
        ...{ name: `expectation ${n}`, feature_name: `flag-${n % FLAGS}`, project: null },
        environment: 'development',
        content: toJson({
          contexts: [{ userId: String(n), country: 'NO' }],
          ...{ expect: { enabled: true }, gate: 'refuse' },
        }),
        ...{ created_by: 'ann', created_at: AT },
      })),
    )
  })
}, 120_000)
afterAll(() => app.stop())

it('a change of the segment of 5,000 flags is judged by 10,000 expectations, before and after it, in short turns', async () => {
  const change = async (values: string[]) => {
    const answer = await app.call('PUT', SEGMENT, { body: body(values) })
    const { violations = [], omitted = 0 } = (answer.body ?? {}) as {
      violations?: unknown[]
      omitted?: number
    }
    return [answer.status, violations.length + omitted]
  }
  expect(await change(['NO', 'SE'])).toEqual([204, 0])
  const { total, longest } = await app.answers.unchecked(() =>
    measureTurns(async () => {
      expect(await change(['SE'])).toEqual([403, MAX_EXPECTATIONS])
    }),
  )
  console.info(`gates: ${Math.round(total)} ms, longest turn ${Math.round(longest)} ms`)
  expect(longest).toBeLessThan(MAX_TURN_MS)
})
