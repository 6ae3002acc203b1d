import { CreateApiTokenFormerly } from '#shared/access/schemas/api-token.ts'
import { needs } from '#shared/contract-engine/access.ts'
import { CREATE_API_TOKENS, createApiToken } from '#shared/access/contract/api-tokens.ts'
import { operation } from '#shared/contract-engine/operation.ts'

/**
 * docs/contract/versions.md#no-admin-tokens: up to version 6 an Admin could create admin tokens through the API, too.
 */
export const createApiTokenFormerly = operation({
  operationId: createApiToken.operationId,
  method: createApiToken.method,
  path: createApiToken.path,
  tag: createApiToken.tag,
  summary: 'Creates a backend, frontend or admin token',
  description: 'An admin token may do everything; only an Admin creates one.',
  access: needs(CREATE_API_TOKENS),
  body: CreateApiTokenFormerly,
  responses: createApiToken.responses,
  location: createApiToken.location,
  lifecycle: { removed: '7.0.0' },
})
