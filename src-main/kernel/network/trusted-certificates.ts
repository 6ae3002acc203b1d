import { X509Certificate } from 'node:crypto'
import tls, { type SecureContext } from 'node:tls'

import type { ClientCertificate } from '#shared/schemas/connection.ts'
import { certificatesIn, readNamed, readSystemCertificates } from './system-certificates.ts'

interface Options {
  env: NodeJS.ProcessEnv
  /** Further authorities, as PEM. */
  ca?: string | undefined
  warn: (problem: string) => void
}

/** Further trust and proof for one connection. */
export interface OwnTls {
  /** Further authorities, as PEM. */
  ca?: string | undefined
  clientCertificate?: ClientCertificate | undefined
}

/** Authorities beyond those of Node.js that are kept. */
const MAX = 2000

/**
 * Certificate authorities that this machine trusts: those of Node.js, of the system, of NODE_EXTRA_CA_CERTS, and of a file that the
 * operator names. They are read with the first encrypted connection.
 */
export class TrustedCertificates {
  readonly #options: Options
  #further: Promise<readonly string[]> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Makes the terms of encrypted connections. Throws an error of OpenSSL for a certificate or a key that cannot be used. */
  async contextWith(own: OwnTls = {}): Promise<SecureContext> {
    const { ca, clientCertificate } = own
    this.#further ??= this.#read()
    const further = [...(await this.#further), ...(ca === undefined ? [] : certificatesIn(ca))]
    const proof = clientCertificate === undefined ? {} : proofOf(clientCertificate)
    // without further authorities, Node.js shares its own between contexts
    if (further.length === 0) return tls.createSecureContext(proof)
    return tls.createSecureContext({
      ...proof,
      ca: [...tls.rootCertificates, ...further],
      // who names a certificate trusts it, whoever has issued it
      allowPartialTrustChain: true,
    })
  }

  async #read(): Promise<readonly string[]> {
    const { env, ca = '', warn } = this.#options
    const extra = env['NODE_EXTRA_CA_CERTS']
    const found = [
      ...(await readSystemCertificates({ env, warn })),
      ...(extra ? certificatesIn(await readNamed(extra, 'NODE_EXTRA_CA_CERTS', warn)) : []),
      ...certificatesIn(ca),
    ]
    // a store has much the same as Node.js, and may have what OpenSSL cannot read: one such would fail them all
    const known = new Set(tls.rootCertificates.map(bodyOf))
    return [...new Map(found.map((pem) => [bodyOf(pem), pem]))]
      .filter(([body]) => !known.has(body))
      .map(([, pem]) => pem)
      .filter(isReadable)
      .slice(0, MAX)
  }
}

const bodyOf = (pem: string) => pem.replace(/\s+/g, '')

function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.byteLength > 0
  } catch {
    return false
  }
}

/** Options of OpenSSL for a client certificate. */
export function proofOf(certificate: ClientCertificate): tls.SecureContextOptions {
  const { passphrase } = certificate
  const secret = passphrase === undefined ? {} : { passphrase }
  return certificate.format === 'pem'
    ? { cert: certificate.pem, key: certificate.pem, ...secret }
    : { pfx: Buffer.from(certificate.base64, 'base64'), ...secret }
}
