import fc from 'fast-check'

import type { TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'

/** Flags with all that can hang on them; segments 1 and 2 have to be there. */
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
export const flag = fc.record({
  type: fc.constantFrom('release', 'experiment', 'kill-switch'),
  description: fc.option(text),
  impressionData: fc.boolean(),
  strategies: fc.array(strategy, { maxLength: 3 }),
  variants,
  tags: fc.uniqueArray(fc.constantFrom('team-a', 'team-b'), { maxLength: 2 }),
  isOn: fc.boolean(),
  isChild: fc.boolean(),
})

export type Flag = typeof flag extends fc.Arbitrary<infer T> ? T : never

/** Makes them on an instance, with a parent that some of them depend on. */
export async function makeFlags(
  app: TestBackend,
  { prefix, flags, names }: { prefix: string; flags: readonly Flag[]; names: readonly string[] },
): Promise<void> {
  const features = '/api/admin/projects/default/features'
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: `${prefix}-parent` } })
  for (const [index, one] of flags.entries()) {
    const { strategies, tags, isOn, isChild, variants: own, ...rest } = one
    const path = `${features}/${names[index]}`
    await app.call('POST', features, { body: { name: names[index], ...rest } })
    for (const body of strategies)
      await app.call('POST', `${path}/environments/development/strategies`, { body })
    await app.call('PUT', `${path}/environments/development/variants`, { body: own })
    for (const value of tags)
      await app.call(addTag, { params: { featureName: `${names[index]}` }, body: { type: 'simple', value } })
    if (isOn) await app.call('POST', `${path}/environments/development/on`)
    if (isChild) await app.call('POST', `${path}/dependencies`, { body: { feature: `${prefix}-parent` } })
  }
}
