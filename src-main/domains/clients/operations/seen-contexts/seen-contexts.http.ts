import { bind } from '../../../../transport/http/bind.ts'
import type { SeenContexts } from '../../records/seen-contexts/seen-contexts.ts'
import { forgetSeenContexts, getSeenContexts, updateSeenContexts } from './seen-contexts.use-case.ts'

export const seenContextsHttp = (seen: SeenContexts) => [
  bind(getSeenContexts(seen)),
  bind(updateSeenContexts(seen)),
  bind(forgetSeenContexts(seen)),
]
