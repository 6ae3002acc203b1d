import { bind } from '../../../../transport/http/bind.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { getAdvancedPlayground } from './get-advanced-playground.ts'
import { getPlayground } from './get-playground.ts'

export const playgroundHttp = (seen: SeenContexts) => [
  bind(getPlayground(seen)),
  bind(getAdvancedPlayground(seen)),
]
