import { readFileSync } from 'node:fs'
import tls from 'node:tls'

import type { z } from 'zod'

import type { ClientCertificate } from '#shared/schemas/connection.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { Network } from '#kernel/network/network.ts'
import { findWaysBy } from '#kernel/network/proxies.ts'
import { certificatesIn } from '#kernel/network/system-certificates.ts'
import { proofOf, TrustedCertificates } from '#kernel/network/trusted-certificates.ts'
import { ConfigError } from '#settings/config.ts'
import type { OutboundSettings } from '#settings/settings.ts'

type NetworkConfig = z.output<typeof OutboundSettings>

interface Surroundings {
  /** Has the variables of proxies, and those of OpenSSL and Node.js for certificates. */
  env: NodeJS.ProcessEnv
  /** Asks the system for the proxies of a URL; absent: there is nobody to ask. */
  systemProxies?: ((url: string) => Promise<string>) | undefined
  warn: (problem: string) => void
}

/** Makes the way to other machines, by the settings. Throws ConfigError for a file of certificates that cannot be used. */
export function openNetwork(config: NetworkConfig, { env, systemProxies, warn }: Surroundings): Network {
  const { caFile, proxy, proxyUser, proxyPassword, noProxy } = config
  return new Network({
    trusted: new TrustedCertificates({
      env,
      warn,
      ca: caFile === undefined ? undefined : readAuthorities(caFile),
    }),
    clientCertificates: readClientCertificates(config),
    findWays: findWaysBy({
      proxy,
      user: proxyUser,
      password: proxyPassword,
      noProxy,
      env,
      system: systemProxies,
      source: 'the setting proxy',
    }),
  })
}

function readAuthorities(file: string): string {
  const pem = readSettingFile('caFile', file).toString('utf8')
  if (certificatesIn(pem).length > 0) return pem
  throw new ConfigError(`caFile: the file ${file} has no certificate in PEM format`)
}

function readClientCertificates({
  clientCertificates,
  clientCertificatePassphrase: passphrase,
}: NetworkConfig): ReadonlyMap<string, ClientCertificate> {
  return new Map(
    clientCertificates.map((entry) => {
      const at = entry.indexOf('=')
      const file = entry.slice(at + 1)
      const bytes = readSettingFile('clientCertificates', file)
      const secret = passphrase === undefined ? {} : { passphrase }
      const certificate: ClientCertificate = /\.(?:p12|pfx)$/i.test(file)
        ? { format: 'pkcs12', base64: bytes.toString('base64'), ...secret }
        : { format: 'pem', pem: bytes.toString('utf8'), ...secret }
      try {
        tls.createSecureContext(proofOf(certificate))
      } catch (error) {
        throw new ConfigError(
          `clientCertificates: the file ${file} is no certificate with its key, or needs another clientCertificatePassphrase: ${messageOf(error)}`,
        )
      }
      return [entry.slice(0, at).toLowerCase(), certificate]
    }),
  )
}

/** Reads a file that a setting names. Throws ConfigError. */
export function readSettingFile(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new ConfigError(`${setting}: the file ${file} cannot be read: ${messageOf(error)}`)
  }
}
