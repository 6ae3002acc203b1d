import type { EventType } from '#shared/audit/events/index.ts'
import type { Actor } from './caller.ts'

type Data = Record<string, unknown>

/** Event as a use case reports it after a write: state before and after (docs/architecture.md, idea 4). */
export interface NewEvent {
  type: EventType
  project?: string
  featureName?: string
  environment?: string
  data?: Data
  preData?: Data
  tags?: { type: string; value: string }[]
  /** Author, if not the caller. A sign-in is an action of the user, although the request was anonymous. */
  by?: Actor
}

/** An event as recorded. */
export interface CommittedEvent extends NewEvent {
  id: number
  createdBy: string
  createdByUserId: number
  createdAt: string
  groupId: string
  affectsClients: boolean
}
