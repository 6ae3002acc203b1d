import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { overwriteEnvironmentFeatureVariants } from './overwrite-environment-feature-variants.ts'
import { getEnvironmentFeatureVariants } from './get-environment-feature-variants.ts'

export const variantsRpc = router({
  get: queryOf(getEnvironmentFeatureVariants),
  overwrite: mutationOf(overwriteEnvironmentFeatureVariants),
})
