import { z } from 'zod'

import { integerParam } from '../../schemas/scalars.ts'
import {
  CreatedSignalEndpointToken,
  SignalEndpoint,
  SignalEndpointToken,
  SignalEndpointWithUrl,
  UpsertSignalEndpoint,
  UpsertSignalEndpointToken,
} from '../schemas/signal-endpoint.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Signals'
export const SIGNAL_ENDPOINTS = '/api/admin/signal-endpoints'
export const SIGNAL_ENDPOINT_TOKENS = `${SIGNAL_ENDPOINTS}/:signalEndpointId/tokens`
const EndpointParams = z.object({ id: integerParam('id') })
const TokensParams = z.object({ signalEndpointId: integerParam('signalEndpointId') })
const TokenParams = TokensParams.extend({ id: integerParam('id') })
/** Access: signed-in users read, Admins write (docs/contract/signals.md#endpoints). */
const write = { tag, access: needs('ADMIN'), plan: 'enterprise' } as const
const read = { tag, method: 'GET', access: audienceOnly, plan: 'enterprise' } as const
const lifecycle = { since: '5.11.0' }

export const getSignalEndpoints = operation({
  ...read,
  operationId: 'getSignalEndpoints',
  path: SIGNAL_ENDPOINTS,
  summary: 'Lists all signal endpoints with their tokens, without the secrets',
  responses: {
    200: z.object({ signalEndpoints: z.array(SignalEndpoint) }).meta({ id: 'signalEndpointsSchema' }),
  },
  lifecycle,
})

export const createSignalEndpoint = operation({
  ...write,
  operationId: 'createSignalEndpoint',
  method: 'POST',
  path: SIGNAL_ENDPOINTS,
  summary: 'Creates a signal endpoint',
  body: UpsertSignalEndpoint,
  responses: { 201: SignalEndpointWithUrl },
  location: ({ id }) => `signal-endpoints/${id}`,
  errors: [400, 409],
  lifecycle,
})

export const updateSignalEndpoint = operation({
  ...write,
  operationId: 'updateSignalEndpoint',
  method: 'PUT',
  path: `${SIGNAL_ENDPOINTS}/:id`,
  summary: 'Changes the name, description and state of a signal endpoint',
  params: EndpointParams,
  body: UpsertSignalEndpoint,
  responses: { 200: SignalEndpointWithUrl },
  errors: [400, 404, 409],
  lifecycle,
})

export const deleteSignalEndpoint = operation({
  ...write,
  operationId: 'deleteSignalEndpoint',
  method: 'DELETE',
  path: `${SIGNAL_ENDPOINTS}/:id`,
  summary: 'Deletes a signal endpoint and its tokens; its signals stay',
  params: EndpointParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  lifecycle,
})

export const enableSignalEndpoint = operation({
  ...write,
  operationId: 'enableSignalEndpoint',
  method: 'POST',
  path: `${SIGNAL_ENDPOINTS}/:id/on`,
  summary: 'Enables a signal endpoint',
  params: EndpointParams,
  anyContentType: true,
  responses: { 200: SignalEndpoint },
  errors: [400, 404],
  lifecycle,
})

export const disableSignalEndpoint = operation({
  ...write,
  operationId: 'disableSignalEndpoint',
  method: 'POST',
  path: `${SIGNAL_ENDPOINTS}/:id/off`,
  summary: 'Disables a signal endpoint',
  params: EndpointParams,
  anyContentType: true,
  responses: { 200: SignalEndpoint },
  errors: [400, 404],
  lifecycle,
})

export const getSignalEndpointTokens = operation({
  ...read,
  operationId: 'getSignalEndpointTokens',
  path: SIGNAL_ENDPOINT_TOKENS,
  summary: 'Lists the tokens of a signal endpoint, without the secrets',
  params: TokensParams,
  responses: {
    200: z
      .object({ signalEndpointTokens: z.array(SignalEndpointToken) })
      .meta({ id: 'signalEndpointTokensSchema' }),
  },
  errors: [400, 404],
  lifecycle,
})

export const createSignalEndpointToken = operation({
  ...write,
  operationId: 'createSignalEndpointToken',
  method: 'POST',
  path: SIGNAL_ENDPOINT_TOKENS,
  summary: 'Creates a token of a signal endpoint; only this response contains the secret',
  params: TokensParams,
  body: UpsertSignalEndpointToken,
  responses: { 201: CreatedSignalEndpointToken },
  location: ({ id }, { signalEndpointId }) => `signal-endpoints/${signalEndpointId}/tokens/${id}`,
  errors: [400, 404, 409],
  lifecycle,
})

export const updateSignalEndpointToken = operation({
  ...write,
  operationId: 'updateSignalEndpointToken',
  method: 'PUT',
  path: `${SIGNAL_ENDPOINT_TOKENS}/:id`,
  summary: 'Renames a token of a signal endpoint',
  params: TokenParams,
  body: UpsertSignalEndpointToken,
  responses: { 200: SignalEndpointToken },
  errors: [400, 404, 409],
  lifecycle,
})

export const deleteSignalEndpointToken = operation({
  ...write,
  operationId: 'deleteSignalEndpointToken',
  method: 'DELETE',
  path: `${SIGNAL_ENDPOINT_TOKENS}/:id`,
  summary: 'Deletes a token of a signal endpoint',
  params: TokenParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  lifecycle,
})
