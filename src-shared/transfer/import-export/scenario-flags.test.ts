import { expect, it } from 'vitest'

import { ExportedFlags } from '../schemas/import-export.ts'
import { scenarioFlagsOf, toExport } from './scenario-flags.ts'

/**
 * Flag as the original exports it (recorded exchange transfer/export-by-features). Other instances may order
 * it differently and spell out defaults.
 */
const exported = (more: object) =>
  ExportedFlags.parse({
    features: [{ name: 'one', description: null, type: 'release', stale: false }],
    featureStrategies: [
      {
        name: 'flexibleRollout',
        featureName: 'one',
        title: 'half',
        parameters: { groupId: 'one', rollout: '75', stickiness: 'default' },
        constraints: [{ values: ['web'], inverted: true, operator: 'STR_ENDS_WITH', contextName: 'appName' }],
        variants: [
          { name: 'blue', weight: 300, stickiness: 'default', weightType: 'variable' },
          {
            name: 'red',
            weight: 700,
            payload: { value: 'R', type: 'string' },
            stickiness: 'default',
            weightType: 'variable',
          },
        ],
        segments: [7],
      },
    ],
    featureEnvironments: [{ featureName: 'one', environment: 'development', enabled: true }],
    featureTags: [
      { featureName: 'one', tagType: 'simple', tagValue: 'b' },
      { featureName: 'one', tagType: 'simple', tagValue: 'a' },
    ],
    segments: [{ id: 7, name: 'beta' }],
    tagTypes: [],
    ...more,
  })

it('a flag is the same for any order and any ids', () => {
  const mine = scenarioFlagsOf(exported({}), 'live')
  const [strategy] = exported({}).featureStrategies
  const theirs = scenarioFlagsOf(
    exported({
      features: [{ name: 'one', description: '', impressionData: false }],
      featureStrategies: [
        {
          ...strategy,
          id: '01M7',
          disabled: false,
          sortOrder: 3,
          parameters: { stickiness: 'default', rollout: '75', groupId: 'one' },
          segments: [1],
          variants: [...(strategy?.variants ?? [])].reverse(),
        },
      ],
      featureTags: [
        { featureName: 'one', tagType: 'simple', tagValue: 'a' },
        { featureName: 'one', tagType: 'simple', tagValue: 'b' },
      ],
      segments: [{ id: 1, name: 'beta' }],
    }),
    'live',
  )
  expect(JSON.stringify(theirs)).toBe(JSON.stringify(mine))
})

it('a flag is the same after an export', () => {
  const flags = scenarioFlagsOf(exported({}), 'live')
  expect(scenarioFlagsOf(toExport(flags, { tagTypes: [] }), 'live')).toEqual(flags)
  expect(flags).toMatchObject([
    { name: 'one', environments: { live: { enabled: true, strategies: [{ segments: ['beta'] }] } } },
  ])
})
