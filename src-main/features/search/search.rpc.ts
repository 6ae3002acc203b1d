import { queryOf, router } from '../../transport/rpc/init.ts'
import { searchFeatures } from './search-features.use-case.ts'

export const searchRpc = router({ features: queryOf(searchFeatures) })
