import tls from 'node:tls'

import { messageOf } from '#shared/errors/message-of.ts'
import type { ClientCertificate } from '#shared/schemas/connection.ts'
import type { NetworkPlaces } from '#kernel/network/certificate-error.ts'
import { SETTING_PLACES } from '#kernel/network/certificate-error.ts'
import type { OwnTerms } from '#kernel/network/network.ts'
import { certificatesIn } from '#kernel/network/system-certificates.ts'
import { proofOf } from '#kernel/network/trusted-certificates.ts'
import { ConfigError, type Config } from './config.ts'
import { readSettingFile } from './open-network.ts'

/** Settings that say what is missing for a connection to the upstream. */
const PLACES: NetworkPlaces = {
  ...SETTING_PLACES,
  ca: 'name its PEM file in the setting upstreamCaFile (UPSTREAM_CERTIFICATE_FILE) or caFile',
  clientCertificate:
    'Name its file in the setting upstreamCertificate (PKCS8_CLIENT_CERTIFICATE_FILE or PKCS12_IDENTITY_FILE).',
}

type TermSettings = Pick<
  Config,
  'upstreamCaFile' | 'upstreamCertificate' | 'upstreamKeyFile' | 'upstreamCertificatePassphrase'
>

/** Reads the certificates of the connection to the upstream, beside those of all connections. Throws ConfigError. */
export function upstreamTerms(config: TermSettings): OwnTerms {
  const { upstreamCaFile: file } = config
  const ca = file === undefined ? undefined : readSettingFile('upstreamCaFile', file).toString('utf8')
  if (ca !== undefined && certificatesIn(ca).length === 0)
    throw new ConfigError(`upstreamCaFile: the file ${file} has no certificate in PEM format`)
  return { places: PLACES, ca, clientCertificate: readClientCertificate(config) }
}

function readClientCertificate({
  upstreamCertificate: file,
  upstreamKeyFile,
  upstreamCertificatePassphrase: passphrase,
}: TermSettings): ClientCertificate | undefined {
  if (file === undefined) return undefined
  const bytes = readSettingFile('upstreamCertificate', file)
  const secret = passphrase === undefined ? {} : { passphrase }
  const key =
    upstreamKeyFile === undefined ? '' : readSettingFile('upstreamKeyFile', upstreamKeyFile).toString('utf8')
  const isPem = bytes.includes('-----BEGIN ')
  if (key !== '' && !isPem)
    throw new ConfigError(
      `upstreamKeyFile: ${file} is no PEM file and has its key within: leave upstreamKeyFile out`,
    )
  const certificate: ClientCertificate = isPem
    ? { format: 'pem', pem: `${bytes.toString('utf8')}\n${key}`, ...secret }
    : { format: 'pkcs12', base64: bytes.toString('base64'), ...secret }
  try {
    tls.createSecureContext(proofOf(certificate))
  } catch (error) {
    throw new ConfigError(
      `upstreamCertificate: the file ${file} is no certificate with its key (upstreamKeyFile), or needs another passphrase: ${messageOf(error)}`,
    )
  }
  return certificate
}
