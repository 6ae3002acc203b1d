import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createExpectation, runExpectations } from '#shared/insight/contract/expectations.ts'
import type { ExpectationInput } from '#shared/insight/schemas/expectation.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeChange } from './make-change.ts'
import { change, type Change, ENVIRONMENTS, EVERYTHING, FEATURES, FLAGS } from './undo-changes.ts'

let app: TestBackend
const begin = async () => {
  app = await startBackend({
    startsAt: '2026-03-02T10:00:00.000Z',
    users: [{ username: 'importer', roles: ['Admin'] }],
  })
  for (const name of FLAGS) await app.call('POST', FEATURES, { body: { name } })
  for (const environment of ENVIRONMENTS)
    await app.call('POST', `${FEATURES}/alpha/environments/${environment}/on`)
  for (const body of GATES) expect((await app.call(createExpectation, { body })).status).toBe(201)
}

const RESULTS: [string, ExpectationInput['expect']][] = [
  ['on', { enabled: true }],
  ['off', { enabled: false }],
  ['red', { enabled: true, variant: 'red' }],
  ['off by a strategy', { enabled: false, reason: 'no-strategy-matched' }],
]
const GATES: ExpectationInput[] = FLAGS.flatMap((flag) =>
  ENVIRONMENTS.flatMap((environment) =>
    ['a', 'x'].flatMap((userId) =>
      RESULTS.map(([result, expected = { enabled: true }]) => ({
        ...{ name: `${flag} ${environment} ${userId} ${result}`, flag, environment, gate: 'warn' as const },
        ...{ contexts: [{ userId, appName: 'b' }], expect: expected },
      })),
    ),
  ),
)

/** Each of these breaks what held for some users. */
const SWITCHES: Change[] = FLAGS.flatMap((flag) =>
  ENVIRONMENTS.flatMap((environment) =>
    (['on', 'off', 'on', 'off'] as const).map((kind) => ({ kind, flag, environment })),
  ),
)

/** Names of the expectations that hold now. */
async function holding(): Promise<Set<string>> {
  const { results } = (await app.call(runExpectations, { body: {} })).body
  return new Set(results.flatMap(({ name, passed }) => (passed ? [name] : [])))
}

/** Names of the expectations that the newest writes were warned of. */
async function warned(after: number): Promise<{ names: string[]; last: number }> {
  const rows = await app.backend.store.queries
    .selectFrom('events')
    .select(['id', 'type', 'data'])
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  const names = rows.flatMap(({ type, data }) =>
    type === 'expectation-warned' ? [(JSON.parse(String(data)) as { name: string }).name] : [],
  )
  return { names: names.sort(), last: rows.at(-1)?.id ?? after }
}

it('a gate warns of a write exactly where its expectation held before it, and fails after it', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 20 }), async (changes) => {
      await begin()
      try {
        let before = await holding()
        let { last } = await warned(0)
        for (const one of changes) {
          await makeChange(app, one)
          const after = await holding()
          const said = await warned(last)
          const broken = [...before].filter((name) => !after.has(name)).sort()
          expect(said.names, JSON.stringify(one)).toEqual(broken)
          found += broken.length
          ;[before, last] = [after, said.last]
        }
      } finally {
        await app.stop()
      }
    }),
    { numRuns: propertyRuns(10), examples: [[EVERYTHING], [SWITCHES]] },
  )
  expect(found).toBeGreaterThan(50)
})
