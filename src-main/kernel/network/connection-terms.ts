import { X509Certificate } from 'node:crypto'
import tls from 'node:tls'

import { z } from 'zod'

import { ClientCertificate, type ConnectionChange, type ConnectionFacts } from '#shared/schemas/connection.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { badData } from '../app-error.ts'
import { UnreadableSecret, type Sealer } from '../sealer.ts'
import { factsOf, SETTING_PLACES, type NetworkPlaces } from './certificate-error.ts'
import type { OwnTerms } from './network.ts'
import { DIRECTLY, findWaysBy, ProxyError } from './proxies.ts'
import { certificatesIn } from './system-certificates.ts'
import { proofOf } from './trusted-certificates.ts'

const Proxy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('usual') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('own'), url: z.string(), user: z.string(), password: z.string() }),
])

/** Terms of the connection to one instance, as they are sealed. */
const ConnectionTerms = z.object({
  ca: z.string().optional(),
  clientCertificate: ClientCertificate.optional(),
  proxy: Proxy,
})
export type ConnectionTerms = z.output<typeof ConnectionTerms>

const USUAL: ConnectionTerms = { proxy: { kind: 'usual' } }
/** Terms that cannot be decrypted here. */
const UNREADABLE = 'unreadable'
const LOST = 'The terms of this connection cannot be decrypted here. Enter them again, under Connection.'

/** Seals the terms of connections, and opens them for one purpose. */
export class ConnectionVault {
  readonly #sealer: Pick<Sealer, 'seal' | 'open'>
  readonly #purpose: string

  constructor(sealer: Pick<Sealer, 'seal' | 'open'>, purpose: string) {
    this.#sealer = sealer
    this.#purpose = purpose
  }

  /**
   * Seals terms with a change. Undefined: nothing differs from the usual. Throws 400 at a field below `connection` that cannot be
   * used. With `isElsewhere`, they are for another address now, for which secrets have to be entered again.
   */
  change(
    sealed: string | undefined,
    change: ConnectionChange | undefined,
    isElsewhere = false,
  ): string | undefined {
    if (change === undefined && !isElsewhere) return sealed
    const stored = this.#open(sealed)
    const next = changed(stored === UNREADABLE ? USUAL : stored, change ?? {}, isElsewhere)
    return isUsual(next) ? undefined : this.#sealer.seal(JSON.stringify(next), this.#purpose)
  }

  /** Terms to connect by. With those that cannot be decrypted nothing is connected to: they may have kept it off other ways. */
  terms(sealed: string | undefined, places: NetworkPlaces): OwnTerms {
    const stored = this.#open(sealed)
    if (stored === UNREADABLE) return { places, findWays: () => Promise.reject(new ProxyError(LOST)) }
    const { ca, clientCertificate, proxy } = stored
    const { proxyPassword } = proxy.kind === 'own' ? places : SETTING_PLACES
    return { ca, clientCertificate, places: { ...places, proxyPassword }, findWays: waysOf(proxy) }
  }

  /** Terms as they are shown; null: the usual ones. */
  facts(sealed: string | undefined): ConnectionFacts | null {
    if (sealed === undefined) return null
    const stored = this.#open(sealed)
    return shownOf(stored === UNREADABLE ? USUAL : stored, stored === UNREADABLE)
  }

  #open(sealed: string | undefined): ConnectionTerms | typeof UNREADABLE {
    if (sealed === undefined) return USUAL
    try {
      return ConnectionTerms.parse(JSON.parse(this.#sealer.open(sealed, this.#purpose)))
    } catch (error) {
      if (error instanceof UnreadableSecret) return UNREADABLE
      throw error
    }
  }
}

const isUsual = ({ ca, clientCertificate, proxy }: ConnectionTerms): boolean =>
  ca === undefined && clientCertificate === undefined && proxy.kind === 'usual'

const at = (field: string) => `/body/connection/${field}`

function changed(stored: ConnectionTerms, change: ConnectionChange, isElsewhere: boolean): ConnectionTerms {
  const ca = change.ca === undefined ? stored.ca : (change.ca ?? undefined)
  if (change.ca != null) requireAuthorities(change.ca)
  if (change.clientCertificate != null) requireUsable(change.clientCertificate)
  if (isElsewhere && stored.clientCertificate && change.clientCertificate === undefined)
    throw badData(
      'The address is another one now. Choose the client certificate again, or remove it.',
      at('clientCertificate'),
    )
  const clientCertificate =
    change.clientCertificate === undefined
      ? stored.clientCertificate
      : (change.clientCertificate ?? undefined)
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(clientCertificate === undefined ? {} : { clientCertificate }),
    proxy: change.proxy === undefined ? stored.proxy : withPassword(change.proxy, stored.proxy),
  }
}

