import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { explainFlagWithPost } from './explain-flag-with-post.ts'

export const explainRpc = router({ flag: queryOf(explainFlagWithPost) })
