import type { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'

const TYPES = ['release', 'experiment', 'operational', 'kill-switch', 'permission'] as const
const TEAMS = 20

export const flagName = (n: number) => `bench-flag-${n}`

/** A file of flags as they are where many are in use: of all types, tagged, on for a share of some countries. */
export function makeFile(from: number, count: number): ExportedFlags {
  const numbers = Array.from({ length: count }, (_, index) => from + index)
  return {
    features: numbers.map((n) => ({
      name: flagName(n),
      description: `Flag number ${n}`,
      type: TYPES[n % TYPES.length],
    })),
    featureStrategies: numbers.map((n) => ({
      name: 'flexibleRollout',
      featureName: flagName(n),
      parameters: { rollout: String(n % 101), stickiness: 'userId', groupId: flagName(n) },
      constraints: [{ contextName: 'country', operator: 'IN', values: ['no', 'se', 'dk'] }],
    })),
    featureEnvironments: numbers.map((n) => ({
      ...{ name: flagName(n), featureName: flagName(n) },
      enabled: n % 4 !== 3,
    })),
    featureTags: numbers.map((n) => ({
      featureName: flagName(n),
      tagType: 'simple',
      tagValue: `team-${n % TEAMS}`,
    })),
    contextFields: [{ name: 'country' }],
    tagTypes: [],
  }
}
