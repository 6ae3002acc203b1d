import type { FastifyInstance } from 'fastify'

import { isFresh, largeEtag } from '#kernel/etag.ts'
import { largeJson } from '#runtime/json-in-steps.ts'
import { openApiPage, type ShownDocument } from './openapi-page.ts'
import { SCRIPT, STYLE } from './openapi-page-files.ts'
import { openApiDocumentInSteps, type ServedContract } from './openapi.ts'

/** The document at /docs/openapi.json and, for people, the page at /docs/openapi/. Each is made once, when it is first asked for. */
export function openApiRoutes(app: FastifyInstance, contract: ServedContract): void {
  let made: Promise<Record<string, unknown>> | undefined
  let document: Promise<{ bytes: Buffer; etag: string }> | undefined
  let page: Promise<string> | undefined
  const make = () => (made ??= openApiDocumentInSteps(contract))
  app.get('/docs/openapi.json', async (request, reply) => {
    document ??= make().then(async (value) => {
      const parts = await largeJson(value)
      return { bytes: Buffer.concat(parts), etag: await largeEtag(parts) }
    })
    const { bytes, etag } = await document
    reply.header('etag', etag)
    if (isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
  })
  app.get('/docs/openapi', async (_request, reply) => {
    page ??= make().then((value) => openApiPage(contract, value as typeof value & ShownDocument))
    return reply.header('content-type', 'text/html; charset=utf-8').send(await page)
  })
  app.get('/docs/openapi/style.css', async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(STYLE),
  )
  app.get('/docs/openapi/page.js', async (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(SCRIPT),
  )
}
