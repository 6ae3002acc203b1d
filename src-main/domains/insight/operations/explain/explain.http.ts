import { bind } from '../../../../transport/http/bind.ts'
import { explainFlag, explainFlagWithPost } from './explain-flag.use-case.ts'

export const explainHttp = [bind(explainFlag), bind(explainFlagWithPost)]
