import { hash } from 'node:crypto'

import type { StoredTokenType } from '#store/access-schema.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { Permission } from '#shared/access/permissions/index.ts'
import type { ApiToken, TokenType } from '#shared/access/schemas/api-token.ts'

/** An API token as stored; `projects` empty: all. */
export interface StoredToken {
  /**
   * Secret. For an admin token, only the name by which it is listed and deleted. That name authenticates
   * nobody.
   */
  secret: string
  /** The hash of an admin token's secret, which itself is not stored; null for tokens of SDKs. */
  secretHash: string | null
  tokenName: string
  /**
   * `backend` is stored as `client`, which it is listed as (recorded exchanges api-tokens/list and
   * api-tokens/create-backend-token).
   */
  type: StoredTokenType
  environment: string
  projects: readonly string[]
  expiresAt: string | null
  createdAt: string
  seenAt: string | null
}

const ALL = '*'

/** `<project>:<environment>.<56 hex>`; `[]` stands for several projects (docs/contract/access.md#token-formats). */
export function secretOf(projects: readonly string[], environment: string, random: string): string {
  const project = projects.length === 0 ? ALL : projects.length === 1 ? projects[0] : '[]'
  return `${project}:${environment}.${random}`
}

/** Builds a token as in API responses. */
export function toApiToken(token: StoredToken): ApiToken {
  return {
    secret: token.secret,
    tokenName: token.tokenName,
    type: token.type,
    project:
      token.projects.length === 1 ? (token.projects[0] ?? ALL) : token.projects.length === 0 ? ALL : '[]',
    projects: token.projects.length === 0 ? [ALL] : [...token.projects],
    environment: token.environment,
    expiresAt: token.expiresAt,
    createdAt: token.createdAt,
    alias: null,
    seenAt: token.seenAt,
  }
}

/** Removes the secret of a token, for the event log. */
export function withoutSecret(token: StoredToken): Record<string, unknown> {
  const { secret: _secret, seenAt: _seenAt, ...rest } = toApiToken(token)
  return rest
}

type TokenOperation = 'READ' | 'CREATE' | 'UPDATE' | 'DELETE'

/**
 * Lists the permissions for an action on a kind of token. ADMIN always suffices too
 * (docs/contract/access.md#permission-of-each-operation).
 */
export function permissionsFor(operation: TokenOperation, type: TokenType): Permission[] {
  if (type === 'admin') return ['ADMIN']
  return ['ADMIN', type === 'frontend' ? `${operation}_FRONTEND_API_TOKEN` : `${operation}_CLIENT_API_TOKEN`]
}

/**
 * Checks that the caller can see every project of a token. A secret gives access to all of them. A token for
 * all projects is therefore visible only to callers without hidden projects.
 */
export function isVisible({ hidden }: { hidden: ReadonlySet<string> }, { projects }: TokenProjects): boolean {
  return projects.length === 0 ? hidden.size === 0 : !projects.some((project) => hidden.has(project))
}

type TokenProjects = Pick<StoredToken, 'projects'>

/** Makes the check that a token is one that the caller may read. */
export const readable = (context: QueryContext) => (token: StoredToken) =>
  isVisible(context, token) && context.may({ anyOf: permissionsFor('READ', token.type) }).allowed

/** Bytes of the random part of the name that an admin token is listed by. */
export const NAME_BYTES = 8

/** Random secrets need neither salt nor a slow hash; one that an operator chose should be as long. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/**
 * Returns a new token as it is stored. Of an admin token that is a hash, and in place of the secret a name to list and
 * delete it by: it may do everything, and nobody needs to read it again. Tokens of SDKs are listed with their secrets, as
 * the contract has it.
 */
export function concealed(token: StoredToken, random: string): StoredToken {
  if (token.type !== 'admin') return token
  return { ...token, secret: `*:*.hidden-${random}`, secretHash: hashOf(token.secret) }
}
