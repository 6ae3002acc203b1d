import { createProjectApiToken as operation } from '#shared/projects/contract/project-tokens.ts'
import { mutation } from '#kernel/use-case.ts'
import {
  DEFAULT_ENVIRONMENT,
  issueToken,
  requireTokenScope,
} from '#domains/access/records/api-tokens/issue-token.ts'
import { toApiToken } from '#domains/access/records/api-tokens/api-token.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { requireActiveProject } from '../../records/projects/projects.store.ts'

/** Creates a token for the project of the path, whatever projects the body names (recorded exchanges api-tokens/*). */
export const createProjectApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(operation, async (context, { params: { projectId }, body }) => {
    await requireActiveProject(context.queries, projectId)
    const { type, tokenName, expiresAt = null } = body
    const scope = await requireTokenScope(context.queries, {
      environment: body.environment ?? DEFAULT_ENVIRONMENT,
      projects: [projectId],
      type,
    })
    const token = await issueToken(context, directory, {
      ...scope,
      tokenName,
      type: type === 'backend' ? 'client' : type,
      expiresAt,
    })
    return { ...toApiToken(token), type }
  })
