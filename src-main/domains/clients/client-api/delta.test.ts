import { expect, it } from 'vitest'

import type { ClientFeature, Delta } from '#shared/clients/schemas/client.ts'
import type { EnvironmentConfiguration } from './client-configuration.ts'
import { differenceOf, hydrationOf, toBytes } from './delta.ts'

const QUERY = { environment: 'development', inlineSegmentConstraints: false }

const flag = (name: string, segment: number): ClientFeature => ({
  name,
  type: 'release',
  enabled: true,
  project: 'default',
  stale: false,
  strategies: [{ name: 'default', constraints: [], parameters: {}, variants: [], segments: [segment] }],
  variants: [],
  description: 'with "quotes" and ✓',
  impressionData: false,
})

const configuration = (revision: number, flags: readonly ClientFeature[]): EnvironmentConfiguration => ({
  revision,
  features: new Map(flags.map((feature) => [feature.name, { feature, tags: new Set<string>() }])),
  segments: [1, 2].map((id) => ({ id, name: `segment ${id}`, constraints: [] })),
})

const before = configuration(1, [flag('a', 1), flag('b', 1)])

// read again, so the objects differ
const after = configuration(2, [flag('a', 1), flag('c', 2)])

const DELTAS: [string, () => Delta | Promise<Delta>][] = [
  ['a hydration', () => hydrationOf(after, QUERY)],
  ['an empty hydration', () => hydrationOf(configuration(3, []), QUERY)],
  ['a difference', () => differenceOf(before, after, QUERY)],
  ['no difference', () => differenceOf(after, after, QUERY)],
]

it.each(DELTAS)('%s has the same text when it is made in steps', async (_name, make) => {
  const delta = await make()
  expect((await toBytes(delta)).toString()).toBe(JSON.stringify(delta))
})

it('issue 14 limits: other work gets its turn while a large delta is serialised', async () => {
  const flags = Array.from({ length: 4000 }, (_none, index) => {
    const { strategies, ...rest } = flag(`flag-${index}`, 1)
    return { ...rest, strategies: Array.from({ length: 30 }, () => strategies).flat() }
  })
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  await toBytes(hydrationOf(configuration(4, flags), QUERY))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})

it('a delta names added and removed flags and segments, and none that was only read again', async () => {
  const { events } = await differenceOf(before, after, QUERY)
  expect(events.map(({ type }) => type)).toEqual(['segment-updated', 'feature-updated', 'feature-removed'])
  expect(events).toMatchObject([{ segment: { id: 2 } }, { feature: { name: 'c' } }, { featureName: 'b' }])
})
