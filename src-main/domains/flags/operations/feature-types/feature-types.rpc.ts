import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getAllFeatureTypes, updateFeatureTypeLifetime } from './feature-types.use-case.ts'

export const featureTypesRpc = router({
  list: queryOf(getAllFeatureTypes),
  setLifetime: mutationOf(updateFeatureTypeLifetime),
})
