// Measures a bare Fastify server that only writes what it receives to the disk. Usage: appending-server.ts <file>
// Prints its address. Every request is one append and one fdatasync.
import { open } from 'node:fs/promises'

import Fastify from 'fastify'

const file = await open(process.argv[2] ?? '', 'a')
const app = Fastify()
app.post('/api/signal-endpoint/bench', async (request) => {
  await file.appendFile(`${JSON.stringify(request.body)}\n`)
  await file.datasync()
  return { signals: [{ payload: request.body }] }
})
process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
