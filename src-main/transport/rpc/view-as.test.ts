import { createTRPCClient } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ipcLink } from '#shared/rpc/ipc-link.ts'
import { VIEW_AS_HEADER } from '#shared/rpc/over-http.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import type { AppRouter } from '#main/app/app-router.ts'
import { IpcSession } from './ipc-bridge.ts'
import { serviceResponder } from './responder.ts'

let app: TestBackend
let viewer: number
let editor: number

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'boss', roles: ['Admin'] },
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
    ],
  })
  const rows = await app.backend.store.queries.selectFrom('users').select(['id', 'username']).execute()
  const idOf = (name: string) => rows.find((row) => row.username === name)?.id ?? 0
  viewer = idOf('viewer')
  editor = idOf('editor')
})
afterAll(() => app.stop())

const viewAs = (id: number | string) => ({ headers: { [VIEW_AS_HEADER]: String(id) } })
const me = (as: string, id: number | string) => app.call('GET', '/trpc/getMe?input={}', { as, ...viewAs(id) })
const createFlag = (as: string, id: number, name: string) =>
  app.call('POST', '/trpc/createFeature', {
    as,
    ...viewAs(id),
    body: { params: { projectId: 'default' }, body: { name } },
  })
const recordOf = (body: unknown) => (body as { error: { data: { record: object } } }).error.data.record

describe('viewing the instance as another user', () => {
  it('shows an Admin what that user sees', async () => {
    const { status, body } = await me('boss', viewer)
    expect(status).toBe(200)
    expect(body).toMatchObject({ result: { data: { user: { username: 'viewer' }, permissions: [] } } })
  })

  it('rejects what the user may not do, with the user’s own reasons', async () => {
    expect(recordOf((await createFlag('boss', viewer, 'x')).body)).toMatchObject({
      name: 'PermissionError',
      decision: { reasons: [{ role: { name: 'Viewer' } }] },
    })
  })

  it('rejects every write, because it is read-only', async () => {
    const { status, body } = await createFlag('boss', editor, 'x')
    expect(status).toBe(403)
    expect(recordOf(body)).toMatchObject({
      name: 'OperationDeniedError',
      message: 'You see the instance as editor does, read-only. Stop that to make changes.',
    })
    expect((await app.call('GET', '/api/admin/projects/default/features/x')).status).toBe(404)
  })

  it('is for Admins only', async () => {
    const { status, body } = await me('editor', viewer)
    expect(status).toBe(403)
    expect(recordOf(body)).toMatchObject({ name: 'PermissionError', permissions: ['ADMIN'] })
  })

  it.each([999, 'nobody', ''])('rejects the unknown user %j', async (id) => {
    const { status, body } = await me('boss', id)
    expect(status).toBe(404)
    expect(recordOf(body)).toMatchObject({ name: 'NotFoundError', message: 'No user found' })
  })

  it('works over IPC too, and ends when it is turned off', async () => {
    let as: number | undefined = viewer
    const listeners = new Set<(message: never) => void>()
    const session = new IpcSession(
      {
        responder: serviceResponder(
          () => app.backend.appRouter,
          () => app.backend.windowContext(),
        ),
        logger: createLogger('silent'),
      },
      { send: (message) => listeners.forEach((listener) => listener(message as never)) },
    )
    const bridge = {
      send: (message: Parameters<IpcSession['receive']>[0]) => void session.receive(message),
      onMessage: (listener: (message: never) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const client = createTRPCClient<AppRouter>({ links: [ipcLink(bridge, () => as)] })
    expect((await client.getMe.query({})).user.username).toBe('viewer')
    as = undefined
    expect((await client.getMe.query({})).user.username).toBe('admin')
  })
})
