import { z } from 'zod'

import { Instant, InstantInput } from '../../schemas/scalars.ts'
import { ALL, Name } from '../../schemas/bounded.ts'

/**
 * `client` is the old word for `backend`; an admin token can only come from INIT_ADMIN_API_TOKENS
 * (docs/contract/access.md#token-formats), or
 * from a port that answers as a version before 7.
 */
export const TOKEN_TYPES = ['client', 'backend', 'frontend', 'admin'] as const
export const TokenType = z.enum(TOKEN_TYPES)
export type TokenType = z.output<typeof TokenType>

/** Types that can be created: in any letter case, answered as sent in lower case (recorded exchanges api-tokens/*). */
const CreatableType = Name.regex(
  /^([Cc][Ll][Ii][Ee][Nn][Tt]|[Bb][Aa][Cc][Kk][Ee][Nn][Dd]|[Ff][Rr][Oo][Nn][Tt][Ee][Nn][Dd])$/,
).transform((text) => text.toLowerCase() as Exclude<TokenType, 'admin'>)

export const CreateApiToken = z
  .object({
    type: CreatableType,
    tokenName: Name.min(1),
    environment: Name.optional(),
    projects: z.array(Name).max(ALL).optional(),
    expiresAt: InstantInput.nullish(),
    alias: Name.nullish(),
  })
  .meta({ id: 'createApiTokenSchema' })

/**
 * Before version 7 admin tokens, too (docs/contract/versions.md#removed-in-7). They open everything: there is nothing
 * that they could be kept to.
 */
const FormerlyCreatableType = z
  .string()
  .regex(
    /^([Cc][Ll][Ii][Ee][Nn][Tt]|[Bb][Aa][Cc][Kk][Ee][Nn][Dd]|[Ff][Rr][Oo][Nn][Tt][Ee][Nn][Dd]|[Aa][Dd][Mm][Ii][Nn])$/,
  )
  .transform((text) => text.toLowerCase() as TokenType)

export const CreateApiTokenFormerly = CreateApiToken.extend({ type: FormerlyCreatableType }).meta({
  id: 'createApiTokenSchema',
})

/**
 * One for a project: which project is said by the path, and only there (recorded exchange
 * api-tokens/project-tokens-create-for-another-project).
 */
export const CreateProjectApiToken = CreateApiToken.pick({
  type: true,
  tokenName: true,
  environment: true,
  expiresAt: true,
}).meta({ id: 'createProjectApiTokenSchema' })

export const UpdateApiToken = z.object({ expiresAt: InstantInput }).meta({ id: 'updateApiTokenSchema' })

export const ApiToken = z
  .object({
    secret: z.string(),
    tokenName: z.string(),
    type: TokenType,
    project: z.string(),
    projects: z.array(z.string()),
    environment: z.string(),
    expiresAt: Instant.nullable(),
    createdAt: Instant,
    alias: z.string().nullable(),
    seenAt: Instant.nullable(),
  })
  .meta({ id: 'apiTokenSchema' })
export type ApiToken = z.output<typeof ApiToken>

export const ApiTokens = z.object({ tokens: z.array(ApiToken) }).meta({ id: 'apiTokensSchema' })
