import { bind } from '../../transport/http/bind.ts'
import type { SeenContexts } from '../seen-contexts/index.ts'
import { getAdvancedPlayground, getPlayground } from './get-playground.use-case.ts'

export const playgroundHttp = (seen: SeenContexts) => [
  bind(getPlayground(seen)),
  bind(getAdvancedPlayground(seen)),
]
