import type { FastifyInstance } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'

import { inRanges } from '#kernel/address-ranges.ts'
import { AppError } from '#kernel/app-error.ts'
import { clientOf } from './client.ts'

/** Clients that are answered, by the settings. */
export interface Admission {
  /** Addresses and ranges; none: all. */
  allowed: readonly string[]
  denied: readonly string[]
}

/** Refuses requests of clients that the settings do not let in, whatever they ask for. */
export function admitClients(app: FastifyInstance, { allowed, denied }: Admission): void {
  if (allowed.length + denied.length === 0) return
  const isAllowed = allowed.length === 0 ? () => true : inRanges(allowed)
  const isDenied = inRanges(denied)
  app.addHook('onRequest', async (request) => {
    const { ip } = clientOf(request)
    if (isAllowed(ip) && !isDenied(ip)) return
    throw new AppError('ForeignOriginError', `This service does not answer to the address ${ip}.`)
  })
}

/** Reads the token in a header of the settings as that of the Authorization header, which a gateway may have used for itself. */
export function acceptAuthHeader(headers: IncomingHttpHeaders, name: string): void {
  const token = headers[name]
  if (typeof token !== 'string' || name === 'authorization') return
  headers.authorization = token
  // what is logged or recorded knows one place of secrets
  delete headers[name]
}

/** Paths of the frontend API that Unleash Edge has under a former name, too. */
const FORMER_FRONTEND_API = /^\/+api\/+proxy(?=\/|\?|$)/i

/** Leads requests for the former name of the frontend API to it. */
export const withoutFormerName = (url: string): string => url.replace(FORMER_FRONTEND_API, '/api/frontend')

/** Further paths of a mirror, for those who ran Unleash Edge in its place (docs/from-edge.md). */
export interface MirrorPaths {
  /** True once each token of the settings has flags, and requests may come. */
  isReady: () => Promise<boolean>
}

/** Serves the checks of a process at the paths of Edge, without a token. The figures for Prometheus are with the others. */
export function addMirrorPaths(app: FastifyInstance, { isReady }: MirrorPaths): void {
  app.get('/internal-backstage/health', async () => ({ status: 'OK' }))
  app.get('/internal-backstage/ready', async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'READY' : 'NOT_READY' })
  })
}
