import { bind } from '../../transport/http/bind.ts'
import { getAdvancedPlayground, getPlayground } from './get-playground.use-case.ts'

export const playgroundHttp = [bind(getPlayground), bind(getAdvancedPlayground)]
