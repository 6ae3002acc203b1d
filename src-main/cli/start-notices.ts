import { networkOf } from '#kernel/client-network.ts'
import type { Config } from '#settings/config.ts'

/** Warns of settings that others can use: an address that the network reaches, a password that other users can see. */
export function startNotices({
  host,
  databaseUrl,
  databaseUrlFrom,
}: Pick<Config, 'host' | 'databaseUrl' | 'databaseUrlFrom'>): string[] {
  return [
    ...(isLocal(host)
      ? []
      : [
          `Warning: Halyard listens on ${isEveryAddress(host) ? 'every address of this machine' : host}, without encryption. ` +
            'Whoever reaches it can sign in and send requests. Put a proxy with TLS in front: docs/configuration.md, "Behind a proxy".',
        ]),
    ...(databaseUrlFrom === 'flags' && hasPassword(databaseUrl)
      ? [
          'Warning: the password in --database-url is in the list of processes, which every user of this machine can read. ' +
            'Use PGPASSWORD, HALYARD_DATABASE_URL or the settings file.',
        ]
      : []),
  ]
}

const isLocal = (host: string) => host === 'localhost' || networkOf(host).client === 'loopback'
const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'
const hasPassword = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) && new URL(url).password !== ''
