import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { addFeatureDependency, deleteFeatureDependency } from './change-dependencies.use-case.ts'
import { listParentOptions, listParentVariantOptions } from './get-dependencies.use-case.ts'

export const dependenciesRpc = router({
  add: mutationOf(addFeatureDependency),
  remove: mutationOf(deleteFeatureDependency),
  parents: queryOf(listParentOptions),
  variants: queryOf(listParentVariantOptions),
})
