import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

/** Browser session of a signed-in user (docs/contract/access.md#scim). */
export const UserSession = z
  .object({
    id: z.string(),
    userId: z.int(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    ip: z.string().nullable(),
    browser: z.string().nullable(),
    deviceType: z.enum(['desktop', 'mobile', 'tablet']).nullable(),
    createdAt: Instant,
    /** Time at which the session expires. The name is the contract's. */
    expiredAt: Instant,
    /** True for the caller's own session. */
    current: z.boolean(),
  })
  .meta({ id: 'userSessionSchema' })
export type UserSession = z.output<typeof UserSession>

export const UserSessions = z.object({ sessions: z.array(UserSession) }).meta({ id: 'userSessionsSchema' })
