import { bind } from '../../../../transport/http/bind.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { getAdvancedPlayground, getPlayground } from './get-playground.use-case.ts'

export const playgroundHttp = (seen: SeenContexts) => [
  bind(getPlayground(seen)),
  bind(getAdvancedPlayground(seen)),
]
