import { afterAll, beforeAll, expect, it } from 'vitest'

import { getContextFindings } from '#shared/clients/contract/context-findings.ts'
import { insertAll } from '#store/insert-all.ts'
import { measureTurns } from '#support/runner/processor-time.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FLAGS = 2000
const CONTEXTS = 5000
const APPLICATIONS = 300
const MAX_TURN_MS = 50
const MAX_MS = 3000

let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  const at = app.clock.now().toISOString()
  const names = Array.from({ length: FLAGS }, (_, n) => `flag-${n}`)
  const own = { project: 'default', type: 'release', description: null, impression_data: false, stale: false }
  const place = { environment: 'development', variants: '[]', enabled: true, last_seen_at: null }
  await app.backend.store.transaction(async (queries) => {
    await insertAll(
      queries,
      'features',
      names.map((name) => ({ name, ...own, created_at: at, created_by_user_id: 1, archived_at: null })),
    )
    await insertAll(
      queries,
      'feature_environments',
      names.map((name) => ({ feature_name: name, ...place })),
    )
    await insertAll(
      queries,
      'feature_strategies',
      names.map((name, n) => ({
        id: `strategy-${n}`,
        feature_name: name,
        environment: 'development',
        name: 'flexibleRollout',
        title: null,
        disabled: false,
        sort_order: 0,
        created_at: at,
        parameters: JSON.stringify({
          rollout: '50',
          stickiness: n % 2 === 0 ? 'default' : `sticky-${n % 40}`,
          groupId: name,
        }),
        constraints: JSON.stringify([{ contextName: `field-${n % 500}`, operator: 'NOT_IN', values: ['x'] }]),
        variants: '[]',
      })),
    )
  })
  const { seenContexts } = app.backend.services
  for (let n = 0; n < CONTEXTS; n++) {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, field) => [
        `own-${(n * 7 + field) % 6007}`,
        field % 3 ? '1' : 'undefined',
      ]),
    )
    seenContexts.note({
      environment: 'development',
      projects: ['*'],
      context: { appName: `app-${n % APPLICATIONS}`, ...(n % 3 ? { userId: 'undefined' } : {}), properties },
      origin: 'all-flags',
      at: app.clock.now(),
    })
  }
})
afterAll(() => app.stop())

/** Processor time of the service for some work, and its longest turn of the event loop. */
const measure = (work: () => Promise<unknown>) => app.answers.unchecked(() => measureTurns(work))

it('5,000 contexts of 300 applications and 2,000 flags are examined in short turns, to a bounded answer', async () => {
  const ask = () => app.call(getContextFindings, { query: {} })
  await ask()
  const { total, longest } = await measure(ask)
  console.info(`findings: ${Math.round(total)} ms, longest turn ${Math.round(longest)} ms`)
  expect(longest).toBeLessThan(MAX_TURN_MS)
  expect(total).toBeLessThan(MAX_MS)

  const { body, text } = await ask()
  expect(text.length).toBeLessThan(2_000_000)
  expect(body).toMatchObject({ isSampled: true })
  expect(body.findings).toHaveLength(500)
  expect(body.omitted).toBeGreaterThan(0)
  expect(body.applications).toHaveLength(200)
  expect(body.environments[0]).toMatchObject({ contexts: CONTEXTS, hasMoreFields: true })
  expect(body.environments[0]?.fields).toHaveLength(1000)
  expect(Math.max(...body.findings.map(({ flags }) => flags.length))).toBe(20)
})

it('is as short for one flag, as a constraint asks', async () => {
  const ask = () =>
    app.call(getContextFindings, {
      query: { project: 'default', environment: 'development', flag: 'flag-1' },
    })
  await ask()
  const { total, longest } = await measure(ask)
  console.info(`one flag: ${Math.round(total)} ms, longest turn ${Math.round(longest)} ms`)
  expect(longest).toBeLessThan(MAX_TURN_MS)
  expect(total).toBeLessThan(MAX_MS)
})
