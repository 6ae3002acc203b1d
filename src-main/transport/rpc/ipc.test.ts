import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { ipcLink } from '../../../src-shared/rpc/ipc-link.ts'
import type { RpcBridge, RpcRequest, RpcResponse } from '../../../src-shared/rpc/ipc-protocol.ts'
import { startBackend, type TestBackend } from '../../../test/support/start-backend.ts'
import type { AppRouter } from './app-router.ts'
import { IpcSession } from './ipc-bridge.ts'

let instance: TestBackend
let session: IpcSession
let sent: RpcRequest[]
let client: ReturnType<typeof createTRPCClient<AppRouter>>

beforeAll(async () => void (instance = await startBackend()))
afterAll(() => instance.stop())

/** Both ends of the wire, and between them what Electron's structured clone does. */
beforeEach(() => {
  const { backend } = instance
  const listeners = new Set<(message: RpcResponse) => void>()
  sent = []
  session = new IpcSession(
    { router: backend.appRouter, createContext: () => backend.windowContext() },
    { send: (message) => listeners.forEach((listener) => listener(structuredClone(message))) },
  )
  const bridge: RpcBridge = {
    send: (message) => {
      const cloned = structuredClone(message) // throws for what cannot cross
      sent.push(cloned)
      void session.receive(cloned)
    },
    onMessage: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  client = createTRPCClient<AppRouter>({ links: [ipcLink(bridge)] })
})

const create = (name: string) =>
  instance.call('POST', '/api/admin/projects/default/features', { body: { name } })

describe('a call over IPC', () => {
  it('answers as the first Admin', async () => {
    const { user } = await client.sessions.me.query({})
    expect(user.username).toBe('admin')
  })

  it('changes things', async () => {
    await create('over-ipc')
    const params = { projectId: 'default', featureName: 'over-ipc' }
    await client.featureEnvironments.on.mutate({ params: { ...params, environment: 'development' } })
    const { environments } = await client.features.get.query({ params })
    expect(environments.find((one) => one.name === 'development')?.enabled).toBe(true)
  })

  it('is refused with the record that HTTP answers', async () => {
    const refusal: unknown = await client.features.get
      .query({ params: { projectId: 'default', featureName: 'nothing' } })
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(TRPCClientError)
    expect((refusal as TRPCClientError<AppRouter>).data).toMatchObject({
      code: 'NOT_FOUND',
      httpStatus: 404,
      record: { name: 'NotFoundError', message: expect.stringContaining('nothing') as string },
    })
    expect(JSON.stringify(refusal)).not.toContain('at ')
  })

  it('is refused where its input is not what the operation takes', async () => {
    const bad = client.features.get.query({ params: {} } as never)
    await expect(bad).rejects.toMatchObject({
      data: { httpStatus: 400, record: { name: 'ValidationError' } },
    })
    const unknown = (client as unknown as Record<string, Record<string, { query(): Promise<unknown> }>>)[
      'no'
    ]?.['such']?.query()
    await expect(unknown).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
  })

  it('takes the state of a page, which is made of proxies', async () => {
    await create('from-state')
    const features = new Proxy(['from-state'], {})
    await client.features.stale.mutate({ params: { projectId: 'default' }, body: { features, stale: true } })
    const params = { projectId: 'default', featureName: 'from-state' }
    expect((await client.features.get.query({ params })).stale).toBe(true)
  })

  it('keeps calls apart that run at once', async () => {
    await create('one')
    await create('two')
    const names = await Promise.all(
      ['one', 'two', 'one'].map(async (featureName) => {
        const { name } = await client.features.get.query({ params: { projectId: 'default', featureName } })
        return name
      }),
    )
    expect(names).toEqual(['one', 'two', 'one'])
  })
})

describe('a subscription over IPC', () => {
  const follow = () => {
    const heard: (string | undefined)[] = []
    const states: string[] = []
    const subscription = client.events.changes.subscribe(undefined, {
      onData: (change) => heard.push(change.featureName),
      onStarted: () => states.push('started'),
      onStopped: () => states.push('stopped'),
      onComplete: () => states.push('complete'),
    })
    return { heard, states, subscription }
  }

  it('hears of every change until it is given up', async () => {
    const { heard, states, subscription } = follow()
    await vi.waitFor(() => expect(states).toEqual(['started']))
    await create('heard-1')
    await create('heard-2')
    await vi.waitFor(() => expect(heard).toEqual(['heard-1', 'heard-2']))
    subscription.unsubscribe()
    await create('unheard')
    expect(sent.at(-1)).toMatchObject({ kind: 'stop' })
    expect(heard).toEqual(['heard-1', 'heard-2'])
  })

  it('ends with its page', async () => {
    const { heard, states } = follow()
    await vi.waitFor(() => expect(states).toEqual(['started']))
    session.close()
    await create('after-the-page')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(heard).toEqual([])
  })
})
