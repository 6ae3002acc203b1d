import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'

import { roomInTurn } from '#runtime/turn.ts'
import { adaptBinding } from './adaptations/index.ts'
import type { Binding } from './bind.ts'
import { type HttpOptions, ROUTER_OPTIONS } from './http-options.ts'
import { bodyLimitOf, handlerOf, type Handler } from './operation-route.ts'

const ADMIN_API = '/api/admin/'

/** A request's operation, found in the table. */
interface Found {
  binding: Binding
  handle: Handler
}

/** Tells whether an operation needs no route of its own: nearly all of the Admin API. */
export const isInTable = ({ operation }: Binding, options: HttpOptions): boolean =>
  operation.audience === 'admin' &&
  operation.path.startsWith(ADMIN_API) &&
  bodyLimitOf(operation, options) === undefined

/**
 * Serves the operations of the Admin API by one route and a table, which is made with the first request to them: some hundred
 * routes of Fastify take a third of the start. The table is of the router that Fastify itself uses, with the same options.
 */
export function addAdminRoutes(
  app: FastifyInstance,
  bindings: readonly Binding[],
  options: HttpOptions,
): void {
  if (bindings.length === 0) return
  let table: ReturnType<typeof tableOf> | undefined
  app.decorateRequest('inTable', undefined)
  app.route({
    method: [...new Set(bindings.map(({ operation }) => operation.method))],
    url: `${ADMIN_API}*`,
    // before the body is read: an error in it is one of the operation
    onRequest: (request, reply, done) => {
      table ??= tableOf(bindings, options)
      const found = table(request)
      if (found === undefined) return void reply.callNotFound()
      request.params = found.params
      request.inTable = found
      done()
    },
    handler: async (request, reply) => {
      // writes share a sync of the disk, so they go together
      if (request.method === 'GET') await roomInTurn()
      return request.inTable?.handle(request, reply)
    },
  })
}

/** Makes the table, and answers how to look a request up in it. Throws if a parameter in the path is too long. */
function tableOf(bindings: readonly Binding[], options: HttpOptions) {
  const router = findMyWay({
    ...ROUTER_OPTIONS,
    onMaxParamLength: ignore,
    // Fastify has read the query already
    querystringParser: () => ({}),
  })
  for (const binding of bindings)
    router.on(binding.operation.method, binding.operation.path, ignore, onDemand(binding, options))
  return ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) => {
    const route = router.find(method === 'HEAD' ? 'GET' : (method as HTTPMethod), url)
    if (route === null) return undefined
    // a path that matches, but for the length of a parameter
    if (route.store === null) throw new errorCodes.FST_ERR_MAX_PARAM_LENGTH(url)
    return { params: route.params, ...(route.store as () => Found)() }
  }
}

/** Makes the handler with the first request: few operations are ever called. */
function onDemand(binding: Binding, options: HttpOptions): () => Found {
  let found: Found | undefined
  const make = (): Found => {
    const adapted = adaptBinding(binding, options.contract)
    return { binding: adapted, handle: handlerOf(adapted, options) }
  }
  return () => (found ??= make())
}

/** Stands for handlers that the router wants: Fastify's own answer. */
const ignore = () => undefined
