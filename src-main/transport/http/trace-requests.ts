import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { within } from '#kernel/tracing/in-span.ts'
import type { Tracer } from '#kernel/tracing/span.ts'
import { bindingOf } from './bind.ts'
import { OTHER_ROUTE, routeOf } from './metrics-route.ts'

/**
 * Makes a span of each request, with the names of OpenTelemetry's conventions. It continues the trace of the caller. Paths,
 * queries and headers are left out: they may hold secrets.
 */
export function addTracing(app: FastifyInstance, tracer: Tracer | undefined): void {
  if (!tracer) return
  app.addHook('onRequest', async (request) => {
    request.span = tracer.begin(request.method, {
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'url.scheme': request.protocol },
      headers: request.headers,
    })
  })
  // the body ended in an event of its own, which knows nothing of the request
  app.addHook('preValidation', (request, _reply, done) => within(request.span, done))
}

/** Ends the span of a request, if it has one. */
export function endSpan(request: FastifyRequest, reply: FastifyReply): void {
  const { span } = request
  if (!span) return
  const route = routeOf(request)
  if (route !== OTHER_ROUTE) {
    span.rename(`${request.method} ${route}`)
    span.set('http.route', route)
  }
  const operation = bindingOf(request)?.operation
  if (operation) span.set('halyard.operation', operation.operationId)
  span.set('http.response.status_code', reply.statusCode)
  if (reply.statusCode >= 500) span.fail(String(reply.statusCode))
  span.end()
}
