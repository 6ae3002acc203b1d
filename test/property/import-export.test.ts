import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ExportedFlags } from '../../src-shared/schemas/import-export.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'

/** What is exported from one instance and imported into another is the same there. */
let from: TestBackend
let to: TestBackend
beforeAll(async () => {
  const users = [{ username: 'ann', roles: ['Admin'] }]
  ;[from, to] = await Promise.all([startBackend({ users }), startBackend({ users })])
  for (const app of [from, to])
    for (const name of ['beta', 'staff'])
      await app.call('POST', '/api/admin/segments', { body: { name, constraints: [] } })
})
afterAll(() => Promise.all([from.stop(), to.stop()]))

const text = fc.string({ minLength: 1, maxLength: 12 })
const constraint = fc.oneof(
  fc.record({
    contextName: fc.constantFrom('userId', 'country'),
    operator: fc.constantFrom('IN', 'NOT_IN', 'STR_CONTAINS'),
    values: fc.array(text, { minLength: 1, maxLength: 3 }),
    inverted: fc.boolean(),
  }),
  fc.record({
    contextName: fc.constant('age'),
    operator: fc.constantFrom('NUM_GT', 'NUM_LTE'),
    value: fc.integer().map(String),
  }),
)
const variants = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 })
  .map((names) => names.map((name) => ({ name, weight: 1, weightType: 'variable', stickiness: 'default' })))
const strategy = fc.record({
  name: fc.constantFrom('default', 'flexibleRollout'),
  title: fc.option(text),
  disabled: fc.boolean(),
  parameters: fc.constantFrom({ rollout: '25', stickiness: 'userId' }, { rollout: '100' }),
  constraints: fc.array(constraint, { maxLength: 2 }),
  variants,
  segments: fc.subarray([1, 2]),
})
const flag = fc.record({
  type: fc.constantFrom('release', 'experiment', 'kill-switch'),
  description: fc.option(text),
  impressionData: fc.boolean(),
  strategies: fc.array(strategy, { maxLength: 3 }),
  variants,
  tags: fc.uniqueArray(fc.constantFrom('team-a', 'team-b'), { maxLength: 2 }),
  isOn: fc.boolean(),
  isChild: fc.boolean(),
})

it('is what was exported', { timeout: 60_000 }, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(flag, { minLength: 1, maxLength: 4 }), async (flags) => {
      const prefix = `run-${run++}`
      const names = flags.map((_flag, index) => `${prefix}-${index}`)
      await make(prefix, flags, names)
      const before = await exported(from, [`${prefix}-parent`, ...names])
      const answer = await to.call('POST', '/api/admin/features-batch/import', {
        as: 'ann',
        body: { project: 'default', environment: 'development', data: before },
      })
      expect(answer.status, answer.text).toBe(200)
      const after = await exported(to, [`${prefix}-parent`, ...names])
      expect(comparable(after)).toEqual(comparable(before))
    }),
    { numRuns: 20, seed: 5 },
  )
})

type Flag = typeof flag extends fc.Arbitrary<infer T> ? T : never

async function make(prefix: string, flags: readonly Flag[], names: readonly string[]): Promise<void> {
  const features = '/api/admin/projects/default/features'
  await from.call('POST', features, { body: { name: `${prefix}-parent` } })
  for (const [index, one] of flags.entries()) {
    const { strategies, tags, isOn, isChild, variants: own, ...rest } = one
    const path = `${features}/${names[index]}`
    await from.call('POST', features, { body: { name: names[index], ...rest } })
    for (const body of strategies)
      await from.call('POST', `${path}/environments/development/strategies`, { body })
    await from.call('PUT', `${path}/environments/development/variants`, { body: own })
    for (const value of tags)
      await from.call('POST', `/api/admin/features/${names[index]}/tags`, { body: { type: 'simple', value } })
    if (isOn) await from.call('POST', `${path}/environments/development/on`)
    if (isChild) await from.call('POST', `${path}/dependencies`, { body: { feature: `${prefix}-parent` } })
  }
}

async function exported(app: TestBackend, features: readonly string[]): Promise<ExportedFlags> {
  const body = { environment: 'development', features }
  return (await app.call('POST', '/api/admin/features-batch/export', { body })).body as ExportedFlags
}

/** Ids and the dates of fields are each instance's own. */
const comparable = ({ featureStrategies, contextFields, ...rest }: ExportedFlags) => ({
  ...rest,
  featureStrategies: featureStrategies.map(({ id: _id, ...one }) => one),
  contextFields: contextFields?.map(({ name }) => name),
})
