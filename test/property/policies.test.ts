import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createPolicy, tryPolicy } from '#shared/changes/contract/policies.ts'
import type { PolicyInput, PolicyRule } from '#shared/changes/schemas/policy.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeChange } from './make-change.ts'
import { change, ENVIRONMENTS, EVERYTHING, FEATURES, FLAGS } from './undo-changes.ts'

let app: TestBackend
const begin = async () => {
  app = await startBackend({
    startsAt: '2026-03-02T10:00:00.000Z',
    users: [{ username: 'importer', roles: ['Admin'] }],
  })
  for (const policy of policies) await app.call(createPolicy, { body: policy })
  for (const name of FLAGS) await app.call('POST', FEATURES, { body: { name } })
  for (const environment of ENVIRONMENTS)
    await app.call('POST', `${FEATURES}/alpha/environments/${environment}/on`)
}

const RULES: Record<string, PolicyRule> = {
  few: { kind: 'first-rollout', atMost: 25 },
  'few, all counted': { kind: 'first-rollout', atMost: 4, alsoNarrow: true },
  tagged: { kind: 'tag-required', type: 'simple', pattern: 'one' },
  described: { kind: 'description-required' },
  experiments: { kind: 'types-allowed', types: ['experiment'] },
  morning: { kind: 'change-window', days: [1, 3], from: '06:00', to: '12:00', timeZone: 'America/New_York' },
}
const policies: PolicyInput[] = Object.entries(RULES).map(([name, rule]) => ({ name, rule, effect: 'warn' }))

/** Writes of the log of which a policy warned when they were made. */
async function warned(policy: string): Promise<string[]> {
  const events = await readEventLog(app, { limit: '1000' })
  const groups = events.flatMap(({ type, data, groupId }) =>
    type === 'policy-warned' && data?.['name'] === policy ? [groupId] : [],
  )
  return [...new Set(groups)].sort()
}

/** Writes that a policy would have stopped, by the log. */
async function stopped(policy: PolicyInput): Promise<string[]> {
  const { body } = await app.call(tryPolicy, { body: { policy } })
  expect(body).toMatchObject({ reachedTo: null, unknown: 0, stopped: body.examples.length })
  const events = await readEventLog(app, { limit: '1000' })
  const groupOf = new Map(events.map(({ id, groupId }) => [id, groupId]))
  return body.examples.map(({ event }) => groupOf.get(event) ?? '').sort()
}

it('a dry run finds in the log what a policy warned of when it was written', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ one: change, hours: fc.nat(20) }), { minLength: 5, maxLength: 30 }),
      async (changes) => {
        await begin()
        try {
          for (const { one, hours } of changes) {
            app.clock.advance(hours * 3_600_000)
            await makeChange(app, one)
          }
          for (const policy of policies) {
            const writes = await stopped(policy)
            expect(writes, policy.name).toEqual(await warned(policy.name))
            found += writes.length
          }
        } finally {
          await app.stop()
        }
      },
    ),
    { numRuns: propertyRuns(25), examples: [[EVERYTHING.map((one) => ({ one, hours: 3 }))]] },
  )
  expect(found).toBeGreaterThan(50)
})
