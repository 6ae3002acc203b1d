import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

import { ownValue } from '#shared/own-value.ts'
import { hostOf, isLoopbackHost, targetOf } from '../address-policy.ts'

/** HTTP proxy to go through. */
export interface Proxy {
  readonly isEncrypted: boolean
  readonly host: string
  readonly port: number
  /** Value of the header Proxy-Authorization. */
  readonly authorization?: string
  /** Place where the proxy is set, for messages. */
  readonly source: string
}

/** Ways to an address, to be tried in this order. Undefined: directly. */
export type ProxyRoutes = readonly (Proxy | undefined)[]

/** Finds the ways to an address. */
export type FindWays = (url: URL) => Promise<ProxyRoutes>

export const DIRECTLY: FindWays = async () => [undefined]

/** The proxy cannot be used, refuses, or cannot go on. The message names it, and says what to do. */
export class ProxyError extends Error {
  /** True if the next way may be tried: nothing answers at the proxy. */
  readonly isAbsent: boolean

  constructor(message: string, { isAbsent = false, cause }: { isAbsent?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isAbsent = isAbsent
  }
}

export interface ProxyChoice {
  /** `auto`: the environment's, else the system's; `none`; or the address of a proxy. */
  proxy: string
  user: string
  password: string
  /** Hosts that are reached directly. */
  noProxy: readonly string[]
  env: NodeJS.ProcessEnv
  /** Asks the system, which answers as a proxy script does, such as `PROXY proxy:3128; DIRECT`. */
  system?: ((url: string) => Promise<string>) | undefined
  /** Place where `proxy` is set. */
  source: string
}

/** Makes the choice of ways by the settings. This machine itself is always reached directly. */
export function findWaysBy({ proxy, user, password, noProxy, env, system, source }: ProxyChoice): FindWays {
  const own = proxy === 'auto' || proxy === 'none' ? undefined : readProxy(proxy, source, { user, password })
  return async (url) => {
    const host = hostOf(url)
    if (proxy === 'none' || isLoopbackHost(host) || isExempt(url, noProxy)) return [undefined]
    if (own) return [own]
    const found = ofEnvironment(url.protocol, env)
    if (found) return [readProxy(found.text, found.variable)]
    // the system's proxies are for the web
    return system && /^https?:$/.test(url.protocol) ? readAnswer(await system(url.href)) : [undefined]
  }
}

/** Variables by protocol; the first that is set counts. Names in capitals are the weaker ones, as for curl. */
const VARIABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['https:', ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']],
  ['http:', ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']],
  ['smtp:', ['all_proxy', 'ALL_PROXY']],
])

function ofEnvironment(protocol: string, env: NodeJS.ProcessEnv) {
  for (const variable of VARIABLES.get(protocol) ?? []) {
    const text = ownValue(env, variable)
    if (text) return { variable, text }
  }
  return undefined
}

/** Reads the address of a proxy, such as `http://user:password@proxy:3128`, or `proxy:3128`. */
function readProxy(text: string, source: string, own?: { user: string; password: string }): Proxy {
  const whole = text.includes('://') ? text : `http://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ProxyError(
      `The proxy of ${source} is none that Halyard can use: it must begin with http:// or https://.`,
    )
  const user = own?.user ?? decoded(url.username)
  const password = own?.password ?? decoded(url.password)
  return {
    isEncrypted: url.protocol === 'https:',
    ...targetOf(url),
    ...(user === ''
      ? {}
      : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
    source,
  }
}

/** Part of an address as it is meant. Without an encoding, it is meant as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Reads the answer of a proxy script: ways with `;` between them. */
function readAnswer(answer: string): ProxyRoutes {
  const ways = answer
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .flatMap(([kind = '', address = '']): ProxyRoutes => {
      switch (kind.toUpperCase()) {
        case 'DIRECT':
          return [undefined]
        case 'PROXY':
        case 'HTTP':
          return [readProxy(`http://${address}`, SYSTEM)]
        case 'HTTPS':
          return [readProxy(`https://${address}`, SYSTEM)]
        default:
          return []
      }
    })
  if (ways.length > 0) return ways
  throw new ProxyError(
    `The system names a proxy that Halyard does not speak (${answer.slice(0, 100)}). Set an HTTP proxy in the setting proxy.`,
  )
}
const SYSTEM = 'the system'

/** Checks whether a host is on the list of those without a proxy: names, `.suffixes`, addresses and networks, with a port or without. */
function isExempt(url: URL, noProxy: readonly string[]): boolean {
  const host = hostOf(url).toLowerCase()
  const port = String(targetOf(url).port)
  return noProxy.some((entry) => {
    const one = entry.trim().toLowerCase()
    if (one === '*') return true
    if (one.includes('/')) return isWithin(host, one)
    const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(one)
    const plain = isIP(one) ? undefined : /^(.+):(\d+)$/.exec(one)
    const [, name = one, ownPort] = bracketed ?? plain ?? []
    if (ownPort !== undefined && ownPort !== port) return false
    const suffix = name.replace(/^\*?\./, '')
    return host === suffix || (!isIP(host) && host.endsWith(`.${suffix}`))
  })
}

function isWithin(host: string, network: string): boolean {
  if (!isIP(host) || !ipaddr.isValidCIDR(network)) return false
  const [base, bits] = ipaddr.parseCIDR(network)
  const address = ipaddr.process(host)
  return address.kind() === base.kind() && address.match(base, bits)
}
