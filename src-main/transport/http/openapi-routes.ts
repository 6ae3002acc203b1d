import type { FastifyInstance } from 'fastify'

import { isFresh, weakEtag } from '#kernel/etag.ts'
import { openApiDocument, type ServedContract } from './openapi.ts'
import { openApiPage, OPENAPI_STYLE } from './openapi-page.ts'

/** The document at /docs/openapi.json and, for people, the page at /docs/openapi/. Both are made when first asked for. */
export function openApiRoutes(app: FastifyInstance, contract: ServedContract): void {
  let document: { text: string; etag: string } | undefined
  let page: string | undefined
  app.get('/docs/openapi.json', async (request, reply) => {
    if (!document) {
      const text = JSON.stringify(openApiDocument(contract))
      document = { text, etag: weakEtag(text) }
    }
    reply.header('etag', document.etag)
    if (isFresh(request.headers['if-none-match'], document.etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(document.text)
  })
  app.get('/docs/openapi', async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send((page ??= openApiPage(contract))),
  )
  app.get('/docs/openapi/style.css', async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(OPENAPI_STYLE),
  )
}
