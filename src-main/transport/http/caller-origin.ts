import type { FastifyRequest } from 'fastify'

import type { Caller } from '../../kernel/caller.ts'
import type { Identity } from './audience.ts'

/**
 * Reads the origin of a request: address, port, user agent and session. A session stores where it began; the
 * session id marks the caller's own.
 */
export function originOf(
  { ip, headers, socket }: Pick<FastifyRequest, 'ip' | 'headers' | 'socket'>,
  { session }: Identity,
): Pick<Caller, 'ip' | 'port' | 'userAgent' | 'session'> {
  const userAgent = headers['user-agent']
  return {
    ip,
    ...(socket.localPort === undefined ? {} : { port: socket.localPort }),
    ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, MAX_USER_AGENT) }),
    ...(session === undefined ? {} : { session }),
  }
}

/** Maximum length of a stored user agent. Clients can send any text; more than this is not worth showing. */
const MAX_USER_AGENT = 500
