import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import type { TestBackend } from '../service/start-backend.ts'

const projectId = 'default'
const environment = 'development'
const variant = (name: string, payload?: { type: 'string' | 'number' | 'json' | 'csv'; value: string }) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', groupId: 'g' },
  variants: [
    { name, weight: 1000, weightType: 'variable', stickiness: 'default', ...(payload ? { payload } : {}) },
  ],
})
const rollout = (percent: string, stickiness = 'default') => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, stickiness, groupId: 'g' },
})

/** Strategies of flags of each kind that OpenFeature tells apart. */
const STRATEGIES = {
  plain: { name: 'default' },
  'for-norway': {
    name: 'default',
    constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
  },
  half: rollout('50'),
  nobody: rollout('0'),
  'half-of-requests': rollout('50', 'random'),
  named: variant('blue'),
  colour: variant('blue', { type: 'string', value: '#00f' }),
  columns: variant('two', { type: 'csv', value: 'a,b' }),
  size: variant('large', { type: 'number', value: '42.5' }),
  theme: variant('dark', { type: 'json', value: '{"dark":true,"depth":2}' }),
  list: variant('three', { type: 'json', value: '[1,2,3]' }),
} as const

/** Adds flags of each kind to the development environment, and a switched-off one with a payload. */
export async function addRemoteFlags({ call }: TestBackend): Promise<void> {
  for (const [name, strategy] of Object.entries(STRATEGIES)) await addFlag(call, name, strategy, true)
  await addFlag(call, 'colour-off', STRATEGIES.colour, false)
  await addFlag(call, 'off', STRATEGIES.plain, false)
}

async function addFlag(
  call: TestBackend['call'],
  featureName: string,
  strategy: object,
  isOn: boolean,
): Promise<void> {
  await call(createFeature, { params: { projectId }, body: { name: featureName, impressionData: true } })
  const params = { projectId, featureName, environment }
  await call(addFeatureStrategy, { params, body: strategy as { name: string } })
  if (isOn) await call(toggleFeatureEnvironmentOn, { params })
}
