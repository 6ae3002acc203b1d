import { queryOf, router } from '../../transport/rpc/init.ts'
import { getAdvancedPlayground } from './get-playground.use-case.ts'

export const playgroundRpc = router({ play: queryOf(getAdvancedPlayground) })
