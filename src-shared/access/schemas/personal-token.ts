import { z } from 'zod'

import { Instant, InstantInput } from '../../schemas/scalars.ts'

/**
 * A personal access token, of a user or a service account: all but its secret
 * (docs/contract/access.md#personal-tokens).
 */
export const PersonalToken = z
  .object({
    id: z.int(),
    description: z.string(),
    expiresAt: Instant,
    userId: z.int(),
    createdAt: Instant,
    seenAt: Instant.nullable(),
  })
  .meta({ id: 'patSchema' })
export type PersonalToken = z.output<typeof PersonalToken>

export const PersonalTokens = z.object({ pats: z.array(PersonalToken) }).meta({ id: 'patsSchema' })

/** Response to the creation of a token. No other response contains the secret. */
export const CreatedPersonalToken = PersonalToken.extend({ secret: z.string() }).meta({
  id: 'createdPatSchema',
})

export const CreatePersonalToken = z
  .object({ description: z.string().trim().max(255), expiresAt: InstantInput })
  .meta({ id: 'createPatSchema' })
export type CreatePersonalToken = z.output<typeof CreatePersonalToken>
