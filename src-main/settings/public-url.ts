import { hostOf, isLoopbackHost } from '#kernel/address-policy.ts'
import type { Config } from './config.ts'

/** Returns the path before all paths, and the public URL of the pages without and with it; empty: none is set. */
export function readPublicUrl({ baseUriPath: basePath, baseUrl }: Pick<Config, 'baseUriPath' | 'baseUrl'>): {
  basePath: string
  publicUrl: string
  baseUrl: string
} {
  const publicUrl = baseUrl?.replace(/\/$/, '') ?? ''
  // the URL may already include the path
  return { basePath, publicUrl, baseUrl: publicUrl.endsWith(basePath) ? publicUrl : publicUrl + basePath }
}

/** Checks whether others than programs of this machine can come: by the network, or through a proxy with another name. */
export const isOpenToOthers = ({
  host,
  allowedHosts,
  baseUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'allowedHosts' | 'baseUrl' | 'trustedProxies'>): boolean =>
  trustedProxies.length > 0 ||
  [host, ...allowedHosts, ...(baseUrl === undefined ? [] : [hostOf(new URL(baseUrl))])].some(
    (one) => !isLoopbackHost(one),
  )
