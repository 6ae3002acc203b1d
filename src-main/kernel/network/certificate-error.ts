import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'

import type { CertificateFacts } from '#shared/schemas/connection.ts'

/** A certificate of the other side is not accepted, or it asks for one of ours. The message says which, and what to do. */
export class CertificateError extends Error {
  readonly code: string

  constructor(message: string, code: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Places where a person sets what is missing, for messages. */
export interface NetworkPlaces {
  ca: string
  clientCertificate: string
  proxyPassword: string
}

export const SETTING_PLACES: NetworkPlaces = {
  ca: 'name its PEM file in the setting caFile (HALYARD_CA_FILE)',
  clientCertificate: 'Name its file in the setting clientCertificates (HALYARD_CLIENT_CERTIFICATES).',
  proxyPassword: 'Set proxy, proxyUser and proxyPassword in the settings of outgoing connections.',
}

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
])
const OTHERS = /^(?:CERT_|CRL_|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH)/

/** Alerts by which the other side ends a handshake, as OpenSSL and BoringSSL name them. */
const WANTS_CERTIFICATE = /ALERT_CERTIFICATE_REQUIRED/
const REFUSES_CERTIFICATE = /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_|ACCESS_DENIED)/
const ENDS_HANDSHAKE = /ALERT_HANDSHAKE_FAILURE/
/** Before Node.js 22, the code is EPROTO, and the message tells. */
const SPEAKS_NO_TLS = /wrong.version.number|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST/i

interface TlsPeer {
  host: string
  /** Certificates that the other side has shown, its own first. */
  chain: readonly X509Certificate[]
  places: NetworkPlaces
  /** True if a client certificate was shown. */
  hasProof?: boolean
}

/** Makes an error about certificates of one of Node.js, if it is one. */
export function asCertificateError(error: Error, place: TlsPeer): Error {
  const code = 'code' in error ? String(error.code) : ''
  const text = describe(code, error.message, place)
  return text === undefined ? error : new CertificateError(text, code, error)
}

function describe(code: string, message: string, place: TlsPeer): string | undefined {
  const { host, chain, places, hasProof = false } = place
  const [own] = chain
  if (UNTRUSTED.has(code)) return untrusted(host, chain, places)
  if (code === 'CERT_HAS_EXPIRED') {
    // any in the chain can be at fault: the one that ends first
    const [expired] = chain.toSorted((a, b) => Date.parse(a.validTo) - Date.parse(b.validTo))
    return `The certificate of ${host} has expired${shown(expired)}. It has to be renewed there; check the clock of this machine, too.`
  }
  if (code === 'CERT_NOT_YET_VALID') {
    const [early] = chain.toSorted((a, b) => Date.parse(b.validFrom) - Date.parse(a.validFrom))
    return `The certificate of ${host} is not valid yet${shown(early)}, valid from ${early ? dayOf(early.validFrom) : 'later'}. Check the clock of this machine.`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${host} is for other names (${namesOf(own)})${shown(own)}. Use one of these names as the address, or have the certificate reissued.`
  if (WANTS_CERTIFICATE.test(code))
    return `${host} requires a client certificate. ${places.clientCertificate}`
  if (REFUSES_CERTIFICATE.test(code))
    return `${host} does not accept the client certificate (${code}). ${places.clientCertificate}`
  if (ENDS_HANDSHAKE.test(code))
    return `${host} ended the TLS handshake (${code}). If it requires a client certificate: ${places.clientCertificate}`
  // some servers do not say why
  if (code === 'ECONNRESET' && hasProof)
    return `${host} closed the connection. It may not accept the client certificate. ${places.clientCertificate}`
  if (SPEAKS_NO_TLS.test(`${code} ${message}`))
    return `${host} does not speak TLS at this port. Check the address: is it http://?`
  if (OTHERS.test(code)) return `The certificate of ${host} is not accepted (${code})${shown(own)}.`
  return undefined
}

function untrusted(host: string, chain: readonly X509Certificate[], places: NetworkPlaces): string {
  const [own] = chain
  const last = chain.at(-1)
  const isSelfSigned = own !== undefined && own.subject === own.issuer
  const missing = isSelfSigned
    ? 'this certificate'
    : last === undefined
      ? 'its authority'
      : `the authority ${inOneLine(last.issuer)}`
  return `This machine does not trust the certificate of ${host}${shown(own)}. If you do, add ${missing} to the certificates of the system, or ${places.ca}.`
}

/** Words that tell a certificate from others, in front of which a sentence can end. */
function shown(certificate: X509Certificate | undefined): string {
  if (!certificate) return ''
  const { subject, issuer, validTo } = factsOf(certificate)
  return `: ${subject}, issued by ${subject === issuer ? 'itself' : issuer}, valid to ${validTo}`
}

const namesOf = (certificate: X509Certificate | undefined): string =>
  (certificate?.subjectAltName ?? 'none').replace(/\b(?:DNS|IP Address):/g, '').slice(0, 300)

/** Facts of a certificate by which a person knows it. */
export const factsOf = ({ subject, issuer, validTo }: X509Certificate): CertificateFacts => ({
  subject: inOneLine(subject),
  issuer: inOneLine(issuer),
  validTo: dayOf(validTo),
})

const MAX_NAME = 200
/** Writes a name of X.509, which has a line for each part, most special part first. */
const inOneLine = (name: string): string =>
  name.split('\n').reverse().join(', ').slice(0, MAX_NAME) || '(no name)'
const dayOf = (text: string): string => new Date(text).toISOString().slice(0, 10)

const MAX_IN_CHAIN = 10

/** Collects the certificates that the other side has shown, its own first. They are there until the socket is closed. */
export function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = []
  let one: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (one?.raw && chain.length < MAX_IN_CHAIN) {
    chain.push(new X509Certificate(one.raw))
    // the last one is its own issuer
    one = one.issuerCertificate === one ? undefined : one.issuerCertificate
  }
  return chain
}