type Proxy = z.output<typeof Proxy>

/** A stored password is for the proxy and the user alone that it was entered for. */
function withPassword(next: NonNullable<ConnectionChange['proxy']>, stored: Proxy): Proxy {
  if (next.kind !== 'own') return next
  const { password, ...rest } = next
  if (password !== undefined) return { ...rest, password }
  if (stored.kind !== 'own' || stored.password === '') return { ...rest, password: '' }
  if (stored.url !== next.url || stored.user !== next.user)
    throw badData('The proxy or its user is another one now. Enter the password again.', at('proxy/password'))
  return { ...rest, password: stored.password }
}

function requireAuthorities(pem: string): void {
  const found = certificatesIn(pem)
  if (found.length === 0)
    throw badData('The file has no certificate in PEM format (BEGIN CERTIFICATE).', at('ca'))
  for (const one of found) {
    try {
      new X509Certificate(one)
    } catch {
      throw badData('The file has a certificate that cannot be read.', at('ca'))
    }
  }
}

const NEEDS_BOTH = 'A certificate and its key in PEM format are needed, in one file or in two.'

function requireUsable(certificate: ClientCertificate): void {
  if (certificate.format === 'pem' && !/ PRIVATE KEY-----/.test(certificate.pem))
    throw badData(NEEDS_BOTH, at('clientCertificate'))
  try {
    tls.createSecureContext(proofOf(certificate))
  } catch (error) {
    const message = messageOf(error)
    // OpenSSL and BoringSSL have words of their own
    if (/mac.verify|bad.decrypt|incorrect.password/i.test(message))
      throw badData(
        certificate.passphrase === undefined ? 'The key needs its passphrase.' : 'The passphrase is wrong.',
        at('clientCertificate/passphrase'),
      )
    throw badData(explainFile(message, certificate), at('clientCertificate'))
  }
}

function explainFile(message: string, { format }: ClientCertificate): string {
  if (/unsupported|UNKNOWN_(?:HASH|CIPHER|ALGORITHM)/i.test(message))
    return 'The file is encrypted in a way that is out of date. Export it again, with AES-256.'
  if (/key.values.mismatch/i.test(message)) return 'The key does not belong to the certificate.'
  return format === 'pem' ? `${NEEDS_BOTH} ${message}` : `The file is none of the format PKCS#12. ${message}`
}

function waysOf(proxy: Proxy): OwnTerms['findWays'] {
  if (proxy.kind === 'usual') return undefined
  if (proxy.kind === 'none') return DIRECTLY
  const { url, user, password } = proxy
  return findWaysBy({ proxy: url, user, password, noProxy: [], env: {}, source: 'set for this connection' })
}

function shownOf({ ca, clientCertificate, proxy }: ConnectionTerms, isUnreadable: boolean): ConnectionFacts {
  return {
    ca: ca === undefined ? [] : certificatesIn(ca).map((pem) => factsOf(new X509Certificate(pem))),
    clientCertificate: clientCertificate ? proofShownOf(clientCertificate) : null,
    proxy:
      proxy.kind === 'own'
        ? { kind: 'own', url: proxy.url, user: proxy.user, hasPassword: proxy.password !== '' }
        : { kind: proxy.kind, url: '', user: '', hasPassword: false },
    isUnreadable,
  }
}

function proofShownOf(certificate: ClientCertificate): NonNullable<ConnectionFacts['clientCertificate']> {
  const { format } = certificate
  const [own] = format === 'pem' ? certificatesIn(certificate.pem) : []
  return { format, certificate: own === undefined ? null : factsOf(new X509Certificate(own)) }
}
