import { bind } from '../../../../transport/http/bind.ts'
import { explainFlag } from './explain-flag.ts'
import { explainFlagWithPost } from './explain-flag-with-post.ts'

export const explainHttp = [bind(explainFlag), bind(explainFlagWithPost)]
