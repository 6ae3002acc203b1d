import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { Feedback } from '../../instance/schemas/ui-config.ts'
import { Line } from '../../schemas/bounded.ts'

/** A user (docs/contract/access.md#users); fields that are not set are left out. */
export const User = z
  .object({
    id: z.int(),
    accountType: z.enum(['User', 'Service Account']),
    name: z.string().optional(),
    username: z.string().optional(),
    email: z.string().optional(),
    imageUrl: z.string(),
    seenAt: Instant.nullable(),
    loginAttempts: z.int(),
    createdAt: Instant,
    scimId: z.string().nullable(),
    seatType: z.null(),
    companyRole: z.null(),
    productUpdatesEmailConsent: z.null(),
  })
  .meta({ id: 'userSchema' })
export type User = z.output<typeof User>

export const Login = z.object({ username: Line, password: Line }).meta({ id: 'loginSchema' })

export const Me = z
  .object({
    user: z.union([
      User,
      z.object({
        username: z.string(),
        type: z.literal('admin'),
        permissions: z.array(z.string()),
        environment: z.string(),
        projects: z.array(z.string()),
      }),
    ]),
    permissions: z.array(
      z.object({
        permission: z.string(),
        project: z.string().optional(),
        environment: z.string().optional(),
      }),
    ),
    feedback: z.array(Feedback),
    /** By splash page, whether it was seen. */
    splash: z.record(z.string(), z.boolean()),
  })
  .meta({ id: 'meSchema' })
