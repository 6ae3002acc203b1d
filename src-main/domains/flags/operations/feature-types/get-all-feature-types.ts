import { getAllFeatureTypes as all } from '#shared/flags/contract/feature-types.ts'
import { query } from '#kernel/use-case.ts'
import { readFeatureTypes } from '../../records/feature-types/feature-types.store.ts'

export const getAllFeatureTypes = query(all, async ({ queries }) => ({
  version: 1 as const,
  types: await readFeatureTypes(queries),
}))
