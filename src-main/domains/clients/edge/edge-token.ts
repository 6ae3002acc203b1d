import type { EdgeToken } from '#shared/clients/contract/edge.ts'
import type { StoredToken } from '#domains/access/api-tokens/api-token.ts'

/** Checks that a token has not expired. */
export const isUnexpired = ({ expiresAt }: StoredToken, now: Date) =>
  expiresAt === null || expiresAt > now.toISOString()

/** Shows a token to a proxy, with its secret. */
export const toEdgeToken = ({ secret, type, projects, environment }: StoredToken): EdgeToken => ({
  token: secret,
  type,
  projects: projects.length === 0 ? ['*'] : [...projects],
  environment,
})
