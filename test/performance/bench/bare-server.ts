// Measures a bare Fastify server that sends the same answers. Usage: bare-server.ts <answers.json> Prints its
// address. Each answer: method, path, status, headers, body; with an ETag also the 304.
import { readFileSync } from 'node:fs'

import Fastify from 'fastify'

export interface RecordedAnswer {
  method: 'GET' | 'POST'
  path: string
  status: number
  headers: Record<string, string>
  body: string
  /** Encoding of a body that is no text, such as a compressed one. */
  encoding?: 'base64'
}

const answers = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RecordedAnswer[]
const app = Fastify()
for (const { method, path, status, headers, body, encoding } of answers) {
  const bytes = Buffer.from(body, encoding)
  app.route({
    method,
    url: path,
    handler: (request, reply) => {
      void reply.headers(headers)
      return headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']
        ? reply.status(304).send()
        : reply.status(status).send(bytes)
    },
  })
}
process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
