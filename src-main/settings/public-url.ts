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
