import http from 'node:http'
import net, { type AddressInfo } from 'node:net'

export interface ForwardingProxy {
  /** Its address, without user and password. */
  url: string
  port: number
  /** Requests that came: `CONNECT host:port`, or `GET http://host/path`. */
  asked: string[]
  /** Status with which it refuses everything; undefined: it forwards. */
  refuse?: { status: number; headers?: Record<string, string> } | undefined
  stop(): Promise<void>
}

const HERE = '127.0.0.1'

interface Options {
  /** `user:password` that it requires. */
  password?: string
  /** Ports by host, in place of those that are asked for. To this proxy, every host is this machine. */
  ports?: Readonly<Record<string, number>>
}

/** An HTTP proxy on a free port of this machine, as companies have them. It looks names up by itself. */
export async function startForwardingProxy({ password, ports = {} }: Options = {}): Promise<ForwardingProxy> {
  const proxy: ForwardingProxy = { url: '', port: 0, asked: [], stop: async () => {} }
  const portOf = ({ hostname, port }: URL) => ports[hostname] ?? (port === '' ? 80 : Number(port))
  const refusalOf = ({ headers }: http.IncomingMessage): ForwardingProxy['refuse'] => {
    if (proxy.refuse) return proxy.refuse
    const wanted = `Basic ${Buffer.from(password ?? '').toString('base64')}`
    if (password === undefined || headers['proxy-authorization'] === wanted) return undefined
    return { status: 407, headers: { 'proxy-authenticate': 'Basic realm="corp"' } }
  }
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request
    proxy.asked.push(`${method} ${url}`)
    const refusal = refusalOf(request)
    if (refusal) return void response.writeHead(refusal.status, refusal.headers).end()
    const asked = new URL(url)
    const { 'proxy-authorization': _own, ...rest } = headers
    const onward = http.request(
      { host: HERE, port: portOf(asked), path: asked.pathname + asked.search, method, headers: rest },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('connect', (request, socket: net.Socket, head) => {
    proxy.asked.push(`CONNECT ${request.url}`)
    socket.on('error', () => socket.destroy())
    const refusal = refusalOf(request)
    if (refusal) {
      const lines = Object.entries(refusal.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)
      return void socket.end(`HTTP/1.1 ${refusal.status} No\r\n${lines.join('')}\r\n`)
    }
    const onward = net.connect(portOf(new URL(`http://${request.url}`)), HERE, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    socket.on('close', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  })
}
