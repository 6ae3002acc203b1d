/** A request of the HTTP contract as a command line, to be pasted into a shell. `token` is a variable of that shell. */
export function toCurl(
  url: string,
  request: { method: string; path: string; body?: unknown },
  token = '$HALYARD_TOKEN',
): string {
  const parts = [`curl -X ${request.method} '${url}${request.path}'`, `-H "Authorization: ${token}"`]
  if (request.body !== undefined) {
    parts.push(
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(request.body).replaceAll("'", `'\\''`)}'`,
    )
  }
  return parts.join(' \\\n  ')
}
