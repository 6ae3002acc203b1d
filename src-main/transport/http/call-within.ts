import type { FastifyInstance } from 'fastify'

/** A request from within the service. */
export interface CallWithin {
  method: 'POST'
  path: string
  headers: Record<string, string>
  body: string
  ip: string
}

/** Sends a request to the service's own HTTP server, without the network. */
export async function callWithin(
  app: FastifyInstance,
  basePath: string,
  { method, path, headers, body, ip }: CallWithin,
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
