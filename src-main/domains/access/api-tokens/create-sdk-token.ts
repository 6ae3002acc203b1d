import type { z } from 'zod'
import type { ApiToken, CreateApiToken } from '#shared/access/schemas/api-token.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { isVisible, permissionsFor, toApiToken } from './api-token.ts'
import { DEFAULT_ENVIRONMENT, issueToken, requireTokenScope } from './issue-token.ts'
import type { TokenDirectory } from './token-directory.ts'

/** The same of a body that has been judged to be of a token for SDKs. */
export async function createSdkToken(
  context: MutationContext,
  directory: TokenDirectory,
  body: z.output<typeof CreateApiToken>,
): Promise<ApiToken> {
  context.demand({ anyOf: permissionsFor('CREATE', body.type) })
  const scope = await requireTokenScope(context.visible, {
    environment: body.environment ?? DEFAULT_ENVIRONMENT,
    projects: body.projects ?? ['*'],
    type: body.type,
  })
  if (!isVisible(context, scope))
    throw new AppError(
      'ForbiddenError',
      'You cannot create a token for all projects, because some are private and hidden from you. Name the projects that the token is for.',
    )
  const token = await issueToken(context, directory, {
    ...scope,
    tokenName: body.tokenName,
    type: body.type === 'backend' ? 'client' : body.type,
    expiresAt: body.expiresAt ?? null,
  })
  return { ...toApiToken(token), type: body.type }
}
