/** A request of the HTTP contract; `body`: what is sent as JSON. */
export interface CurlRequest {
  method: string
  path: string
  body?: unknown
}

/** A request as a command line, to be pasted into a shell. `token` is a variable of that shell; null: none is needed. */
export function toCurl(url: string, request: CurlRequest, token: string | null = '$HALYARD_TOKEN'): string {
  const parts = [`curl -X ${request.method} ${quoted(url + request.path)}`]
  if (token !== null) parts.push(`-H "Authorization: ${token}"`)
  if (request.body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(request.body))}`)
  return parts.join(' \\\n  ')
}

/** For a shell, in which nothing of it means anything. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
