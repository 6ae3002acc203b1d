import { z } from 'zod'

import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { integerParam, QueryBoolean } from '../../schemas/scalars.ts'
import { SenderRequests } from '../schemas/sender-request.ts'
import { DeliveryIdSetting, OrderSetting, SenderSecret, SetSenderSecret } from '../schemas/sender.ts'
import { SIGNAL_ENDPOINT_TOKENS, SIGNAL_ENDPOINTS } from './signal-endpoints.ts'

/** Secrets that senders of signals sign with, and the place where they name their deliveries. All of it is Halyard's own. */
const tag = 'Signals'
const EndpointParams = z.object({ id: integerParam('id') })
const TokensParams = z.object({ signalEndpointId: integerParam('signalEndpointId') })
const TokenParams = TokensParams.extend({ id: integerParam('id') })
/** Access: signed-in users read, Admins write, as for the endpoints. */
const write = { tag, access: needs('ADMIN'), plan: 'enterprise' } as const
const read = { tag, method: 'GET', access: audienceOnly, plan: 'enterprise' } as const
const lifecycle = { since: '5.11.0' }

const SENDER_SECRET = `${SIGNAL_ENDPOINT_TOKENS}/:id/sender-secret`

export const getSenderSecrets = operation({
  ...read,
  operationId: 'getSenderSecrets',
  path: `${SIGNAL_ENDPOINTS}/:signalEndpointId/sender-secrets`,
  summary: 'Lists the tokens of a signal endpoint whose senders sign with a secret of their own',
  description: 'Operation of Halyard. No response contains a secret.',
  params: TokensParams,
  responses: { 200: z.object({ senderSecrets: z.array(SenderSecret) }).meta({ id: 'senderSecretsSchema' }) },
  errors: [400, 404],
  lifecycle,
})

export const setSenderSecret = operation({
  ...write,
  operationId: 'setSenderSecret',
  method: 'PUT',
  path: SENDER_SECRET,
  summary: 'Sets the secret that the sender of a token signs with',
  description:
    'Operation of Halyard. For senders that choose the secret themselves, such as Sentry and PagerDuty, and for those that sign as ' +
    'Standard Webhooks does: a secret `whsec_…`, or a public key `whpk_…`. It is stored encrypted, and replaces a former one at ' +
    'once, or at `formerUntil`.',
  params: TokenParams,
  body: SetSenderSecret,
  responses: { 200: SenderSecret },
  errors: [400, 404],
  lifecycle,
})

export const removeSenderSecret = operation({
  ...write,
  operationId: 'removeSenderSecret',
  method: 'DELETE',
  path: SENDER_SECRET,
  summary: 'Removes the secrets that the sender of a token signs with',
  description: 'Operation of Halyard. Accepted too if there is none. `former`: removes former ones only.',
  params: TokenParams,
  query: z.object({ former: QueryBoolean.optional() }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  lifecycle,
})

const DELIVERY_ID = '/api/halyard/signal-endpoints/:id/delivery-id'

export const getSignalDeliveryId = operation({
  ...read,
  operationId: 'getSignalDeliveryId',
  path: DELIVERY_ID,
  summary: 'Returns where the deliveries to a signal endpoint have their id',
  description:
    'Operation of Halyard. A delivery that comes again with its id is answered as before, and starts no action.',
  params: EndpointParams,
  responses: { 200: DeliveryIdSetting },
  errors: [400, 404],
  lifecycle,
})

export const setSignalDeliveryId = operation({
  ...write,
  operationId: 'setSignalDeliveryId',
  method: 'PUT',
  path: DELIVERY_ID,
  summary: 'Sets where the deliveries to a signal endpoint have their id',
  description:
    'Operation of Halyard. `known`: in the headers of known senders, such as `webhook-id`. `header` and `path` have a name. Deliveries ' +
    'that are signed as Standard Webhooks does have the id that they sign, whatever is set here.',
  params: EndpointParams,
  body: DeliveryIdSetting,
  responses: { 200: DeliveryIdSetting },
  errors: [400, 404],
  lifecycle,
})

const ORDER = '/api/halyard/signal-endpoints/:id/order'

export const getSignalOrder = operation({
  ...read,
  operationId: 'getSignalOrder',
  path: ORDER,
  summary: 'Returns where the signals of an endpoint have their time or their number',
  description: 'Operation of Halyard. A signal that comes after a newer one of its sender is marked as late.',
  params: EndpointParams,
  responses: { 200: OrderSetting },
  errors: [400, 404],
  lifecycle,
})

export const setSignalOrder = operation({
  ...write,
  operationId: 'setSignalOrder',
  method: 'PUT',
  path: ORDER,
  summary: 'Sets where the signals of an endpoint have their time or their number',
  description:
    'Operation of Halyard. `none`: no signal is late. `header` and `path` have a name, such as `webhook-timestamp` or `event.occurred_at`. ' +
    'Each token counts for itself, and begins anew with each setting.',
  params: EndpointParams,
  body: OrderSetting,
  responses: { 200: OrderSetting },
  errors: [400, 404],
  lifecycle,
})

export const getSenderRequests = operation({
  tag,
  operationId: 'getSenderRequests',
  method: 'GET',
  access: needs('ADMIN'),
  plan: 'enterprise',
  path: '/api/halyard/signal-endpoints/:id/requests',
  summary: 'Lists the last requests to a signal endpoint, accepted or refused, with their checks',
  description:
    'Operation of Halyard. Each check says what was expected, what was found, and what to change. Requests are kept in memory only.',
  params: EndpointParams,
  responses: { 200: SenderRequests },
  errors: [400, 404],
  lifecycle,
})
