import { keys, queryClient } from './queries.ts'

/** A request of the HTTP contract; `body`: what is sent as JSON. */
export interface CurlRequest {
  method: string
  path: string
  body?: unknown
}

const USUAL_URL = 'http://127.0.0.1:4242'

/** Where this instance answers over HTTP: where the page is from, or in the window what the status says. */
export function instanceUrl(): string {
  if (location.origin.startsWith('http')) return location.origin
  return queryClient.getQueryData<{ url: string | null }>(keys.status)?.url ?? USUAL_URL
}

/** A request as a command line, to be pasted into a shell. `token` is a variable of that shell. */
export function toCurl(url: string, request: CurlRequest, token = '$HALYARD_TOKEN'): string {
  const parts = [`curl -X ${request.method} '${url}${request.path}'`, `-H "Authorization: ${token}"`]
  if (request.body !== undefined) {
    parts.push(
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(request.body).replaceAll("'", `'\\''`)}'`,
    )
  }
  return parts.join(' \\\n  ')
}
