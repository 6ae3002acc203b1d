import { BASE_PATH } from './base-path.ts'
import { keys, queryClient } from './queries.ts'

export { toCurl, type CurlRequest } from '#shared/curl.ts'

const DEFAULT_URL = 'http://127.0.0.1:4242'

/**
 * Gets the instance's HTTP address: the page's origin, or in the desktop window the address from the status.
 */
export function instanceUrl(): string {
  if (location.origin.startsWith('http')) return location.origin + BASE_PATH
  return queryClient.getQueryData<{ url: string | null }>(keys.status)?.url ?? DEFAULT_URL
}
