import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { overwriteEnvironmentFeatureVariants } from './change-variants.use-case.ts'
import { getEnvironmentFeatureVariants } from './get-variants.use-case.ts'

export const variantsRpc = router({
  get: queryOf(getEnvironmentFeatureVariants),
  overwrite: mutationOf(overwriteEnvironmentFeatureVariants),
})
