import type { z } from 'zod'

import { badData, AppError } from '#kernel/app-error.ts'
import { mutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/api-tokens.ts'
import * as former from '#shared/versions/contract/former/api-tokens.ts'
import { isVisible, permissionsFor, readable, toApiToken, withoutSecret } from '../api-tokens/api-token.ts'
import { setExpiry } from '../api-tokens/api-tokens.store.ts'
import {
  issueToken,
  projectOf,
  withdrawToken,
  DEFAULT_ENVIRONMENT,
  requireTokenScope,
} from '../api-tokens/issue-token.ts'
import type { TokenDirectory } from '../api-tokens/token-directory.ts'
import type { ApiToken, CreateApiToken } from '#shared/access/schemas/api-token.ts'

/** The tokens of the kinds the caller may read (docs/contract/access.md#permission-of-each-operation). */
export const getAllApiTokens = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  query(contract.getAllApiTokens, async (context) => ({
    tokens: directory.all().filter(readable(context)).map(toApiToken),
  }))

export const getApiTokensByName = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  query(contract.getApiTokensByName, async (context, { params: { name } }) => ({
    tokens: directory
      .all()
      .filter((token) => token.tokenName === name)
      .filter(readable(context))
      .map(toApiToken),
  }))

const ALL = '*'

/**
 * Creates an API token as versions before 7 did. An Admin could create an admin token, `*:*.<secret>`
 * (docs/contract/access.md#token-formats, docs/contract/versions.md#removed-in-7). An admin token may do
 * everything. A request that asks for a narrower scope is therefore rejected.
 */
export const createApiTokenFormerly = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(former.createApiTokenFormerly, async (context, { body: { type, ...body } }) => {
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

/** The same of a body that has been judged to be of a token for SDKs. */
async function createSdkToken(
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

/**
 * Creates a backend or frontend token for one environment of one, several or all projects
 * (docs/contract/access.md#api-tokens).
 */
export const createApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) => ({
  ...mutation(contract.createApiToken, (context, { body }) => createSdkToken(context, directory, body)),
  formerly: createApiTokenFormerly({ tokens: directory }),
})

/**
 * Sets the expiry; an unknown token is no error (recorded exchange api-tokens/update-unknown), so that nobody can
 * probe for secrets.
 */
export const updateApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(contract.updateApiToken, async (context, { params: { token: secret }, body: { expiresAt } }) => {
    const before = directory.find(secret)
    if (!before || !isVisible(context, before)) return
    context.demand({ anyOf: permissionsFor('UPDATE', before.type) })
    const after = { ...before, expiresAt }
    await setExpiry(context.everything, secret, expiresAt)
    const change = { data: withoutSecret(after), preData: withoutSecret(before) }
    context.record({
      type: 'api-token-updated',
      environment: before.environment,
      ...change,
      ...projectOf(before),
    })
    context.onCommit(() => directory.put(after))
  })

/**
 * Deletes a token: it is refused from the next request on. An unknown one is no error (recorded exchange
 * api-tokens/delete-again).
 */
export const deleteApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(contract.deleteApiToken, async (context, { params: { token: secret } }) => {
    const token = directory.find(secret)
    if (!token || !isVisible(context, token)) return
    context.demand({ anyOf: permissionsFor('DELETE', token.type) })
    await withdrawToken(context, directory, token)
  })
