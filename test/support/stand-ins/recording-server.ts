import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface SeenRequest {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

export interface Served {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export interface RecordingServer {
  url: string
  /** All that anybody asked, in the order in which it came. */
  seen: SeenRequest[]
  /** Breaks off whatever is connected. */
  dropAll(): void
  stop(): Promise<void>
}

/**
 * A server on a free port of this machine that notes what it is asked. Without an answer it says nothing, ever. With `tls`, it speaks
 * https.
 */
export async function startRecordingServer(
  answer: (request: SeenRequest) => Served | undefined | Promise<Served | undefined>,
  tls?: https.ServerOptions,
): Promise<RecordingServer> {
  const seen: SeenRequest[] = []
  const listener: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const sent = Buffer.concat(chunks)
      const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
      const asked = { method, path: url, headers, body: body.toString() }
      seen.push(asked)
      void Promise.resolve(answer(asked)).then((served) => {
        if (!served) return
        const { status, body = '', headers: extra = {} } = served
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        response.writeHead(status, { 'content-type': 'application/json', ...extra }).end(text)
      })
    })
  }
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    seen,
    dropAll: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
