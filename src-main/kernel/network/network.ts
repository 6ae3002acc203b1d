import type { SecureContext } from 'node:tls'

import type { ClientCertificate } from '#shared/schemas/connection.ts'
import { SETTING_PLACES, type NetworkPlaces } from './certificate-error.ts'
import { DIRECTLY, type FindWays } from './proxies.ts'
import { TrustedCertificates, type OwnTls } from './trusted-certificates.ts'

interface Dependencies {
  trusted: TrustedCertificates
  findWays: FindWays
  places: NetworkPlaces
  /** Client certificates by host, in small letters. */
  clientCertificates: ReadonlyMap<string, ClientCertificate>
  own: OwnTls
}

/** Terms of one connection, instead of those of the machine. */
export interface OwnTerms extends OwnTls {
  findWays?: FindWays | undefined
  places: NetworkPlaces
}

/** Way from this machine to others: the certificates it trusts, those it shows, and the proxies it goes through. */
export class Network {
  readonly #parts: Dependencies
  readonly #contexts = new Map<ClientCertificate | undefined, Promise<SecureContext>>()
  #trust: Promise<SecureContext> | undefined

  constructor(parts: Partial<Dependencies> & Pick<Dependencies, 'trusted'>) {
    this.#parts = {
      findWays: DIRECTLY,
      places: SETTING_PLACES,
      clientCertificates: new Map(),
      own: {},
      ...parts,
    }
  }

  get places(): NetworkPlaces {
    return this.#parts.places
  }

  /** Finds the ways to an address. Throws ProxyError for a proxy that cannot be used. */
  waysTo(url: URL): ReturnType<FindWays> {
    return this.#parts.findWays(url)
  }

  /** Terms of an encrypted connection to a host. */
  secureContextFor(host: string): Promise<SecureContext> {
    const { trusted, own } = this.#parts
    const clientCertificate = this.#proofFor(host)
    return this.#remember(clientCertificate, () => trusted.contextWith({ ...own, clientCertificate }))
  }

  /** True if a client certificate is shown to a host that asks for one. */
  hasProofFor(host: string): boolean {
    return this.#proofFor(host) !== undefined
  }

  /** Terms of an encrypted connection to a proxy, which is shown no client certificate. */
  secureContextForProxy(): Promise<SecureContext> {
    const { trusted, own } = this.#parts
    return (this.#trust ??= trusted.contextWith({ ca: own.ca }))
  }

  /** The same with terms of one connection. */
  with({ findWays, places, ...own }: OwnTerms): Network {
    return new Network({ ...this.#parts, places, own, ...(findWays ? { findWays } : {}) })
  }

  #proofFor(host: string): ClientCertificate | undefined {
    return this.#parts.own.clientCertificate ?? this.#parts.clientCertificates.get(host.toLowerCase())
  }

  #remember(key: ClientCertificate | undefined, make: () => Promise<SecureContext>): Promise<SecureContext> {
    const known = this.#contexts.get(key)
    if (known) return known
    const made = make()
    this.#contexts.set(key, made)
    made.catch(() => this.#contexts.delete(key))
    return made
  }
}

/** Without a proxy, and with the certificates of the system. */
export const DIRECT_NETWORK = new Network({
  trusted: new TrustedCertificates({ env: process.env, warn: () => {} }),
})
