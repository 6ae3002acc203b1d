import { getProjectApiTokens as operation } from '#shared/projects/contract/project-tokens.ts'
import { query } from '#kernel/use-case.ts'
import { isVisible, toApiToken } from '#domains/access/records/api-tokens/api-token.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import { givesAccessTo } from '../../records/project-tokens/token-of-project.ts'

/**
 * The tokens that open a project: its own, those of several projects with it among them, those of all
 * (docs/contract/access.md#api-tokens). The admin token, which opens everything else too, is shown to Admins alone: a
 * project's Owner must not become
 * one by reading a list.
 */
export const getProjectApiTokens = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  query(operation, async (context, { params: { projectId } }) => {
    await requireProject(context.queries, projectId)
    const isAdmin = context.may({ anyOf: ['ADMIN'] }).allowed
    const tokens = directory
      .all()
      .filter(
        (token) =>
          givesAccessTo(token, projectId) && isVisible(context, token) && (token.type !== 'admin' || isAdmin),
      )
    return { tokens: tokens.map(toApiToken) }
  })
