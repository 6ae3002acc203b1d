import {
  checkDependenciesExist as exist,
  listParentOptions as options,
  listParentVariantOptions as variants,
} from '../../../../../src-shared/contract/dependencies.ts'
import { query } from '../../../../kernel/use-case.ts'
import { childrenOf, requireFeature } from '../../records/features/features.store.ts'
import {
  hasDependencies,
  readParentOptions,
  readVariantNames,
} from '../../records/dependencies/dependencies.store.ts'

/** Recorded exchange flag-relations/dependency-exist. */
export const checkDependenciesExist = query(exist, ({ queries }, { params: { projectId } }) =>
  hasDependencies(queries, projectId),
)

/** Recorded exchange flag-relations/dependency-parent-options; a flag that others depend on cannot depend on any. */
export const listParentOptions = query(
  options,
  async ({ queries }, { params: { projectId, child }, query: wanted }) => {
    const { name } = await requireFeature(queries, projectId, child)
    if ((await childrenOf(queries, name)).length > 0) return []
    return readParentOptions(queries, projectId, name, wanted)
  },
)

/** Recorded exchange flag-relations/dependency-parent-variants. */
export const listParentVariantOptions = query(
  variants,
  async ({ queries }, { params: { projectId, parent } }) => {
    const { name } = await requireFeature(queries, projectId, parent)
    return readVariantNames(queries, name)
  },
)
