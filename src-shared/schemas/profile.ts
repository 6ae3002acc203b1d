import { z } from 'zod'

import { Role } from './role.ts'

/** What the caller is here (exchange 42). */
export const Profile = z
  .object({
    rootRole: Role,
    projects: z.array(z.string()),
    /** Which e-mails the caller gets: none, as none are sent. */
    subscriptions: z.array(z.string()),
    features: z.array(z.unknown()),
  })
  .meta({ id: 'profileSchema' })
