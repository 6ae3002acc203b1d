import { existsSync, readdirSync, createReadStream } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createGunzip } from 'node:zlib'

import { onFirstUse } from '#runtime/on-first-use.ts'
import { acceptsGzip } from './accepted-encoding.ts'

/** The page that all others are made of. */
export const PAGE = 'index.html'
/** Folder of the scripts, styles and pictures, as the bundler names it. */
const ASSETS = 'assets'
/** Folder of the guide, which `npm run docs` writes. */
const GUIDE = 'help'

const sender = onFirstUse('@fastify/send', 'the window in a browser', async () => {
  const { default: send } = await import('@fastify/send')
  return send
})

/** Names of files in that folder contain a hash of their content, so a browser need not ask for them again. */
const UNCHANGING = { maxAge: '1y', immutable: true }

/** Ending of the files that the npm package holds compressed only (ADR 55). */
const COMPRESSED = '.gz'

interface Sent {
  statusCode: number
  headers: object
  stream: NodeJS.ReadableStream
}

/** Sends a file of which only the compressed form is there. `sent`: that form, as it would be sent for itself. */
function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, type, sent: { statusCode, headers, stream } }: { file: string; type: string; sent: Sent },
): FastifyReply {
  reply.code(statusCode).headers({ ...headers, vary: 'Accept-Encoding' })
  if (statusCode !== 200) return reply.send(stream)
  reply.header('content-type', type)
  if (acceptsGzip(request.headers['accept-encoding']))
    return reply.header('content-encoding', 'gzip').send(stream)
  // length and ETag are those of the compressed form
  reply.removeHeader('content-length').removeHeader('etag')
  return reply.send(createReadStream(file).pipe(createGunzip()))
}

/** Serves the files beside the page. Those of its folder share a route: there are many, one for each screen. */
export function addFiles(app: FastifyInstance, rendererDir: string): void {
  const sendFile = async (request: FastifyRequest, reply: FastifyReply, name: string, caching = {}) => {
    const send = await sender()
    const { statusCode, headers, stream } = await send(request.raw, name, { root: rendererDir, ...caching })
    return reply.code(statusCode).headers(headers).send(stream)
  }
  const files = readdirSync(rendererDir).filter((name) => name !== PAGE && path.extname(name) !== '')
  addGuide(app, rendererDir, sendFile)
  for (const name of files) app.get(`/${name}`, (request, reply) => sendFile(request, reply, name))
  app.get<{ Params: { '*': string } }>(`/${ASSETS}/*`, async (request, reply) => {
    const name = request.params['*']
    const file = path.join(rendererDir, ASSETS, name)
    if (name !== path.basename(name)) return reply.callNotFound()
    if (existsSync(file)) return sendFile(request, reply, `${ASSETS}/${name}`, UNCHANGING)
    if (!existsSync(file + COMPRESSED)) return reply.callNotFound()
    const send = await sender()
    const sent = await send(request.raw, `${ASSETS}/${name}${COMPRESSED}`, {
      root: rendererDir,
      acceptRanges: false,
      ...UNCHANGING,
    })
    const type = send.mime.getType(name) ?? 'application/octet-stream'
    return sendCompressed(request, reply, { file: file + COMPRESSED, type: `${type}; charset=utf-8`, sent })
  })
}

type SendFile = (request: FastifyRequest, reply: FastifyReply, name: string) => Promise<FastifyReply>

/** Page in the place of the guide, where none was built: the npm package leaves it out, as it would be a quarter of it. */
const GUIDE_MISSING = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Documentation · Halyard</title>
</head>
<body>
<main>
<h1>Documentation</h1>
<p>This installation comes without the guide. The desktop app has it, and so has the repository, in <code>docs</code>.</p>
<ul>
<li><a href="../docs/openapi">The HTTP API of this service</a></li>
<li><code>halyard --help</code> lists the commands, and <code>halyard COMMAND --help</code> their options.</li>
<li><code>halyard reference http</code> prints all operations, and <code>halyard reference cli</code> all commands.</li>
</ul>
</main>
</body>
</html>
`

/** Serves the guide; where none was built, a page that says where else to look. */
function addGuide(app: FastifyInstance, rendererDir: string, sendFile: SendFile): void {
  const guide = path.join(rendererDir, GUIDE)
  // relative: the base path is not known here. The router takes both forms for one
  app.get(`/${GUIDE}`, ({ url }, reply) =>
    reply.redirect(/^[^?]*\/(\?|$)/.test(url) ? PAGE : `${GUIDE}/${PAGE}`),
  )
  if (!existsSync(guide)) {
    const url = `/${GUIDE}/${PAGE}`
    app.get(url, (_request, reply) => reply.type('text/html; charset=utf-8').send(GUIDE_MISSING))
    return
  }
  app.get<{ Params: { '*': string } }>(`/${GUIDE}/*`, async (request, reply) => {
    const name = request.params['*']
    const file = path.join(guide, name)
    if (!file.startsWith(guide + path.sep) || !existsSync(file)) return reply.callNotFound()
    return sendFile(request, reply, `${GUIDE}/${name}`)
  })
}
