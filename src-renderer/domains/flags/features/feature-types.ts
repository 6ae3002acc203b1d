import type { FeatureType } from '#shared/flags/schemas/feature.ts'
import { featureTypesOf } from '#shared/versions/rules/feature-types.ts'
import { servedVersion, type Status } from '#lib/status.ts'

/** The types that flags of the instance can have, as the version that it answers as has them. */
export const availableTypes = (status: Status | undefined): readonly FeatureType[] =>
  featureTypesOf(servedVersion(status))

/** The same, to be chosen from. */
export const typeOptions = (status: Status | undefined): { value: FeatureType; label: string }[] =>
  availableTypes(status).map((value) => ({ value, label: TYPE_LABELS[value] }))

/** A type in words, also one that this version does not know. */
export const typeLabel = (type: string): string => LABELS.get(type) ?? type

const TYPE_LABELS: Record<FeatureType, string> = {
  release: 'Release',
  experiment: 'Experiment',
  operational: 'Operational',
  'kill-switch': 'Kill switch',
  permission: 'Permission',
  sunset: 'Sunset',
}
const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(TYPE_LABELS))
