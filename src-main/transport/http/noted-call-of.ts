import type { FastifyRequest } from 'fastify'

import type { Actor } from '../../kernel/caller.ts'
import type { NotedCall } from '../../kernel/noted-call.ts'
import type { HttpOptions } from './http-options.ts'

/** Anybody may send any text: more than this is of no use to whom it is shown. */
const MAX_NAME = 100

/** What those are told of a call who only watch: who, what, and the program's own words for itself. */
export function notedCallOf(
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  actor: Actor,
  { clock }: Pick<HttpOptions, 'clock'>,
): NotedCall {
  const appName = textOf(headers['unleash-appname'])
  const sdk = textOf(headers['unleash-sdk'] ?? headers['user-agent'])
  return {
    method,
    path: url.split('?')[0] ?? '',
    actor,
    at: clock.now(),
    ...(appName === undefined ? {} : { appName }),
    ...(sdk === undefined ? {} : { sdk }),
  }
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : undefined
