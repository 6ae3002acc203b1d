import { afterAll, beforeAll, expect, it } from 'vitest'

import { runExpectations } from '#shared/insight/contract/expectations.ts'
import { MAX_EXPECTATIONS } from '#shared/insight/schemas/expectation.ts'
import { insertAll } from '#store/insert-all.ts'
import { toJson } from '#store/json.ts'
import { measureTurns } from '#support/runner/processor-time.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FLAGS = 5000
const AT = '2026-09-01T00:00:00.000Z'
/** Bounds in milliseconds of the processor on which bounds are set. */
const [MAX_MS, MAX_TURN_MS] = [1000, 50]
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  const names = Array.from({ length: FLAGS }, (_, n) => `flag-${n}`)
  await app.backend.store.transaction(async (queries) => {
    const shared = { project: 'default', type: 'release', description: null, impression_data: false }
    const made = { stale: false, created_at: AT, created_by_user_id: 1, archived_at: null }
    await insertAll(
      queries,
      'features',
      names.map((name) => ({ name, ...shared, ...made })),
    )
    const off = { environment: 'development', variants: '[]', last_seen_at: null }
    await insertAll(
      queries,
      'feature_environments',
      names.map((feature_name) => ({ feature_name, enabled: true, ...off })),
    )
    const strategy = {
      ...{
        environment: 'development',
        name: 'flexibleRollout',
        title: null,
        disabled: false,
        variants: '[]',
      },
      constraints: toJson([{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }]),
      parameters: toJson({ rollout: '100', stickiness: 'default', groupId: 'g' }),
      ...{ sort_order: 0, milestone_id: null, created_at: AT },
    }
    await insertAll(
      queries,
      'feature_strategies',
      names.map((feature_name) => ({ id: `of-${feature_name}`, feature_name, ...strategy })),
    )
    // half of them fail, and some of these are explained
    await insertAll(
      queries,
      'expectations',
      Array.from({ length: MAX_EXPECTATIONS }, (_, n) => ({
        name: `expectation ${n}`,
        feature_name: `flag-${n % FLAGS}`,
        project: null,
        environment: 'development',
        content: toJson({
          contexts: [{ userId: String(n), country: n < FLAGS ? 'NO' : 'DK' }],
          expect: { enabled: true },
        }),
        created_by: 'ann',
        created_at: AT,
      })),
    )
  })
}, 120_000)
afterAll(() => app.stop())

it('10,000 expectations of 5,000 flags take less than a second, and hold nobody up', async () => {
  const run = async () => {
    const { body, status, text } = await app.call(runExpectations, { body: {} })
    expect(status === 200 ? '' : text).toBe('')
    expect([body.passed, body.failed]).toEqual([FLAGS, MAX_EXPECTATIONS - FLAGS])
  }
  await run()
  const { total, longest } = await app.answers.unchecked(() => measureTurns(run))
  console.info(`expectations: ${Math.round(total)} ms, longest turn ${Math.round(longest)} ms`)
  expect(total).toBeLessThan(MAX_MS)
  expect(longest).toBeLessThan(MAX_TURN_MS)
})
