import { expect, it } from 'vitest'

import { findOverlap } from '#domains/insight/rollout-overlap/find-overlap.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { measureTurns } from '#support/runner/processor-time.ts'

const FLAGS = 5000
const STRATEGIES = 30
const MAX_TURN_MS = 50
const MAX_MS = 3000

/** Flags with experiments in every strategy; the group of each strategy is chosen. */
function configuration(groupOf: (flag: number, strategy: number) => string) {
  const features = Array.from({ length: FLAGS }, (_, flag): ClientFeature => ({
    name: `flag-${flag}`,
    type: 'experiment',
    enabled: true,
    project: flag % 2 === 0 ? 'default' : 'other',
    stale: false,
    variants: [],
    description: null,
    impressionData: false,
    strategies: Array.from({ length: STRATEGIES }, (_, strategy) => ({
      name: 'flexibleRollout',
      constraints: [],
      parameters: { rollout: '50', stickiness: 'default', groupId: groupOf(flag, strategy) },
      variants: ['a', 'b'].map((name) => ({
        name,
        weight: 500,
        weightType: 'variable' as const,
        stickiness: 'default',
      })),
    })),
  }))
  return {
    revision: 1,
    segments: [],
    features: new Map(features.map((feature) => [feature.name, { feature, tags: new Set<string>() }])),
  }
}

it.each([
  ['one group', () => 'shared', 1],
  ['a group each', (flag: number, strategy: number) => `${flag}-${strategy}`, 0],
  ['pairs', (flag: number, strategy: number) => `${flag >> 1}-${strategy}`, 75_000],
])(
  '150,000 rollouts in %s are compared in short turns, to a bounded answer',
  async (_what, groupOf, groups) => {
    const environment = configuration(groupOf)
    const scope = { environment: 'development', project: 'default', hidden: new Set<string>() }
    const ask = () => findOverlap(environment, scope)
    await ask()
    const { total, longest } = await measureTurns(ask)
    console.info(`overlap: ${Math.round(total)} ms, longest turn ${Math.round(longest)} ms`)
    expect(longest).toBeLessThan(MAX_TURN_MS)
    expect(total).toBeLessThan(MAX_MS)

    const found = await ask()
    expect(found).toMatchObject({
      rolloutCount: FLAGS * STRATEGIES,
      groupCount: groups,
      warningCount: 2 * groups,
      isPartial: groups === 1,
    })
    expect(found.groups.length).toBeLessThanOrEqual(200)
    expect(found.warnings.length).toBeLessThanOrEqual(200)
    expect(Math.max(0, ...found.groups.map(({ rollouts }) => rollouts.length))).toBeLessThanOrEqual(100)
    expect(JSON.stringify(found).length).toBeLessThan(1_000_000)
  },
)
