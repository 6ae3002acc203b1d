import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '#kernel/app-error.ts'
import { inRanges } from '#kernel/address-ranges.ts'
import { bindingOf } from './bind.ts'
import { clientOf } from './client.ts'

/** A finished request, with labels of which there is a bounded number. */
export interface MeasuredRequest {
  method: string
  /** Path of the operation, with the names of its parameters; a fixed word for everything else. */
  route: string
  status: number
  ms: number
}

/** Figures of the service. */
export interface ServedMetrics {
  note(request: MeasuredRequest): Promise<void>
  read(): Promise<{ contentType: string; text: string }>
}

/** Callers of Prometheus' paths: all, none, or those of addresses and ranges. */
export type MetricsReaders = 'all' | 'off' | readonly string[]

/** Figures for Prometheus, and who may read them. */
export interface ScrapedMetrics {
  readers: MetricsReaders
  /** Figures of the service. Absent: nobody reads them. */
  service?: ServedMetrics
  /** Reads what applications measured, in the text format. */
  readImpact: () => Promise<string>
}

/** Route of everything that is no operation. */
export const OTHER_ROUTE = '(other)'
const PATH = '/internal-backstage/prometheus'
/** The same, for those who scraped Unleash Edge. */
const PATH_OF_EDGE = '/internal-backstage/metrics'
const IMPACT_PATH = '/internal-backstage/impact/metrics'
const PATHS: readonly (string | undefined)[] = [PATH, PATH_OF_EDGE, IMPACT_PATH]
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8'

/** Serves the figures at the paths of the original, without a token, and measures every request. */
export function addMetricsRoutes(
  app: FastifyInstance,
  { readers, service, readImpact }: ScrapedMetrics,
  noteMeasured?: (request: MeasuredRequest) => void,
): void {
  if (service || noteMeasured)
    app.addHook('onResponse', async (request, reply) => {
      const measured = {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: reply.elapsedTime,
      }
      noteMeasured?.(measured)
      await service?.note(measured)
    })
  const isReader = typeof readers === 'string' ? () => readers === 'all' : inRanges(readers)
  const admit = (request: FastifyRequest) => {
    const { ip, isHidden } = clientOf(request)
    if (readers === 'all' || (isReader(ip) && !isHidden)) return
    throw new AppError(
      'NotFoundError',
      'Metrics are served to the callers that the setting `serverMetrics` names only: `loopback` for this machine, ' +
        'a list of addresses and ranges, or `all`.',
    )
  }
  for (const path of [PATH, PATH_OF_EDGE])
    app.get(path, async (request, reply) => {
      admit(request)
      if (!service) throw new TypeError('Metrics have readers, and nobody counts them.')
      const { contentType, text } = await service.read()
      return reply.header('content-type', contentType).send(text)
    })
  app.get(IMPACT_PATH, async (request, reply) => {
    admit(request)
    return reply.header('content-type', TEXT_FORMAT).send(await readImpact())
  })
}

/** Names the route of a request. There are as many names as operations, and a few more. */
export function routeOf(request: FastifyRequest): string {
  const { routeOptions, url } = request
  const operation = bindingOf(request)?.operation
  if (operation) return operation.path
  if (PATHS.includes(routeOptions.url)) return routeOptions.url ?? OTHER_ROUTE
  return /^\/+trpc(\/|$)/i.test(url) ? '/trpc' : OTHER_ROUTE
}
