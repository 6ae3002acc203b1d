import type { FEATURE_TYPES } from '../../../src-shared/schemas/feature.ts'

export const TYPE_LABELS: Record<(typeof FEATURE_TYPES)[number], string> = {
  release: 'Release',
  experiment: 'Experiment',
  operational: 'Operational',
  'kill-switch': 'Kill switch',
  permission: 'Permission',
}
