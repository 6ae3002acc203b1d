import { badData, exceedsLimit } from '#kernel/app-error.ts'
import type { Actor } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'

import { environmentExists, projectExists } from '../access/places.read-model.ts'
import { concealed, NAME_BYTES, secretOf, type StoredToken, withoutSecret } from './api-token.ts'
import { deleteToken, insertToken } from './api-tokens.store.ts'
import type { TokenDirectory } from './token-directory.ts'

const SECRET_BYTES = 28

/** Environment of a token that names none (recorded exchange api-tokens/create-backend-token-without-environment). */
export const DEFAULT_ENVIRONMENT = 'development'

/** Scope of a new token. Empty `projects` means all projects. */
export interface TokenScopeDraft {
  environment: string
  projects: readonly string[]
}

interface Draft extends TokenScopeDraft {
  tokenName: string
  type: StoredToken['type']
  expiresAt?: string | null
  /** Value of the token; absent: a random one. */
  secret?: string
  /** The author, when it is not the caller. */
  by?: Actor
}

/** Checks that projects and environment of a token exist; `*` among the projects means all. Throws 400. */
export async function requireTokenScope(
  queries: Queries,
  { environment, projects, type }: TokenScopeDraft & { type: string },
): Promise<TokenScopeDraft> {
  if (projects.length === 0)
    throw badData('"projects" must contain at least 1 items. You provided [].', '/body/projects')
  const isForAll = projects.includes('*')
  for (const project of isForAll ? [] : projects) {
    if (!(await projectExists(queries, project)))
      throw badData(`Project=${project} does not exist`, '/body/projects')
  }
  if (environment === '*') {
    const kind = type === 'frontend' ? 'Frontend' : 'Client'
    throw badData(`${kind} token cannot be scoped to all environments`, '/body/environment')
  }
  if (!(await environmentExists(queries, environment)))
    throw badData(`Environment=${environment} does not exist`, '/body/environment')
  return { environment, projects: isForAll ? [] : [...new Set(projects)] }
}

/**
 * Creates a token and returns it with its secret, for this one response. The directory knows the token once
 * it is on disk.
 */
export async function issueToken(
  context: MutationContext,
  directory: TokenDirectory,
  { environment, projects, tokenName, type, expiresAt, secret, by }: Draft,
): Promise<StoredToken> {
  const { everything, ids, limits, now } = context
  if (directory.all().length >= limits.apiTokens) throw exceedsLimit('api token', limits.apiTokens)
  const issued: StoredToken = {
    secretHash: null,
    secret: secret ?? secretOf(projects, environment, ids.hex(SECRET_BYTES)),
    tokenName,
    type,
    environment,
    projects,
    expiresAt: expiresAt ?? null,
    createdAt: now.toISOString(),
    seenAt: null,
  }
  const token = concealed(issued, ids.hex(NAME_BYTES))
  await insertToken(everything, token)
  context.record({
    type: 'api-token-created',
    environment,
    data: withoutSecret(token),
    ...projectOf(token),
    ...(by ? { by } : {}),
  })
  context.onCommit(() => directory.put(token))
  return issued
}

/** Returns the project for an event about a token, if the token has exactly one. */
export function projectOf({ projects }: StoredToken): { project?: string } {
  const [only, ...others] = projects
  return only !== undefined && others.length === 0 ? { project: only } : {}
}

/** Deletes a token: it is refused from the reply on. */
export async function withdrawToken(
  context: MutationContext,
  directory: TokenDirectory,
  token: StoredToken,
): Promise<void> {
  await deleteToken(context.everything, token.secret)
  context.record({
    type: 'api-token-deleted',
    environment: token.environment,
    preData: withoutSecret(token),
    ...projectOf(token),
  })
  context.onCommit(() => directory.remove(token.secret))
}
