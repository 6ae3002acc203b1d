import { gte } from 'semver'

import { FEATURE_TYPES, FeatureTypeBefore8, type FeatureType } from '../../flags/schemas/feature.ts'

/** The types that a flag can be given under a version of the contract (docs/contract/versions.md#sunset). */
export const featureTypesOf = (contract: string): readonly FeatureType[] =>
  gte(contract, '8.0.0') ? FEATURE_TYPES : FeatureTypeBefore8.options
