import { deleteProjectApiToken as operation } from '#shared/projects/contract/project-tokens.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { withdrawToken } from '#domains/access/records/api-tokens/withdraw-token.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import { givesAccessTo, givesAccessOnlyTo } from '../../records/project-tokens/token-of-project.ts'

/**
 * Deletes a token that is for this project alone. One that opens other projects too is not the project's to delete
 * (400), and one that does not open it is as if it were not there (404; docs/contract/access.md#api-tokens).
 */
export const deleteProjectApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(operation, async (context, { params: { projectId, token: secret } }) => {
    await requireProject(context.queries, projectId)
    const token = directory.find(secret)
    if (!token || !givesAccessTo(token, projectId))
      throw notFound(`Project ${projectId} has no such API token`)
    if (!givesAccessOnlyTo(token, projectId))
      throw badData(
        `The API token is not for project ${projectId} alone. Delete it among the API tokens of the instance`,
        '/params/token',
      )
    await withdrawToken(context, directory, token)
  })
