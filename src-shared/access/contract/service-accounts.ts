import { z } from 'zod'

import { CreatedPersonalToken, CreatePersonalToken, PersonalTokens } from '../schemas/personal-token.ts'
import { integerParam } from '../../schemas/scalars.ts'
import {
  CreateServiceAccount,
  ServiceAccount,
  ServiceAccounts,
  UpdateServiceAccount,
} from '../schemas/service-account.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Service Accounts'
const ACCOUNTS = '/api/admin/service-account'
const AccountParams = z.object({ id: integerParam('id') })
const access = needs('ADMIN')
const plan = 'enterprise'

export const getServiceAccounts = operation({
  operationId: 'getServiceAccounts',
  method: 'GET',
  path: ACCOUNTS,
  tag,
  summary: 'Lists all service accounts with their tokens, and the root roles they can have',
  access,
  responses: { 200: ServiceAccounts },
  plan,
})

export const createServiceAccount = operation({
  operationId: 'createServiceAccount',
  method: 'POST',
  path: ACCOUNTS,
  tag,
  summary: 'Creates a service account',
  access,
  body: CreateServiceAccount,
  responses: { 201: ServiceAccount },
  location: ({ id }) => `service-account/${id}`,
  errors: [409],
  plan,
})

export const updateServiceAccount = operation({
  operationId: 'updateServiceAccount',
  method: 'PUT',
  path: `${ACCOUNTS}/:id`,
  tag,
  summary: 'Changes the name or root role of a service account',
  access,
  params: AccountParams,
  body: UpdateServiceAccount,
  responses: { 200: ServiceAccount },
  errors: [404],
  plan,
})

export const deleteServiceAccount = operation({
  operationId: 'deleteServiceAccount',
  method: 'DELETE',
  path: `${ACCOUNTS}/:id`,
  tag,
  summary: 'Deletes a service account and all its tokens',
  access,
  params: AccountParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  plan,
})

export const getServiceAccountTokens = operation({
  operationId: 'getServiceAccountTokens',
  method: 'GET',
  path: `${ACCOUNTS}/:id/token`,
  tag,
  summary: 'Lists the tokens of a service account',
  access,
  params: AccountParams,
  responses: { 200: PersonalTokens },
  errors: [400, 404],
  plan,
})

export const createServiceAccountToken = operation({
  operationId: 'createServiceAccountToken',
  method: 'POST',
  path: `${ACCOUNTS}/:id/token`,
  tag,
  summary: 'Creates a token of a service account; only this response contains the secret',
  access,
  params: AccountParams,
  body: CreatePersonalToken,
  responses: { 201: CreatedPersonalToken },
  errors: [404, 409],
  plan,
})

export const deleteServiceAccountToken = operation({
  operationId: 'deleteServiceAccountToken',
  method: 'DELETE',
  path: `${ACCOUNTS}/:id/token/:tokenId`,
  tag,
  summary: 'Deletes a token of a service account',
  access,
  params: AccountParams.extend({ tokenId: integerParam('tokenId') }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  plan,
})
