import { describe, expect, it } from 'vitest'

import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import type { Exported } from '../read-export.ts'
import { flagBatches } from './flag-files.ts'

const strategy = { name: 'default' }
const stepOf = (after: ScenarioFlag): PlannedStep => ({
  action: 'create',
  list: 'flags',
  name: after.name,
  after,
  changes: [],
})
const flagsOf = (
  count: number,
  more: (index: number) => Partial<ScenarioFlag> = () => ({}),
): ScenarioFlag[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `flag-${index}`,
    project: 'shop',
    environments: { development: { enabled: true, strategies: [strategy] }, production: { enabled: false } },
    ...more(index),
  }))
const there = (approvals: Record<string, number | null> = {}): Exported => ({
  environments: [],
  projects: [{ id: 'shop', name: 'Shop', approvals }],
  contextFields: [],
  tagTypes: [],
  segments: [],
  strategyTypes: [],
  flags: [],
  archivedFlags: new Set(),
  archivedProjects: new Set(),
})
const batchesOf = (flags: readonly ScenarioFlag[], to = there()) => flagBatches(flags.map(stepOf), to)
const sizes = async (flags: readonly ScenarioFlag[]) =>
  (await batchesOf(flags)).map((batch) => batch.flags.length)

describe('the files of new flags', () => {
  it('have up to 50 flags, 150 strategies in an environment and 200 kB', async () => {
    expect(await sizes(flagsOf(120))).toEqual([50, 50, 20])
    const strategies = Array.from({ length: 30 }, () => strategy)
    expect(await sizes(flagsOf(11, () => ({ environments: { development: { strategies } } })))).toEqual([
      5, 5, 1,
    ])
    const description = 'x'.repeat(60 * 1024)
    expect(await sizes(flagsOf(10, () => ({ description })))).toEqual([3, 3, 3, 1])
  })

  it('are none for a few flags', async () => {
    expect(await batchesOf(flagsOf(9))).toEqual([])
  })

  it('name a flag in each environment where it does something', async () => {
    const flags = flagsOf(10, (index) =>
      index === 0 ? { environments: { production: { enabled: true, strategies: [strategy] } } } : {},
    )
    const [batch] = await batchesOf(flags)
    expect(batch?.files.map(({ environment, data }) => [environment, data.features.length])).toEqual([
      ['production', 1],
      ['development', 9],
    ])
  })

  it('leave out environments that need approval, and flags without another one', async () => {
    const both = { development: { enabled: true }, production: { enabled: true } }
    const flags = flagsOf(10, (index) => ({ environments: index === 0 ? { production: {} } : both }))
    const batches = await batchesOf(flags, there({ production: 2, development: null }))
    expect(batches.flatMap(({ files }) => files.map(({ environment }) => environment))).toEqual([
      'development',
    ])
    expect(batches[0]?.flags).toHaveLength(9)
  })

  it('have parents before their children, and no parents that do not come by files', async () => {
    const dependencies = [{ feature: 'flag-9' }]
    const flags = flagsOf(12, (index) => {
      if (index === 0) return { dependencies }
      return index === 1 ? { dependencies: [...dependencies, { feature: 'elsewhere' }] } : {}
    })
    const batches = await batchesOf(flags)
    expect(batches.map((batch) => batch.flags.length)).toEqual([11, 1])
    expect(batches[1]?.flags).toEqual(['flag-0'])
    const parents = batches.flatMap(({ files }) => files.flatMap(({ data }) => data.dependencies ?? []))
    expect(parents.filter((one) => one.dependencies.length > 0)).toEqual([
      { feature: 'flag-0', dependencies: [{ feature: 'flag-9' }] },
    ])
  })
})
