import { ownValue } from '#shared/own-value.ts'
import { inSpan } from './in-span.ts'

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Makes a span of a request to another machine, and passes the trace on to it. The path and the query may hold secrets. */
export function traceOutbound(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { method } = request
  const { hostname, port, protocol } = new URL(request.url)
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port === '' ? (ownValue(PORTS, protocol) ?? 0) : Number(port),
  }
  return inSpan(method, { kind: 'client', attributes }, async (span) => {
    if (!span) return send(request)
    for (const [name, value] of Object.entries(span.headers())) request.headers.set(name, value)
    const response = await send(request)
    span.set('http.response.status_code', response.status)
    if (response.status >= 400) span.fail(String(response.status))
    return response
  })
}
