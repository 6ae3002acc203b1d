import type { StoredToken } from './api-token.ts'

/** Secrets from INIT_ADMIN_API_TOKENS, INIT_BACKEND_API_TOKENS and INIT_FRONTEND_API_TOKENS. */
export interface InitialTokens {
  admin: readonly string[]
  backend: readonly string[]
  frontend: readonly string[]
}

const FORM = /^(\*|[a-zA-Z0-9_.~-]+):(\*|[a-zA-Z0-9_~-]+)\.(.+)$/
const NAME = 'admin'

/**
 * The tokens a new instance begins with: `project:environment.anything`, for an admin token `*:*.anything`
 * (docs/contract/access.md#token-formats). Throws, naming the variable, for a secret of another form.
 */
export function parseInitialTokens(tokens: InitialTokens, now: Date): StoredToken[] {
  return [
    ...tokens.admin.map((secret) => parse(secret, 'admin', 'INIT_ADMIN_API_TOKENS', now)),
    ...tokens.backend.map((secret) => parse(secret, 'client', 'INIT_BACKEND_API_TOKENS', now)),
    ...tokens.frontend.map((secret) => parse(secret, 'frontend', 'INIT_FRONTEND_API_TOKENS', now)),
  ]
}

function parse(secret: string, type: StoredToken['type'], variable: string, now: Date): StoredToken {
  const [, project, environment] = FORM.exec(secret) ?? []
  if (project === undefined || environment === undefined) {
    throw new TypeError(`${variable}: a token must have the form project:environment.secret`)
  }
  if ((type === 'admin') !== (environment === '*') || (type === 'admin' && project !== '*')) {
    throw new TypeError(
      `${variable}: ${type === 'admin' ? 'an admin token begins with *:*.' : 'only an admin token is for all environments'}`,
    )
  }
  return {
    secret,
    secretHash: null,
    tokenName: NAME,
    type,
    environment,
    projects: project === '*' ? [] : [project],
    expiresAt: null,
    createdAt: now.toISOString(),
    seenAt: null,
  }
}
