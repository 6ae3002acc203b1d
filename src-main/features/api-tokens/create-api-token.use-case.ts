import { createApiToken as operation } from '../../../src-shared/contract/api-tokens.ts'
import { badData, exceedsLimit } from '../../kernel/app-error.ts'
import { mutation, type MutationContext } from '../../kernel/use-case.ts'
import { environmentExists } from '../environments/index.ts'
import { projectExists } from '../projects/index.ts'
import { permissionsFor, secretOf, toApiToken, withoutSecret, type StoredToken } from './api-token.ts'
import { insertToken } from './api-tokens.store.ts'
import type { TokenDirectory } from './token-directory.ts'

const SECRET_BYTES = 28
const DEFAULT_ENVIRONMENT = 'development'

/** Creates a backend or frontend token for one environment of one, several or all projects (semantics.md 6.2). */
export const createApiToken = (directory: TokenDirectory) =>
  mutation(operation, async (context, { body }) => {
    const { queries, ids, limits, now } = context
    context.demand({ anyOf: permissionsFor('CREATE', body.type) })
    const environment = body.environment ?? DEFAULT_ENVIRONMENT
    const projects = await requireProjects(context, body.projects ?? ['*'])
    await requireEnvironment(context, environment, body.type)
    if (directory.all().length >= limits.apiTokens) throw exceedsLimit('api token', limits.apiTokens)
    const token: StoredToken = {
      secret: secretOf(projects, environment, ids.hex(SECRET_BYTES)),
      tokenName: body.tokenName,
      type: body.type === 'backend' ? 'client' : body.type,
      environment,
      projects,
      expiresAt: body.expiresAt ?? null,
      createdAt: now.toISOString(),
      seenAt: null,
    }
    await insertToken(queries, token)
    context.record({
      type: 'api-token-created',
      environment,
      data: withoutSecret(token),
      ...projectOf(token),
    })
    context.onCommit(() => directory.put(token))
    return { ...toApiToken(token), type: body.type }
  })

/** The project an event about a token belongs to, when it is one. */
export function projectOf({ projects }: StoredToken): { project?: string } {
  const [only, ...others] = projects
  return only !== undefined && others.length === 0 ? { project: only } : {}
}

/** All named projects must exist; `*` among them means all. */
async function requireProjects({ queries }: MutationContext, projects: readonly string[]): Promise<string[]> {
  if (projects.length === 0)
    throw badData('"projects" must contain at least 1 items. You provided [].', '/body/projects')
  if (projects.includes('*')) return []
  for (const project of projects) {
    if (!(await projectExists(queries, project)))
      throw badData(`Project=${project} does not exist`, '/body/projects')
  }
  return [...new Set(projects)]
}

async function requireEnvironment(
  { queries }: MutationContext,
  environment: string,
  type: string,
): Promise<void> {
  if (environment === '*') {
    const kind = type === 'frontend' ? 'Frontend' : 'Client'
    throw badData(`${kind} token cannot be scoped to all environments`, '/body/environment')
  }
  if (!(await environmentExists(queries, environment))) {
    throw badData(`Environment=${environment} does not exist`, '/body/environment')
  }
}
