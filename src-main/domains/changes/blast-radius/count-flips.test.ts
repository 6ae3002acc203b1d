import { describe, expect, it } from 'vitest'

import { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { countFlips } from './count-flips.ts'
import type { FlagSnapshot, SnapshotFeature } from './proposal.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

function seenContexts(count: number): SeenContexts {
  const seen = new SeenContexts(count)
  for (let n = 0; n < count; n++)
    seen.note({
      environment: 'test',
      projects: ['*'],
      context: { userId: `${n}` },
      origin: 'all-flags',
      at: NOW,
    })
  return seen
}

const sideOf = (features: readonly SnapshotFeature[]): FlagSnapshot => ({
  features: new Map(features.map((feature) => [feature.name, feature])),
  segments: new Map(),
})

const flags = (count: number, enabled: boolean) =>
  Array.from({ length: count }, (_, n): SnapshotFeature => ({
    name: `flag-${n}`,
    enabled,
    project: 'default',
    strategies: [],
  }))

const turnedOff = (count: number) => ({
  environment: 'test',
  flags: flags(count, true).map(({ name }) => name),
  before: sideOf(flags(count, true)),
  after: sideOf(flags(count, false)),
})

describe('counting flips', () => {
  it('evaluates the most recently seen contexts where there are too many, and says so', async () => {
    const seen = seenContexts(1000)
    const counted = await countFlips([turnedOff(400)], { seen, since: new Date(0), now: NOW })
    expect(counted).toMatchObject({ isSampled: true, seen: 500, turnsOff: 500, flagsTouched: 400 })
    expect(counted.flags).toHaveLength(200)
    expect(counted.samples[0]?.context).toEqual({ userId: '999' })
    const all = await countFlips([turnedOff(200)], { seen, since: new Date(0), now: NOW })
    expect(all).toMatchObject({ isSampled: false, seen: 1000, turnsOff: 1000 })
  })

  it('yields to other work meanwhile', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await countFlips([turnedOff(300)], { seen: seenContexts(600), since: new Date(0), now: NOW })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })

  it('does not evaluate flags that have not changed', async () => {
    const same = { ...turnedOff(5000), after: sideOf(flags(5000, true)) }
    const counted = await countFlips([same], { seen: seenContexts(1000), since: new Date(0), now: NOW })
    expect(counted).toMatchObject({ isSampled: false, seen: 1000, stays: 1000, samples: [] })
  })
})
