import { z } from 'zod'

import { Role } from './role.ts'

/** Profile of the caller (recorded exchange authentication/profile). */
export const Profile = z
  .object({
    rootRole: Role,
    projects: z.array(z.string()),
    /** E-mail subscriptions of the caller. Sent while e-mail is on. */
    subscriptions: z.array(z.string()),
    features: z.array(z.unknown()),
    /** The names of the caller's groups; since version 8. */
    groups: z.array(z.string()),
    /** True if the caller signs in with a password; since version 8. */
    canChangePassword: z.boolean(),
  })
  .meta({ id: 'profileSchema' })
