import { badData, exceedsLimit } from '#kernel/app-error.ts'
import type { Sealer } from '#kernel/sealer.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/signals/contract/senders.ts'
import { KNOWN_PLACE, NO_ORDER } from '#shared/signals/rules/index.ts'
import { MAX_OVERLAP_DAYS, MAX_SENDER_SECRETS } from '#shared/signals/schemas/sender.ts'
import {
  deleteSenderSecretRows,
  readSenderSecretsOf,
  sealSenderSecret,
  toSenderSecret,
  writeSenderSecret,
} from '../signal-endpoints/sender-secrets.store.ts'
import type { SignalEndpointDirectory } from '../signal-endpoints/signal-endpoint-directory.ts'
import {
  requireSignalEndpoint,
  requireSignalToken,
  toSignalToken,
} from '../signal-endpoints/signal-endpoint.ts'
import {
  readDeliveryIdPlaces,
  readOrderPlaces,
  writeDeliveryIdPlace,
  writeOrderPlace,
} from '../signal-endpoints/signal-endpoints.store.ts'
import { deleteOrderMarks } from '../signals/late-signals.store.ts'
import type { SenderRequests } from '../signals/sender-requests.ts'
import { schemeOf } from '../signal-endpoints/webhook-signature.ts'

interface Services {
  signalEndpoints: SignalEndpointDirectory
  sealer: Sealer
}

export const getSenderSecrets = ({ sealer }: Pick<Services, 'sealer'>) =>
  query(contract.getSenderSecrets, async ({ visible, now }, { params }) => {
    const { id } = await requireSignalEndpoint(visible, params.signalEndpointId)
    const stored = await readSenderSecretsOf(visible, id, now)
    return { senderSecrets: stored.map((one) => toSenderSecret(sealer, one)) }
  })

/**
 * Sets the secret that a sender chose itself. Its signatures count from the response on; those of the former secret no longer, or up to
 * `formerUntil`.
 */
export const setSenderSecret = ({ signalEndpoints, sealer }: Services) =>
  mutation(contract.setSenderSecret, async (context, { params, body: { secret, formerUntil = null } }) => {
    const { everything, now } = context
    const { endpoint, token } = await requireSignalToken(everything, params)
    const scheme = schemeOf(secret)
    if (formerUntil !== null) requireOverlap(formerUntil, now)
    const stored = (await readSenderSecretsOf(everything, endpoint.id, now)).filter(
      ({ tokenId }) => tokenId === token.id,
    )
    if (formerUntil !== null && stored.length >= MAX_SENDER_SECRETS)
      throw exceedsLimit('secret of a sender', MAX_SENDER_SECRETS)
    const written = await writeSenderSecret(
      everything,
      {
        tokenId: token.id,
        scheme,
        sealed: sealSenderSecret(sealer, secret),
        setAt: now.toISOString(),
      },
      formerUntil,
    )
    const data = { ...toSignalToken(token), signalEndpoint: endpoint.name }
    context.record({ type: 'signal-sender-secret-set', data })
    signalEndpoints.refreshAfter(context)
    return toSenderSecret(sealer, written)
  })

const DAY_MS = 24 * 60 * 60 * 1000

/** Throws 400 for an end of a former secret that is past, or far away. */
function requireOverlap(until: string, now: Date): void {
  const ms = Date.parse(until) - now.getTime()
  if (ms <= 0)
    throw badData('This time has passed: omit it to replace the secret at once.', '/body/formerUntil')
  if (ms > MAX_OVERLAP_DAYS * DAY_MS)
    throw badData(`A former secret counts for at most ${MAX_OVERLAP_DAYS} days.`, '/body/formerUntil')
}

/** Removes the secrets that a sender chose itself, or former ones only: their signatures are refused from the response on. */
export const removeSenderSecret = ({ signalEndpoints }: Pick<Services, 'signalEndpoints'>) =>
  mutation(contract.removeSenderSecret, async (context, { params, query: { former = false } }) => {
    const { endpoint, token } = await requireSignalToken(context.everything, params)
    if (!(await deleteSenderSecretRows(context.everything, token.id, { former }))) return
    const preData = { ...toSignalToken(token), signalEndpoint: endpoint.name }
    context.record({ type: 'signal-sender-secret-removed', preData })
    signalEndpoints.refreshAfter(context)
  })

export const getSignalDeliveryId = query(contract.getSignalDeliveryId, async ({ visible }, { params }) => {
  const { id } = await requireSignalEndpoint(visible, params.id)
  return (await readDeliveryIdPlaces(visible)).get(id) ?? KNOWN_PLACE
})

/** Sets where deliveries have their id. It holds for those that come from the response on. */
export const setSignalDeliveryId = ({ signalEndpoints }: Pick<Services, 'signalEndpoints'>) =>
  mutation(contract.setSignalDeliveryId, async (context, { params, body: place }) => {
    const endpoint = await requireSignalEndpoint(context.everything, params.id)
    const before = (await readDeliveryIdPlaces(context.everything)).get(endpoint.id) ?? KNOWN_PLACE
    await writeDeliveryIdPlace(context.everything, endpoint.id, place)
    context.record({
      type: 'signal-delivery-id-set',
      data: { ...endpoint, deliveryId: place },
      preData: { ...endpoint, deliveryId: before },
    })
    signalEndpoints.refreshAfter(context)
    return place
  })

export const getSignalOrder = query(contract.getSignalOrder, async ({ visible }, { params }) => {
  const { id } = await requireSignalEndpoint(visible, params.id)
  return (await readOrderPlaces(visible)).get(id) ?? NO_ORDER
})

/** Sets where signals have their time or their number. It holds for those that come from the response on. */
export const setSignalOrder = ({ signalEndpoints }: Pick<Services, 'signalEndpoints'>) =>
  mutation(contract.setSignalOrder, async (context, { params, body: place }) => {
    const endpoint = await requireSignalEndpoint(context.everything, params.id)
    const before = (await readOrderPlaces(context.everything)).get(endpoint.id) ?? NO_ORDER
    await writeOrderPlace(context.everything, endpoint.id, place)
    await deleteOrderMarks(context.everything, endpoint.id)
    context.record({
      type: 'signal-order-set',
      data: { ...endpoint, order: place },
      preData: { ...endpoint, order: before },
    })
    signalEndpoints.refreshAfter(context)
    return place
  })

/** Lists the last requests to an endpoint with their checks, for whoever sets up a sender. */
export const getSenderRequests = ({ senderRequests }: { senderRequests: SenderRequests }) =>
  query(contract.getSenderRequests, async ({ visible }, { params }) => {
    const { id } = await requireSignalEndpoint(visible, params.id)
    return { counts: senderRequests.countsOf(id), requests: senderRequests.list(id) }
  })
