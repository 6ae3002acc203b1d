import type { FlagSetting, VariantSetting } from './test-halyard.ts'

const PER_MILLE = 1000

/** Place of flags for which none is said. */
export interface FlagPlace {
  project: string
  environment: string
}

/** Builds the flag of a scenario from a setting. */
export function flagInScenario(name: string, setting: FlagSetting, place: FlagPlace): object {
  const said = typeof setting === 'boolean' ? { enabled: setting } : setting
  const { enabled = true, environment = place.environment, project = place.project } = said
  return {
    name,
    project,
    ...(said.impressionData === undefined ? {} : { impressionData: said.impressionData }),
    environments: {
      [environment]: { enabled, ...(setting === false ? {} : { strategies: strategiesOf(name, said) }) },
    },
  }
}

function strategiesOf(name: string, said: Exclude<FlagSetting, boolean>): readonly object[] {
  const { strategies, rollout = 100, constraints = [], variants = [] } = said
  if (strategies) return strategies
  return [
    {
      name: 'flexibleRollout',
      parameters: { rollout: String(rollout), stickiness: 'default', groupId: name },
      constraints,
      variants: withWeights(variants),
    },
  ]
}

/** Shares what the given weights leave among the variants without one; if all have one, the first takes what is left. */
function withWeights(variants: readonly VariantSetting[]): object[] {
  const isShared = ({ weight }: VariantSetting, index: number) =>
    weight === undefined || (index === 0 && variants.every((one) => one.weight !== undefined))
  const shared = variants.filter(isShared)
  const given = variants.filter((one, index) => !isShared(one, index))
  const left = PER_MILLE - given.reduce((sum, { weight = 0 }) => sum + weight, 0)
  const each = Math.floor(left / shared.length)
  return variants.map((one, index) => ({
    name: one.name,
    weight: !isShared(one, index) ? one.weight : one === shared[0] ? left - each * (shared.length - 1) : each,
    weightType: isShared(one, index) ? 'variable' : 'fix',
    stickiness: 'default',
    ...(one.payload === undefined ? {} : { payload: payloadOf(one.payload) }),
  }))
}

function payloadOf(value: unknown): { type: string; value: string } {
  if (typeof value === 'string') return { type: 'string', value }
  if (typeof value === 'number') return { type: 'number', value: String(value) }
  return { type: 'json', value: JSON.stringify(value) }
}
