import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request that went to a service, and its answer. */
export interface Exchange {
  method: string
  path: string
  status: number
}

/** Way to a service on which each request is seen. */
export interface Traffic {
  /** Address of the service by this way. */
  url: string
  /** All exchanges, in the order of their answers. */
  exchanges: Exchange[]
  /** Requests that wait for their answer. */
  readonly open: number
  stop: () => void
}

/** Stands between a client and a service, and notes what passes. */
export async function watchTraffic(target: string): Promise<Traffic> {
  const exchanges: Exchange[] = []
  let open = 0
  const server = http.createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    open += 1
    const onward = http.request(target + path, { method, headers }, (answer) => {
      const { statusCode: status = 0 } = answer
      exchanges.push({ method, path, status })
      response.writeHead(status, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => {
      open -= 1
      onward.destroy()
    })
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    get open() {
      return open
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
