import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getAllFeatureTypes } from './get-all-feature-types.ts'
import { updateFeatureTypeLifetime } from './update-feature-type-lifetime.ts'

export const featureTypesRpc = router({
  list: queryOf(getAllFeatureTypes),
  setLifetime: mutationOf(updateFeatureTypeLifetime),
})
