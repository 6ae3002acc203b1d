import { once } from 'node:events'
import net from 'node:net'

import Fastify from 'fastify'
import { expect, it } from 'vitest'

import { DEFAULT_PORT, listen, PortInUse } from './listen.ts'
import { findFreePort } from '../cli/port-owner.ts'

const host = '127.0.0.1'

it('a free port that another program takes first is not the end: the next one is taken', async () => {
  const [app, other] = [Fastify(), net.createServer()]
  // runs after the port was found, and before it is taken
  app.addHook('onReady', async () => {
    other.listen(await findFreePort(DEFAULT_PORT, host), host)
    await once(other, 'listening')
  })
  const url = await listen(app, { host, port: 'auto' })
  const { port: taken } = other.address() as net.AddressInfo
  expect(Number(new URL(url).port)).not.toBe(taken)
  await app.close()
  other.close()
})

it('a chosen port that is in use is refused, with a free one', async () => {
  const [first, second] = [Fastify(), Fastify()]
  const port = Number(new URL(await listen(first, { host, port: 'auto' })).port)
  const refused = await listen(second, { host, port }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PortInUse)
  expect((refused as PortInUse).nextFree).toBeGreaterThan(port)
  await Promise.all([first.close(), second.close()])
})
