import { operationsOf, type Operation } from '#shared/contract-engine/operation.ts'
import * as access from './access.ts'
import { createApiTokenFormerly } from './api-tokens.ts'
import * as archive from './archive.ts'
import * as clients from './clients.ts'
import * as events from './events.ts'
import * as flags from './flags.ts'
import * as instance from './instance.ts'
import * as projects from './projects.ts'
import * as variants from './variants.ts'

const AREAS: readonly Readonly<Record<string, unknown>>[] = [
  archive,
  access,
  projects,
  variants,
  events,
  flags,
  clients,
  instance,
]

/**
 * Operations of former versions that a later version removed (`lifecycle.removed`). Served if the instance is
 * set to answer as one of those versions (ADR 0019).
 */
export const FORMER_OPERATIONS: readonly Operation[] = AREAS.flatMap((area) => operationsOf(area))

/**
 * Operations that there are still, and that took more under former versions: by the ids that they have today. In the
 * versions that have these, they stand in the place of today's (`Binding.formerly`).
 */
export const FORMER_FORMS: readonly Operation[] = [createApiTokenFormerly]
