import type { FastifyRequest } from 'fastify'

import type { Caller, Identity } from '#kernel/caller.ts'
import { KNOWN_BROWSER_COOKIE } from '#shared/access/contract/sessions.ts'
import { clientOf } from './client.ts'
import { readCookie } from '#kernel/cookies.ts'
import { POLICY_EXCEPTION_HEADER, readExceptionHeader } from '#shared/changes/policies/exception-reason.ts'

type Origin = Pick<
  Caller,
  'ip' | 'sharesAddress' | 'isSecure' | 'knownBrowser' | 'port' | 'userAgent' | 'session' | 'policyException'
>

/**
 * Reads the origin of a request: address, port, user agent and session. A session stores where it began; the
 * session id marks the caller's own.
 */
export function originOf(request: FastifyRequest, { session }: Identity): Origin {
  const { headers, socket } = request
  const { ip, isShared, isSecure } = clientOf(request)
  const userAgent = headers['user-agent']
  const knownBrowser = readCookie(headers.cookie, KNOWN_BROWSER_COOKIE)
  const policyException = readExceptionHeader(headers[POLICY_EXCEPTION_HEADER])
  return {
    ip,
    ...(isShared ? { sharesAddress: true } : {}),
    ...(isSecure ? { isSecure: true } : {}),
    ...(knownBrowser === undefined ? {} : { knownBrowser }),
    ...(socket.localPort === undefined ? {} : { port: socket.localPort }),
    ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, MAX_USER_AGENT) }),
    ...(session === undefined ? {} : { session }),
    ...(policyException === undefined ? {} : { policyException }),
  }
}

/** Maximum length of a stored user agent. Clients can send any text; more than this is not worth showing. */
const MAX_USER_AGENT = 500
