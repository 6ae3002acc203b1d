import { EventEmitter, once } from 'node:events'

import { expect, it } from 'vitest'

import { ADMIN, startBackend } from '#support/service/start-backend.ts'

it('a service that closes answers the requests that run, and none that come', async () => {
  const calls = new EventEmitter()
  const arrived = once(calls, 'arrived')
  const admitted = once(calls, 'admit')
  const app = await startBackend({
    guards: [
      async ({ operationId }) => {
        if (operationId !== 'createFeature') return
        calls.emit('arrived')
        await admitted
      },
    ],
  })
  const url = await app.backend.listen()
  const running = fetch(`${url}/api/admin/projects/default/features`, {
    method: 'POST',
    headers: { authorization: ADMIN, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'begun-before' }),
  })
  await arrived
  const stopped = app.stop()
  await expect.poll(() => fetch(`${url}/health`).catch(() => 'not accepted')).toBe('not accepted')
  calls.emit('admit')
  const response = await running
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ name: 'begun-before' })
  await stopped
})
