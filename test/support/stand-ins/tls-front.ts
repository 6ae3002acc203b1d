import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'

/** Puts TLS in front of a port of this machine, as a reverse proxy does. Returns its own port, and the function that ends it. */
export async function startTlsFront(
  port: number,
  options: tls.TlsOptions,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const sockets = new Set<net.Socket>()
  const server = tls.createServer(options, (socket) => {
    const onward = net.connect(port, '127.0.0.1')
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
