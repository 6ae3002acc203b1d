import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import type { Actor } from '#kernel/caller.ts'
import type { Logger } from '#kernel/logger.ts'
import { Refresher } from '#runtime/refresher.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { KNOWN_PLACE, NO_ORDER, type DeliveryIdPlace, type OrderPlace } from '#shared/signals/rules/index.ts'
import type { SenderScheme } from '#shared/signals/schemas/sender.ts'
import { countsAt, openSenderSecret, readSenderSecrets } from './sender-secrets.store.ts'
import {
  readDeliveryIdPlaces,
  readOrderPlaces,
  readSignalEndpoints,
  type StoredSignalEndpoint,
} from './signal-endpoints.store.ts'
import { readSignalTokens, type StoredSignalToken } from './signal-tokens.store.ts'
import {
  isSignedWith,
  signedContent,
  webhookKeyOf,
  type SignedDelivery,
  type WebhookKey,
} from './webhook-signature.ts'

/** Prefix of a signal endpoint's token. The sources define none. This one tells it from all other tokens. */
export const SIGNAL_TOKEN_PREFIX = 'signal:'

/** Only this is stored of a secret; 224 random bits need neither salt nor a slow hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const PURPOSE = 'signatures of signals'

type Keys = Pick<Sealer, 'derive' | 'open'>

/** Secret of a sender, ready to check signatures. */
type SenderKey = { until: string | null } & ({ scheme: 'body'; secret: string } | WebhookKey)

/**
 * Signal endpoints and their tokens, in memory. Every signal is authenticated from here. A token is found by
 * the hash of its secret, so neither the store nor timing reveals a secret.
 */
export class SignalEndpointDirectory {
  readonly #refreshing: Refresher
  /** One function: however often a write asks for it, it runs once. */
  readonly #reload = (): Promise<void> => this.reload()
  readonly #sealer: Keys
  #byName = new Map<string, StoredSignalEndpoint>()
  #tokens = new Map<string, StoredSignalToken>()
  #tokensOf = new Map<number, StoredSignalToken[]>()
  /** Secrets that senders chose, by the id of their token. */
  #senderKeys = new Map<number, SenderKey[]>()
  #deliveryIdPlaces = new Map<number, DeliveryIdPlace>()
  #orderPlaces = new Map<number, OrderPlace>()

  constructor(queries: Queries, sealer: Keys, logger?: Logger) {
    this.#sealer = sealer
    const read = async () => {
      const endpoints = await readSignalEndpoints(queries)
      const tokens = await readSignalTokens(queries)
      const chosen = await readSenderSecrets(queries)
      const places = await readDeliveryIdPlaces(queries)
      const orders = await readOrderPlaces(queries)
      this.#byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]))
      this.#tokens = new Map(tokens.map((token) => [token.secretHash, token]))
      this.#tokensOf = groupRows(tokens, (token) => token.endpointId)
      this.#deliveryIdPlaces = places
      this.#orderPlaces = orders
      const readable = chosen.flatMap(({ tokenId, scheme, sealed, until }) => {
        const secret = openSenderSecret(sealer, sealed)
        if (secret !== undefined) {
          const key = scheme === 'body' ? { scheme, secret } : webhookKeyOf(scheme, secret)
          return [{ tokenId, key: { ...key, until } }]
        }
        logger?.warn({ tokenId }, 'cannot decrypt the secret of a sender of signals: enter it again')
        return []
      })
      const grouped = groupRows(readable, (one) => one.tokenId)
      this.#senderKeys = new Map([...grouped].map(([id, list]) => [id, list.map(({ key }) => key)]))
    }
    this.#refreshing = new Refresher({ name: 'the directory of signal endpoints', read, logger })
  }

  /** Reads everything anew; a read that fails is retried until it succeeds. */
  reload(): Promise<void> {
    return this.#refreshing.reload()
  }

  /** Ends the retries, before the store closes. */
  stop(): void {
    this.#refreshing.stop()
  }

  /**
   * Refreshes after the commit. Call it in every use case that changes an endpoint or a token: the change
   * then holds from its own response on.
   */
  refreshAfter(context: MutationContext): void {
    context.onCommit(this.#reload)
  }

  named(name: string): StoredSignalEndpoint | undefined {
    return this.#byName.get(name)
  }

  /** Finds the actor of a secret. Returns undefined if the token is unknown. */
  authenticate(secret: string): Actor | undefined {
    const hash = hashOf(secret)
    const token = this.#tokens.get(hash)
    if (!token || !timingSafeEqual(Buffer.from(token.secretHash), Buffer.from(hash))) return undefined
    return actorOf(token)
  }

  /** Place of the id of deliveries to an endpoint. */
  deliveryIdPlaceOf(endpointId: number): DeliveryIdPlace {
    return this.#deliveryIdPlaces.get(endpointId) ?? KNOWN_PLACE
  }

  /** Place of the time or the number of signals of an endpoint. */
  orderPlaceOf(endpointId: number): OrderPlace {
    return this.#orderPlaces.get(endpointId) ?? NO_ORDER
  }

  /** Finds the actor of whose secrets one made a signature of a body: that of its token, or one its sender chose. */
  signedBy(endpointId: number, body: Buffer, digests: readonly Buffer[], now: Date): Actor | undefined {
    if (digests.length === 0) return undefined
    const isMadeWith = (secret: string) => {
      const made = createHmac('sha256', secret).update(body).digest()
      return digests.some((digest) => timingSafeEqual(made, digest))
    }
    const signer = this.#tokensAt(endpointId).find((token) => this.#secretsOf(token, now).some(isMadeWith))
    return signer && { ...actorOf(signer), proof: 'signature' }
  }

  /** Finds the actor of whose keys one signed a delivery as Standard Webhooks does. */
  webhookSignedBy(endpointId: number, body: Buffer, delivery: SignedDelivery, now: Date): Actor | undefined {
    const content = signedContent(delivery, body)
    const signer = this.#tokensAt(endpointId).find(({ id }) =>
      this.#keysOf(id, now).some((key) => key.scheme !== 'body' && isSignedWith(key, content, delivery)),
    )
    return signer && { ...actorOf(signer), proof: 'standard-webhooks', signedId: delivery.id }
  }

  /** Lists how the senders of an endpoint sign with secrets of their own. */
  schemesAt(endpointId: number, now: Date): ReadonlySet<SenderScheme> {
    return new Set(
      this.#tokensAt(endpointId).flatMap(({ id }) => this.#keysOf(id, now).map(({ scheme }) => scheme)),
    )
  }

  #tokensAt(endpointId: number): readonly StoredSignalToken[] {
    return this.#tokensOf.get(endpointId) ?? []
  }

  #keysOf(tokenId: number, now: Date): SenderKey[] {
    return (this.#senderKeys.get(tokenId) ?? []).filter((key) => countsAt(key, now))
  }

  #secretsOf({ id, secretHash }: StoredSignalToken, now: Date): string[] {
    const chosen = this.#keysOf(id, now).flatMap((key) => (key.scheme === 'body' ? key.secret : []))
    return [...chosen, ...this.#sealer.derive(secretHash, PURPOSE)]
  }

  /**
   * Returns the secret with which services sign that cannot send a token. It follows from the hash of the token and the key of
   * the instance, so who reads the database cannot sign.
   */
  signingSecretOf(token: string): string {
    return this.#sealer.derive(hashOf(token), PURPOSE)[0]
  }
}

const actorOf = ({ name, id, endpointId }: StoredSignalToken): Extract<Actor, { kind: 'signal-token' }> => ({
  kind: 'signal-token',
  username: name,
  tokenId: id,
  endpointId,
})
