import { afterAll, beforeAll, expect } from 'vitest'

import { REMOTE_REQUESTS } from '#domains/transfer/remotes/remote-requests.ts'
import type { Remote } from '#shared/transfer/schemas/remote.ts'
import type { RemotePullPreview, RemotePullResult } from '#shared/transfer/schemas/remote-pull.ts'
import { startRecordingServer, type RecordingServer } from '../stand-ins/recording-server.ts'
import { ADMIN, startBackend, type Answer, type TestBackend } from '../service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createRemote } from '#shared/transfer/contract/remotes.ts'

export const REMOTES = '/api/admin/remotes'
export const FEATURES = '/api/admin/projects/default/features'

/** Allowed requests to a remote, as `GET /path`. */
const ALLOWED_REMOTE_REQUESTS: readonly string[] = Object.values(REMOTE_REQUESTS).map(
  ({ method, path }) => `${method} ${path}`,
)

/** Local instance, a remote instance, and the requests the remote received. */
export interface RemoteStage {
  here: TestBackend
  there: TestBackend
  server: RecordingServer
  remote: Remote
  preview(more?: object): Promise<RemotePullPreview>
  pull(more?: object): Promise<RemotePullResult>
  /** Sends a pull, or with `/preview` its preview, and returns the answer, also an error. */
  tryPull(path: '' | '/preview', more: object): Promise<Answer>
  /** Runs while the remote's flags are requested. */
  meanwhile?: () => Promise<unknown>
  /** Lists the requests that the remote received, as `GET /path`. */
  requested: () => Set<string>
  stop(): Promise<void>
}

/** Pull of the default project's development environment, from remote to local. */
export const LINE = {
  from: { environment: 'development', project: 'default' },
  project: 'default',
  environment: 'development',
}

async function startRemoteStage(stage: RemoteStage, options: { rendererDir?: string }): Promise<void> {
  const users = [{ username: 'ann', roles: ['Admin'] }]
  const [here, there] = await Promise.all([startBackend({ users, ...options }), startBackend({ users })])
  const server = await startRecordingServer(async ({ method, path, headers, body }) => {
    const sent = body === '' ? {} : { body: JSON.parse(body) as unknown }
    const token = headers.authorization ?? null
    if (path.endsWith('/export')) await stage.meanwhile?.()
    const answer = await there.call(method, path, { token, ...sent })
    return { status: answer.status, body: answer.text }
  })
  const made = await here.call(createRemote, { body: { name: 'the other one', url: server.url } })
  const remote = made.body
  const tryPull = (path: '' | '/preview', more: object): Promise<Answer> =>
    here.call('POST', `${REMOTES}/${remote.id}/pull${path}`, {
      as: 'ann',
      body: { token: ADMIN, ...LINE, ...more },
    })
  const pull = async <T>(path: '' | '/preview', more: object): Promise<T> => {
    const answer = await tryPull(path, more)
    if (answer.status !== 200) throw new Error(`pull${path}: ${answer.status} ${answer.text}`)
    return answer.body as T
  }
  Object.assign(stage, {
    here,
    there,
    server,
    remote,
    preview: (more = {}) => pull('/preview', more),
    pull: (more = {}) => pull('', more),
    tryPull,
    requested: () => new Set(server.seen.map(({ method, path }) => `${method} ${path}`)),
    stop: async () => {
      await server.stop()
      await Promise.all([here.stop(), there.stop()])
    },
  } satisfies RemoteStage)
}

/** Starts the stage for the tests of a file, and proves that they only ever read the remote. */
export function useRemote(options: { rendererDir?: string } = {}): RemoteStage {
  const stage = {} as RemoteStage
  beforeAll(() => startRemoteStage(stage, options))
  afterAll(async () => {
    expect([...stage.requested()].filter((one) => !ALLOWED_REMOTE_REQUESTS.includes(one))).toEqual([])
    await stage.stop()
  })
  return stage
}

/** Creates a flag in the default project. */
export const addFlag = (app: TestBackend, name: string, more: object = {}) =>
  app.call(createFeature, { params: { projectId: 'default' }, body: { name, ...more } })

/** Adds a strategy to a flag in the development environment. */
export const addStrategy = (app: TestBackend, name: string, strategy: object) =>
  app.call('POST', `${FEATURES}/${name}/environments/development/strategies`, { body: strategy })
