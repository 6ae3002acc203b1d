import type { RemoteTokenInput } from '#shared/transfer/schemas/remote.ts'
import { badData } from '#kernel/app-error.ts'
import type { NetworkPlaces } from '#kernel/network/certificate-error.ts'
import { ConnectionVault } from '#kernel/network/connection-terms.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { Sealer } from '#kernel/sealer.ts'
import { REMOTE_BOUNDS, RemoteClient } from './remote-client.ts'

interface RemoteAddress {
  id: number
  url: string
  /** Sealed terms of the connection. */
  connection: string | null
}

const PLACES: NetworkPlaces = {
  ca: 'choose its PEM file below Connection, in the dialog of the remote',
  clientCertificate: 'Choose one below Connection, in the dialog of the remote.',
  proxyPassword: 'Enter them below Connection, in the dialog of the remote.',
}

/**
 * The way to remotes, and their tokens: these are held in memory alone, for who asks for it, until the process ends. They
 * are in no database, event, log and backup (docs/versions.md#remotes).
 */
export class RemoteInstances {
  readonly #tokens = new Map<number, { url: string; token: string }>()
  readonly #outbound: Outbound
  readonly connections: ConnectionVault

  /** `outbound` allows private addresses. */
  constructor(outbound: Outbound, sealer: Sealer) {
    this.#outbound = outbound.within(REMOTE_BOUNDS)
    this.connections = new ConnectionVault(sealer, 'remote-connection')
  }

  hasToken(id: number): boolean {
    return this.#tokens.has(id)
  }

  forget(id: number): void {
    this.#tokens.delete(id)
  }

  /** One that asks by the token that was sent, or else by the one that is held. Throws 400 when there is none. */
  clientOf(remote: RemoteAddress, { token: sent }: RemoteTokenInput): RemoteClient {
    const held = this.#tokens.get(remote.id)
    // a token is sent only to the URL it was given for
    const token = sent ?? (held?.url === remote.url ? held.token : undefined)
    if (token === undefined) throw badData('The token of the remote is needed', '/body/token')
    const terms = this.connections.terms(remote.connection ?? undefined, PLACES)
    return new RemoteClient(remote.url, token, this.#outbound.with(terms))
  }

  /** Holds the token that was sent, if that was asked for; called when it has proved to be good for something. */
  hold({ id, url }: Omit<RemoteAddress, 'connection'>, { token, remember }: RemoteTokenInput): void {
    if (token !== undefined && remember) this.#tokens.set(id, { url, token })
  }
}
