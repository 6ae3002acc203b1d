import { z } from 'zod'

import { ApiToken, ApiTokens, CreateApiToken, UpdateApiToken } from '../schemas/api-token.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { secretParam } from '../../contract-engine/secret-params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'API tokens'
const TOKENS = '/api/admin/api-tokens'

/**
 * Permissions for reading API tokens. The kind of token decides too which one a caller needs; the use cases
 * check that (docs/contract/access.md#permission-of-each-operation).
 */
const READ = ['ADMIN', 'READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'] as const
export const CREATE_API_TOKENS = ['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'] as const
const UPDATE = ['ADMIN', 'UPDATE_CLIENT_API_TOKEN', 'UPDATE_FRONTEND_API_TOKEN'] as const
const DELETE = ['ADMIN', 'DELETE_CLIENT_API_TOKEN', 'DELETE_FRONTEND_API_TOKEN'] as const

const Secret = z.object({ token: secretParam() })

export const getAllApiTokens = operation({
  operationId: 'getAllApiTokens',
  method: 'GET',
  path: TOKENS,
  tag,
  summary: 'Lists the API tokens that the caller may read',
  access: needs(READ),
  responses: { 200: ApiTokens },
})

export const getApiTokensByName = operation({
  operationId: 'getApiTokensByName',
  method: 'GET',
  path: `${TOKENS}/:name`,
  tag,
  summary: 'Lists the API tokens with a name; names are not unique',
  access: needs(READ),
  params: z.object({ name: PathPart }),
  responses: { 200: ApiTokens },
  lifecycle: { since: '5.5.0' },
})

export const createApiToken = operation({
  operationId: 'createApiToken',
  method: 'POST',
  path: TOKENS,
  tag,
  summary: 'Creates a backend or frontend token',
  access: needs(CREATE_API_TOKENS),
  place: 'instance',
  body: CreateApiToken,
  responses: { 201: ApiToken },
  location: () => 'api-tokens',
})

export const updateApiToken = operation({
  operationId: 'updateApiToken',
  method: 'PUT',
  path: `${TOKENS}/:token`,
  tag,
  summary: 'Sets the expiry date of an API token',
  access: needs(UPDATE),
  place: 'instance',
  params: Secret,
  body: UpdateApiToken,
  responses: { 200: null },
})

export const deleteApiToken = operation({
  operationId: 'deleteApiToken',
  method: 'DELETE',
  path: `${TOKENS}/:token`,
  tag,
  summary: 'Deletes an API token',
  access: needs(DELETE),
  params: Secret,
  anyContentType: true,
  responses: { 200: null },
})
