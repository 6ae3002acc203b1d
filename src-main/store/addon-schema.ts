import type { Generated } from 'kysely'

import type { DeliveryState } from '#shared/integrations/schemas/addon.ts'
import type { RetentionOf } from './retention-rules.ts'

/** The tables of integrations (migration 0014); put together in schema.ts. */
type Instant = string
type Json = string

export interface AddonsTable {
  id: Generated<number>
  provider: string
  enabled: boolean
  description: string | null
  /** Parameters as entered, including secrets. */
  parameters: Json
  events: Json
  projects: Json
  environments: Json
  /** Last event of the log that the integration is done with. */
  position: number
  created_at: Instant
}

export interface IntegrationEventsTable {
  id: Generated<number>
  integration_id: number
  event_id: number
  state: DeliveryState
  state_details: string
  details: Json
  created_at: Instant
}

export interface AddonSchema {
  addons: AddonsTable
  integration_events: IntegrationEventsTable
}

export const ADDON_RETENTION: RetentionOf<AddonSchema> = {
  addons: { rule: 'kept', because: 'Admins create and delete them' },
  integration_events: {
    rule: 'bounded',
    file: 'domains/integrations/addons/integration-events.store.ts',
    how: 'the newest 1,000 of each integration; each goes with its event',
  },
}
