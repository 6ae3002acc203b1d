import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { ipcLink } from '#shared/rpc/ipc-link.ts'
import type { RpcBridge, RpcRequest, RpcResponse } from '#shared/rpc/ipc-protocol.ts'
import { MAX_CHANGES, unpackAnswer, WriteAnswer } from '#shared/rpc/rpc-transformer.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { AppError } from '#kernel/app-error.ts'
import { createLogger } from '#kernel/logger.ts'
import type { AppRouter } from '#main/app/app-router.ts'
import { IpcSession } from './ipc-bridge.ts'
import { serviceResponder } from './responder.ts'
import { eventually } from '#support/runner/eventually.ts'

let instance: TestBackend
let session: IpcSession
let sent: RpcRequest[]
let client: ReturnType<typeof createTRPCClient<AppRouter>>

beforeAll(
  async () => void (instance = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })),
)
afterAll(() => instance.stop())

/** Both ends of the wire, and between them what Electron's structured clone does. */
beforeEach(() => {
  const { backend } = instance
  const listeners = new Set<(message: RpcResponse) => void>()
  sent = []
  session = new IpcSession(
    {
      responder: serviceResponder(
        () => backend.appRouter,
        () => backend.windowContext(),
      ),
      logger: createLogger('silent'),
    },
    { send: (message) => listeners.forEach((listener) => listener(structuredClone(message))) },
  )
  const bridge: RpcBridge = {
    send: (message) => {
      const cloned = structuredClone(message) // throws for values that cannot be sent
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

describe('a procedure over IPC', () => {
  it('runs as the first Admin', async () => {
    const { user } = await client.getMe.query({})
    expect(user.username).toBe('admin')
  })

  it('can write', async () => {
    await create('over-ipc')
    const params = { projectId: 'default', featureName: 'over-ipc' }
    await client.toggleFeatureEnvironmentOn.mutate({ params: { ...params, environment: 'development' } })
    const { environments } = await client.getFeature.query({ params })
    expect(environments.find((one) => one.name === 'development')?.enabled).toBe(true)
  })

  it('carries the reason for an exception from a policy', async () => {
    await instance.call('POST', '/api/halyard/policies', {
      body: { name: 'described', effect: 'refuse', rule: { kind: 'description-required' } },
    })
    const flag = { params: { projectId: 'default' }, body: { name: 'by-exception' } }
    await expect(client.createFeature.mutate(flag)).rejects.toThrow('because of a policy')
    const written: unknown = await client.createFeature.mutate(flag, {
      context: { policyException: 'incident 7' },
    })
    if (!(written instanceof WriteAnswer)) throw new Error('the answer brought no changes')
    expect(written.changes.map(({ type }) => type)).toContain('policy-excepted')
    await instance.call('DELETE', '/api/halyard/policies/described')
  })

  it('returns the changes of a write with its answer, and only what the window needs of them', async () => {
    const params = { projectId: 'default' }
    const written: unknown = await client.createFeature.mutate({ params, body: { name: 'with-changes' } })
    if (!(written instanceof WriteAnswer)) throw new Error('the answer brought no changes')
    expect(written.answer).toMatchObject({ name: 'with-changes' })
    const { events } = await client.searchAllEvents.query({ query: { limit: '1' } })
    expect(written.changes).toEqual([
      { id: events[0]?.id, type: 'feature-created', project: 'default', featureName: 'with-changes' },
    ])
  })

  it('returns at most one change more than the window tells apart', async () => {
    const features = Array.from({ length: MAX_CHANGES + 10 }, (_none, index) => `bulk-${index}`)
    for (const name of features) expect((await create(name)).status).toBe(201)
    const body = { features, stale: true }
    const written: unknown = await client.staleFeatures.mutate({ params: { projectId: 'default' }, body })
    expect((written as WriteAnswer).changes).toHaveLength(MAX_CHANGES + 1)
  })

  it('is rejected with the record that HTTP returns', async () => {
    const refusal: unknown = await client.getFeature
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

  it('is rejected when its input does not fit the schema', async () => {
    const bad = client.getFeature.query({ params: {} } as never)
    await expect(bad).rejects.toMatchObject({
      data: { httpStatus: 400, record: { name: 'ValidationError' } },
    })
    const unknown = (client as unknown as Record<string, Record<string, { query(): Promise<unknown> }>>)[
      'no'
    ]?.['such']?.query()
    await expect(unknown).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
  })

  it('accepts the state of a page, which is made of proxies', async () => {
    await create('from-state')
    const features = new Proxy(['from-state'], {})
    await client.staleFeatures.mutate({ params: { projectId: 'default' }, body: { features, stale: true } })
    const params = { projectId: 'default', featureName: 'from-state' }
    expect((await client.getFeature.query({ params })).stale).toBe(true)
  })

  it('keeps concurrent calls apart', async () => {
    await create('one')
    await create('two')
    const names = await Promise.all(
      ['one', 'two', 'one'].map(async (featureName) => {
        const { name } = await client.getFeature.query({ params: { projectId: 'default', featureName } })
        return name
      }),
    )
    expect(names).toEqual(['one', 'two', 'one'])
  })
})

describe('a large answer', () => {
  const NAMES = Array.from({ length: 400 }, (_none, index) => `large-${index}`)
  const body = { environments: ['development'], projects: '*' as const, context: { appName: 'large' } }

  it('is sent as one text, and equals the answer of the contract', async () => {
    for (const name of NAMES) expect((await create(name)).status).toBe(201)
    const read = vi.spyOn(JSON, 'parse')
    const { features } = await client.getAdvancedPlayground.query({ body })
    const texts = read.mock.calls.map(([text]) => text).filter((text) => text.length > 100_000)
    read.mockRestore()
    expect(texts).toHaveLength(1)
    expect(features.length).toBeGreaterThanOrEqual(NAMES.length)
    const overHttp = await instance.call('POST', '/trpc/getAdvancedPlayground', {
      as: 'boss',
      body: { body },
    })
    const { data } = (overHttp.body as { result: { data: Record<string, string> } }).result
    expect(Object.keys(data)).toEqual(['halyard:json'])
    expect(unpackAnswer(data)).toMatchObject({ features })
  })
})

describe('a failing service', () => {
  /** Makes one call over a session of its own; returns what the page got, and what was logged. */
  async function callOver(options: { context?: () => Promise<never>; send?: () => never }) {
    const got: RpcResponse[] = []
    const warned: string[] = []
    const { backend } = instance
    const session = new IpcSession(
      {
        responder: serviceResponder(
          () => backend.appRouter,
          options.context ?? (() => backend.windowContext()),
        ),
        logger: { warn: (_fields, message) => warned.push(message) },
      },
      { send: options.send ?? ((message) => got.push(message)) },
    )
    await session.receive({ kind: 'call', id: 7, path: 'getMe', type: 'query', input: {} })
    return { got, warned }
  }

  it('answers the window when the store fails before the call begins', async () => {
    const context = () =>
      Promise.reject(new AppError('StoreUnavailableError', 'The data folder takes no writes'))
    const { got, warned } = await callOver({ context })
    expect(got).toMatchObject([
      {
        id: 7,
        error: {
          message: 'The data folder takes no writes',
          data: { record: { name: 'StoreUnavailableError' } },
        },
      },
    ])
    expect(warned).toEqual([])
  })

  it('answers the window when anything else fails, without a stack', async () => {
    const { got } = await callOver({ context: () => Promise.reject(new TypeError('broken')) })
    expect(got).toMatchObject([{ id: 7, error: { data: { code: 'INTERNAL_SERVER_ERROR' } } }])
    expect(JSON.stringify(got)).not.toContain('at ')
  })

  it('keeps running when the page takes no answer', async () => {
    const send = () => {
      throw new Error('Object has been destroyed')
    }
    expect((await callOver({ send })).warned).toEqual(['a message of the window was not answered'])
  })

  it('ignores a malformed message', async () => {
    await expect(session.receive(null as never)).resolves.toBeUndefined()
  })
})

describe('the context of a procedure', () => {
  it('fails with an error record when the store cannot be read', async () => {
    const broken = await startBackend()
    await broken.backend.store.close()
    await expect(broken.backend.windowContext()).rejects.toMatchObject({
      cause: { name: 'StoreUnavailableError' },
    })
    await broken.stop()
  })
})

describe('a subscription over IPC', () => {
  const follow = () => {
    const heard: (string | undefined)[] = []
    const states: string[] = []
    const subscription = client.changes.subscribe(undefined, {
      onData: (change) => heard.push(change.featureName),
      onStarted: () => states.push('started'),
      onStopped: () => states.push('stopped'),
      onComplete: () => states.push('complete'),
    })
    return { heard, states, subscription }
  }

  it('receives every change until it is closed', async () => {
    const { heard, states, subscription } = follow()
    await eventually(() => expect(states).toEqual(['started']))
    await create('heard-1')
    await create('heard-2')
    await eventually(() => expect(heard).toEqual(['heard-1', 'heard-2']))
    subscription.unsubscribe()
    await create('unheard')
    expect(sent.at(-1)).toMatchObject({ kind: 'stop' })
    expect(heard).toEqual(['heard-1', 'heard-2'])
  })

  it('ends with its page', async () => {
    const { heard, states } = follow()
    await eventually(() => expect(states).toEqual(['started']))
    session.close()
    await create('after-the-page')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(heard).toEqual([])
  })
})
