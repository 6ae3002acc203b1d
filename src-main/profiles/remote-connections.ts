import type { RemoteCredentials } from '#shared/desktop/profiles.ts'
import type { NetworkPlaces } from '#kernel/network/certificate-error.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { UnreadableSecret } from '#kernel/sealer.ts'
import type { ProfileConnection } from './connection.ts'
import type { ElsewhereProfile, ProfileStore } from './profile-store.ts'
import type { RemoteProof } from './remote-sign-in.ts'

/** Service elsewhere, by its kind and address. */
type ServiceAddress = Pick<ElsewhereProfile, 'kind' | 'url'> & {
  /** Sealed terms of the connection. */
  connection?: string | undefined
}

/** Proof as it is stored. */
interface SealedProof {
  token?: string
  session?: string
}

const PLACES: NetworkPlaces = {
  ca: 'choose its PEM file below Connection, in the dialog of the instance',
  clientCertificate: 'Choose one below Connection, in the dialog of the instance.',
  proxyPassword: 'Enter them below Connection, in the dialog of the instance.',
}

/** Sign-in to other machines, with the contract that it needs: the first window does not wait for it. */
const remoteSignIn = () => import('./remote-sign-in.ts')

/** Sign-in and connections to the services of profiles that do not run in this app. */
export class RemoteConnections {
  readonly #store: ProfileStore
  readonly #outbound: Outbound

  constructor(store: ProfileStore, outbound: Outbound) {
    this.#store = store
    this.#outbound = outbound
  }

  /** Checks credentials at the service, and seals what proves them. Throws an AppError that names the field at fault. */
  async signIn(place: ServiceAddress, credentials: RemoteCredentials): Promise<SealedProof> {
    const { kind, url } = place
    const outbound = this.#outboundFor(place)
    const proof = await (kind === 'remote'
      ? (await remoteSignIn()).signInRemotely(url, credentials, outbound)
      : (await import('./check-credentials.ts')).signInToOriginal(url, credentials, outbound))
    return proof.kind === 'token'
      ? { token: this.#store.seal(proof.token) }
      : { session: this.#store.seal(proof.cookie) }
  }

  /** Connects to the service of a profile. The proof is read anew for each call: it may change. */
  async connect(place: ElsewhereProfile): Promise<ProfileConnection> {
    const { kind, id, url } = place
    const outbound = this.#outboundFor(place)
    if (kind === 'original') {
      const { connectToOriginal } = await import('./original/original-connection.ts')
      return connectToOriginal({
        url,
        outbound,
        token: () => {
          const proof = this.#proofOf(id)
          return proof?.kind === 'token' ? proof.token : undefined
        },
      })
    }
    const { headersOfProof, remoteConnections } = await remoteSignIn()
    const { connectRemotely } = await remoteConnections()
    return connectRemotely({ url, outbound, credentials: () => headersOfProof(this.#proofOf(id)) })
  }

  #outboundFor({ connection }: ServiceAddress): Outbound {
    return this.#outbound.with(this.#store.connections.terms(connection, PLACES))
  }

  #find(id: string): ElsewhereProfile | undefined {
    const profile = this.#store.find(id)
    return profile?.kind === 'local' ? undefined : profile
  }

  /** The proof for a profile; undefined where there is none that this machine can open. */
  #proofOf(id: string): RemoteProof | undefined {
    const profile = this.#find(id)
    const session = profile?.kind === 'remote' ? profile.session : undefined
    const sealed = profile?.token ?? session
    const secret = sealed === undefined ? undefined : this.#unsealed(sealed)
    if (secret === undefined) return undefined
    return profile?.token === undefined
      ? { kind: 'session', cookie: secret }
      : { kind: 'token', token: secret }
  }

  #unsealed(secret: string): string | undefined {
    try {
      return this.#store.unseal(secret)
    } catch (error) {
      if (error instanceof UnreadableSecret) return undefined
      throw error
    }
  }
}

/** A profile elsewhere as it is without its proof. */
export function withoutProof(profile: ElsewhereProfile): ElsewhereProfile {
  if (profile.kind === 'original') {
    const { token: _token, ...open } = profile
    return open
  }
  const { token: _token, session: _session, ...open } = profile
  return open
}
