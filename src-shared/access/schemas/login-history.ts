import { z } from 'zod'

import { toCsv } from '#shared/csv.ts'
import { Instant } from '#shared/schemas/scalars.ts'

/** Entry of the login history, with the published names. */
export const PublishedLoginEvent = z
  .object({
    id: z.int().min(1),
    username: z.string(),
    auth_type: z.string(),
    created_at: Instant,
    successful: z.boolean(),
    ip: z.string().nullable(),
    failure_reason: z.string().nullable(),
    /** Answered if `type` is in the query. */
    type: z.enum(['login', 'logout']).optional(),
  })
  .meta({ id: 'loginEventSchema' })

/** Entry of the login history as the window gets it. */
export interface LoginEvent extends z.output<typeof PublishedLoginEvent> {
  /** User who signed in, if the name belongs to one. */
  userId: number | null
  /** True if the entry keeps which groups the sign-in joined and left. */
  hasGroupSync: boolean
}

export const LoginHistory = z
  .object({ events: z.array(PublishedLoginEvent) })
  .meta({ id: 'loginHistorySchema' })

const COLUMNS = ['id', 'username', 'auth_type', 'created_at', 'successful', 'ip', 'failure_reason'] as const

/** Makes CSV of the login history: the published members as columns. */
export function loginCsv(events: readonly LoginEvent[]): string {
  return toCsv([COLUMNS, ...events.map((event) => COLUMNS.map((column) => event[column]))])
}
