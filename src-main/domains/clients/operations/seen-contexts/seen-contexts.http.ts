import { bind } from '../../../../transport/http/bind.ts'
import type { SeenContexts } from '../../records/seen-contexts/seen-contexts.ts'
import { forgetSeenContexts } from './forget-seen-contexts.ts'
import { getSeenContexts } from './get-seen-contexts.ts'
import { updateSeenContexts } from './update-seen-contexts.ts'

export const seenContextsHttp = (seen: SeenContexts) => [
  bind(getSeenContexts(seen)),
  bind(updateSeenContexts(seen)),
  bind(forgetSeenContexts(seen)),
]
