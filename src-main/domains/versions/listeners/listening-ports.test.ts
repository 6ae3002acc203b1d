import { expect, test } from 'vitest'

import type { PortOpener } from '#kernel/port-opener.ts'
import { ListeningPorts } from './listening-ports.ts'

test('closing the listeners closes all ports, also one that is still being opened, and opens none after', async () => {
  const open = new Set<number>()
  const opener: PortOpener = {
    urlOf: (port) => `http://localhost:${port}`,
    open: async (port) => {
      await new Promise((resolve) => setImmediate(resolve))
      open.add(port)
      return { url: `http://localhost:${port}`, close: async () => void open.delete(port) }
    },
  }
  const ports = new ListeningPorts(opener, [])
  await ports.open({ port: 4243, contract: '5.12.0', strict: null })
  const opening = ports.open({ port: 4244, contract: '6.10.1', strict: null })
  await ports.closeAll()
  await opening
  // opened by a request that came just before the service stopped
  await ports.open({ port: 4245, contract: '6.10.1', strict: null })
  expect([...open]).toEqual([])
})

test('a port that is tried again keeps its failure until the attempt has ended', async () => {
  const plan = { port: 4243, contract: '5.12.0', strict: null }
  const failures = ['in use', 'still in use']
  let opening = () => {}
  const ports = new ListeningPorts(
    {
      urlOf: (port) => `http://localhost:${port}`,
      open: async () => {
        opening()
        await new Promise((resolve) => setImmediate(resolve))
        throw new Error(failures.shift())
      },
    },
    [],
  )
  await ports.start([plan])
  expect(ports.failureOf(4243)).toBe('in use')
  const begun = new Promise<void>((resolve) => (opening = resolve))
  // as a notification of another process does, or of this one's own write
  const following = ports.follow(async () => [plan])
  await begun
  expect(ports.failureOf(4243)).toBe('in use')
  await following
  expect(ports.failureOf(4243)).toBe('still in use')
})
