import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

const count = z.int().min(0)

/** Licence of the instance (docs/contract/instance.md#licence). Halyard needs none: the limits are left out. */
export const Licence = z
  .object({
    /** Key that was entered. Its form and its expiry are checked, not who signed it. */
    token: z.string().optional(),
    isValid: z.boolean(),
    type: z.string().optional(),
    instanceName: z.string().optional(),
    instanceId: z.string().optional(),
    plan: z.string().optional(),
    expireAt: Instant.optional(),
  })
  .meta({ id: 'licenseReadSchema' })
export type Licence = z.output<typeof Licence>

export const UpdateLicence = z
  .object({ token: z.string().trim().min(1).max(10_000) })
  .meta({ id: 'licenseUpdateSchema' })

export const LicenceCheck = z
  .object({
    isValid: z.boolean(),
    message: z.string().optional(),
    messageType: z.enum(['info', 'warning', 'error']).optional(),
  })
  .meta({ id: 'licenseCheckSchema' })

export type LicenceCheck = z.output<typeof LicenceCheck>

/** Number of users in a month: `date` is its first instant. */
const LicensedUser = z.object({ date: Instant, count }).meta({ id: 'licensedUserSchema' })

export const LicensedUsers = z
  .object({
    seatCount: count,
    licensedUsers: z.object({ history: z.array(LicensedUser), current: count }),
  })
  .meta({ id: 'licensedUsersSchema' })
