import type { FastifyInstance } from 'fastify'

/** Paths of the frontend API that Unleash Edge has under a former name, too. */
const FORMER_FRONTEND_API = /^\/+api\/+proxy(?=\/|\?|$)/i

/** Leads requests for the former name of the frontend API to it. */
export const withoutFormerName = (url: string): string => url.replace(FORMER_FRONTEND_API, '/api/frontend')

/** What a mirror serves for those who ran Unleash Edge in its place (docs/from-edge.md). */
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
