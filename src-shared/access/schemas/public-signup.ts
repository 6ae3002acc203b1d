import { z } from 'zod'

import { Role } from './role.ts'
import { Instant, InstantInput } from '../../schemas/scalars.ts'
import { User } from './user.ts'
import { EmailInput, UserWithRole } from './user-admin.ts'
import { Line } from '../../schemas/bounded.ts'

/** An invite link (docs/contract/access.md#sign-up-links). */
export const PublicSignupToken = z
  .object({
    secret: z.string(),
    url: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    expiresAt: Instant,
    createdAt: Instant,
    createdBy: z.string().nullable(),
    role: Role,
    /** Users who joined with the link. */
    users: z.array(User),
  })
  .meta({ id: 'publicSignupTokenSchema' })
export type PublicSignupToken = z.output<typeof PublicSignupToken>

export const PublicSignupTokens = z
  .object({ tokens: z.array(PublicSignupToken) })
  .meta({ id: 'publicSignupTokensSchema' })

export const CreatePublicSignupToken = z
  .object({ name: z.string().trim().min(1).max(255), expiresAt: InstantInput })
  .meta({ id: 'publicSignupTokenCreateSchema' })

export const UpdatePublicSignupToken = z
  .object({ enabled: z.boolean(), expiresAt: InstantInput })
  .partial()
  .meta({ id: 'publicSignupTokenUpdateSchema' })

const NameInput = z.string().trim().max(255)

export const CreateInvitedUser = z
  .object({
    email: EmailInput,
    name: NameInput,
    username: NameInput.optional(),
    password: Line,
  })
  .meta({ id: 'createInvitedUserSchema' })

/** User who has just joined. */
export const InvitedUser = UserWithRole.meta({ id: 'invitedUserSchema' })
