import { listParentVariantOptions as variants } from '#shared/flags/contract/dependencies.ts'
import { query } from '#kernel/use-case.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { readVariantNames } from '../../records/dependencies/dependencies.store.ts'

/** Recorded exchange flag-relations/dependency-parent-variants. */
export const listParentVariantOptions = query(
  variants,
  async ({ queries }, { params: { projectId, parent } }) => {
    const { name } = await requireFeature(queries, projectId, parent)
    return readVariantNames(queries, name)
  },
)
