import { listParentOptions as options } from '#shared/flags/contract/dependencies.ts'
import { query } from '#kernel/use-case.ts'
import { childrenOf, requireFeature } from '../../records/features/features.store.ts'
import { readParentOptions } from '../../records/dependencies/dependencies.store.ts'

/** Recorded exchange flag-relations/dependency-parent-options; a flag that others depend on cannot depend on any. */
export const listParentOptions = query(
  options,
  async ({ queries }, { params: { projectId, child }, query: wanted }) => {
    const { name } = await requireFeature(queries, projectId, child)
    if ((await childrenOf(queries, name)).length > 0) return []
    return readParentOptions(queries, projectId, name, wanted)
  },
)
