import { connect, type Socket } from 'node:net'

/** So many that the server has a call to answer while others are on their way. */
const CONNECTIONS = 32

/** One request, the same again and again. */
export interface SteadyCall {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  /** The only status that counts. */
  status: number
}

export interface SteadyLoad {
  /** Ends it. Throws when anything else than the expected status was answered. */
  stop: () => void
}

const HEAD_END = '\r\n\r\n'

/**
 * Calls without a pause over the same few connections until it is stopped; each sends its next request when the last is
 * answered. It writes and reads plain bytes, for it has to cost less than what it measures: a generator that is slower
 * than the server hides what the server does.
 */
export function startLoad(url: string, call: SteadyCall): SteadyLoad {
  const { hostname, port, host } = new URL(url)
  const request = bytesOf(host, call)
  let failure: Error | undefined
  let isStopped = false
  const fail = (error: Error) => (failure ??= error)
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const again = () => void (isStopped || failure || socket.write(request))
    socket.once('connect', again)
    socket.once('close', () => isStopped || fail(new Error(`${call.path}: the server closed a connection`)))
    socket.once('error', fail)
    readAnswers(socket, (status) => {
      if (status !== call.status) fail(new Error(`${call.path} answers ${status}, not ${call.status}`))
      again()
    })
    return socket
  })
  return {
    stop: () => {
      isStopped = true
      for (const socket of sockets) socket.destroy()
      if (failure) throw failure
    },
  }
}

function bytesOf(host: string, { method, path, headers, body }: SteadyCall): Buffer {
  const lines = Object.entries({
    host,
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines].join('\r\n') + HEAD_END + (body ?? ''))
}

/** Tells of each answer that is there to its last byte. Knows lengths, no chunks: the answers of this bench have none. */
function readAnswers(socket: Socket, answered: (status: number) => void): void {
  let head = ''
  let status = 0
  let missing = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length
    else {
      head += chunk.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1]
      // a 304 has no length and no body
      missing = end + HEAD_END.length + Number(length ?? 0) - head.length
      head = ''
    }
    if (missing === 0) answered(status)
  })
}
