import nodeFs from 'node:fs'

import { expect, it } from 'vitest'

import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import type { FileSystem } from '#store/sqljs/file-system.ts'
import { eventually } from '#support/runner/eventually.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { actionSet, addEndpoint, addServiceAccount, createSet, switching } from '#support/stages/actions.ts'
import { insertSignal, readSignalQueue } from '../signals/signals.store.ts'

const SIGNALS = 80

/** A disk whose syncs wait until they are let go, or fail, and that may be full. */
class SlowDisk {
  syncs = 0
  isFull = false
  #held: ((error?: Error) => void)[] | undefined

  readonly fs: FileSystem = {
    ...nodeFs,
    fdatasync: (fd, done) => {
      this.syncs += 1
      const sync = (error?: Error) => (error ? done(error) : nodeFs.fdatasync(fd, done))
      if (this.#held) this.#held.push(sync)
      else sync()
    },
    writeSync: (...args) => {
      if (this.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return nodeFs.writeSync(...args)
    },
  }

  hold(): void {
    this.#held = []
  }

  letGo(error?: Error): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const sync of held) sync(error)
  }
}

/** Starts an instance with signals that wait to switch a flag on. */
async function startWaiting(disk: SlowDisk): Promise<TestBackend> {
  const app = await startBackend({ disk: { fs: disk.fs }, env: { ACTIONS_PER_CYCLE: '1000' } })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  const endpoint = await addEndpoint(app, 'alerts')
  const robot = await addServiceAccount(app, 'robot')
  await createSet(app, actionSet(endpoint, robot, { actions: [switching('ON', 'flag')] }))
  const createdAt = app.clock.now().toISOString()
  await app.backend.store.transaction(async (queries) => {
    for (let n = 0; n < SIGNALS; n++)
      await insertSignal(queries, { sourceId: endpoint, payload: { n }, createdAt })
  })
  await app.backend.store.durable()
  expect(await isOn(app)).toBe(false)
  return app
}

const waitingOf = async ({ backend }: TestBackend) => (await readSignalQueue(backend.store.queries)).waiting
const isOn = async (app: TestBackend) =>
  (await app.call(getAllClientFeatures, { token: BACKEND })).body?.features.find(
    ({ name }) => name === 'flag',
  )?.enabled

it('signals are executed while those before them wait for the disk, and share its syncs; nobody hears of one before', async () => {
  const disk = new SlowDisk()
  const app = await startWaiting(disk)
  const before = disk.syncs
  disk.hold()
  const executing = app.backend.runJobs()
  await eventually(async () => expect(await waitingOf(app)).toBe(SIGNALS - 32))
  // the sync of the first one, for which all the others wait
  expect(disk.syncs - before).toBe(1)
  expect(await isOn(app)).toBe(false)
  disk.letGo()
  await executing
  expect(await waitingOf(app)).toBe(0)
  expect(await isOn(app)).toBe(true)
  await app.stop()
})

it('signals whose sync fails are not told of, and those behind them are left alone', async () => {
  const disk = new SlowDisk()
  const app = await startWaiting(disk)
  disk.hold()
  const executing = app.backend.runJobs()
  await eventually(async () => expect(await waitingOf(app)).toBe(SIGNALS - 32))
  disk.letGo(new Error('EIO: i/o error, fdatasync'))
  await executing
  expect(await isOn(app)).toBe(false)
  expect(await waitingOf(app)).toBe(SIGNALS - 32)
  await app.stop()
})

it('a disk that is full stops the queue; signals before have their effects, those behind wait for room', async () => {
  const disk = new SlowDisk()
  const app = await startWaiting(disk)
  disk.hold()
  const executing = app.backend.runJobs()
  await eventually(async () => expect(await waitingOf(app)).toBeLessThan(SIGNALS))
  disk.isFull = true
  disk.letGo()
  await executing
  expect(await isOn(app)).toBe(true)
  const waiting = await waitingOf(app)
  expect(waiting).toBeGreaterThan(0)
  await app.backend.runJobs()
  expect(await waitingOf(app)).toBe(waiting)
  disk.isFull = false
  await app.backend.runJobs()
  expect(await waitingOf(app)).toBe(0)
  // each of them once
  const executions = await app.backend.store.queries
    .selectFrom('action_set_events')
    .select('signal_id')
    .execute()
  expect(new Set(executions.map(({ signal_id }) => signal_id)).size).toBe(SIGNALS)
  expect(executions).toHaveLength(SIGNALS)
  await app.stop()
})
