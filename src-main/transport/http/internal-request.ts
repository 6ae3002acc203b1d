import type { FastifyInstance } from 'fastify'

/** Request that the service sends to its own HTTP server. */
export interface InternalRequest {
  method: 'POST'
  path: string
  headers: Record<string, string>
  body: string
  ip: string
}

/** Sends a request to the service's own HTTP server, without the network. */
export async function sendInternally(
  app: FastifyInstance,
  basePath: string,
  { method, path, headers, body, ip }: InternalRequest,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const answer = await app.inject({
    method,
    url: basePath + path,
    headers: { host: 'localhost', 'user-agent': 'Halyard workbench', ...headers },
    ...(body === '' ? {} : { payload: body }),
    remoteAddress: ip,
  })
  const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
  return { status: answer.statusCode, headers: Object.fromEntries<string>(told), body: answer.body }
}
