import type { FastifyRequest } from 'fastify'

import type { Caller } from '../../kernel/caller.ts'
import type { Identity } from './audience.ts'

/** Where a call comes from, and through which port: what a session remembers of its beginning, and which session the caller's own is. */
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

/** Anybody may send any text: more than this is of no use to whom it is shown. */
const MAX_USER_AGENT = 500
