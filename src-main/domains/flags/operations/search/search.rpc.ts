import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { searchEverything } from './search-everything.use-case.ts'
import { searchFeatures } from './search-features.use-case.ts'

export const searchRpc = router({
  features: queryOf(searchFeatures),
  everything: queryOf(searchEverything),
})
