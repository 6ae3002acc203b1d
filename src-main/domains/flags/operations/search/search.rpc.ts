import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { searchEverything } from './search-everything.ts'
import { searchFeatures } from './search-features.ts'

export const searchRpc = router({
  features: queryOf(searchFeatures),
  everything: queryOf(searchEverything),
})
