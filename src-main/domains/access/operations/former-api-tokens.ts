import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/former/api-tokens.ts'
import { permissionsFor, toApiToken } from '../api-tokens/api-token.ts'
import { createSdkToken } from '../api-tokens/create-sdk-token.ts'
import { issueToken } from '../api-tokens/issue-token.ts'
import type { TokenDirectory } from '../api-tokens/token-directory.ts'

const ALL = '*'

/**
 * Creates an API token as versions before 7 did. An Admin could create an admin token, `*:*.<secret>`
 * (docs/contract/access.md#token-formats, docs/contract/versions.md#removed-in-7). An admin token may do
 * everything. A request that asks for a narrower scope is therefore rejected.
 */
export const createApiTokenFormerly = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(contract.createApiTokenFormerly, async (context, { body: { type, ...body } }) => {
    if (type !== 'admin') return createSdkToken(context, directory, { ...body, type })
    context.demand({ anyOf: permissionsFor('CREATE', type) })
    const { tokenName, environment = ALL, projects = [ALL], expiresAt = null } = body
    if (environment !== ALL)
      throw badData('Admin token cannot be limited to an environment', '/body/environment')
    if (projects.length === 0 || projects.some((project) => project !== ALL))
      throw badData('Admin token cannot be limited to projects', '/body/projects')
    const token = await issueToken(context, directory, {
      type,
      tokenName,
      environment,
      projects: [],
      expiresAt,
    })
    return toApiToken(token)
  })
