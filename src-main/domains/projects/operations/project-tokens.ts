import { isVisible, type StoredToken, toApiToken } from '#domains/access/api-tokens/api-token.ts'
import {
  DEFAULT_ENVIRONMENT,
  issueToken,
  requireTokenScope,
  withdrawToken,
} from '#domains/access/api-tokens/issue-token.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/projects/contract/project-tokens.ts'
import { requireActiveProject, requireProject } from '../projects/projects.store.ts'

/** Checks whether a token gives access to the project, alone or among others. No projects mean all. */
function givesAccessTo({ projects }: StoredToken, project: string): boolean {
  return projects.length === 0 || projects.includes(project)
}

/** Checks whether a token gives access to this project only. */
function givesAccessOnlyTo({ projects }: StoredToken, project: string): boolean {
  return projects.length === 1 && projects[0] === project
}

/**
 * The tokens that open a project: its own, those of several projects with it among them, those of all
 * (docs/contract/access.md#api-tokens). The admin token, which opens everything else too, is shown to Admins alone: a
 * project's Owner must not become
 * one by reading a list.
 */
export const getProjectApiTokens = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  query(contract.getProjectApiTokens, async (context, { params: { projectId } }) => {
    await requireProject(context.visible, projectId)
    const isAdmin = context.may({ anyOf: ['ADMIN'] }).allowed
    const tokens = directory
      .all()
      .filter(
        (token) =>
          givesAccessTo(token, projectId) && isVisible(context, token) && (token.type !== 'admin' || isAdmin),
      )
    return { tokens: tokens.map(toApiToken) }
  })

/** Creates a token for the project of the path, whatever projects the body names (recorded exchanges api-tokens/*). */
export const createProjectApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(contract.createProjectApiToken, async (context, { params: { projectId }, body }) => {
    await requireActiveProject(context.everything, projectId)
    const { type, tokenName, expiresAt = null } = body
    const scope = await requireTokenScope(context.everything, {
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

/**
 * Deletes a token that is for this project alone. One that opens other projects too is not the project's to delete
 * (400), and one that does not open it is as if it were not there (404; docs/contract/access.md#api-tokens).
 */
export const deleteProjectApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(contract.deleteProjectApiToken, async (context, { params: { projectId, token: secret } }) => {
    await requireProject(context.everything, projectId)
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
