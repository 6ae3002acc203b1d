import { z } from 'zod'

import { CreatedPersonalToken, CreatePersonalToken, PersonalTokens } from '../schemas/personal-token.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Personal access tokens'
const TOKENS = '/api/admin/user/tokens'

export const getPats = operation({
  operationId: 'getPats',
  method: 'GET',
  path: TOKENS,
  tag,
  summary: 'Lists the personal access tokens of the caller',
  access: audienceOnly,
  responses: { 200: PersonalTokens },
  errors: [403],
})

export const createPat = operation({
  operationId: 'createPat',
  method: 'POST',
  path: TOKENS,
  tag,
  summary: 'Creates a personal access token; only this response contains the secret',
  access: audienceOnly,
  body: CreatePersonalToken,
  responses: { 201: CreatedPersonalToken },
  errors: [403, 409],
})

export const deletePat = operation({
  operationId: 'deletePat',
  method: 'DELETE',
  path: `${TOKENS}/:id`,
  tag,
  summary: 'Deletes a personal access token of the caller',
  access: audienceOnly,
  params: z.object({ id: integerParam('id') }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 403, 404],
})
