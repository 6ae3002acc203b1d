import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { addFeatureDependency } from './add-feature-dependency.ts'
import { deleteFeatureDependency } from './delete-feature-dependency.ts'
import { listParentOptions } from './list-parent-options.ts'
import { listParentVariantOptions } from './list-parent-variant-options.ts'

export const dependenciesRpc = router({
  add: mutationOf(addFeatureDependency),
  remove: mutationOf(deleteFeatureDependency),
  parents: queryOf(listParentOptions),
  variants: queryOf(listParentVariantOptions),
})
