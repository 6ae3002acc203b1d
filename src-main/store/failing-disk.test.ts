import nodeFs from 'node:fs'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '../../test/support/temp-folder.ts'
import { wasm } from '../../test/support/wasm.ts'
import { openStore } from './open-store.ts'
import type { FileSystem } from './sqljs/file-system.ts'
import type { Store } from './store.ts'
import { StoreFull, StoreUnavailable } from './store-errors.ts'

/** The real file system, with a disk that refuses writes, or syncs, with a code, while told to. */
class FailingDisk {
  writes: string | null = null
  syncs: string | null = null

  readonly fs: FileSystem = {
    ...nodeFs,
    writeSync: (fd, buffer, offset, length, position) => {
      if (this.writes) throw Object.assign(new Error(this.writes), { code: this.writes })
      return nodeFs.writeSync(fd, buffer, offset, length, position)
    },
    fdatasync: (fd, done) => (this.syncs ? done(new Error(this.syncs)) : nodeFs.fdatasync(fd, done)),
  }
}

let temp: ReturnType<typeof makeTempFolder>
let disk: FailingDisk
let store: Store

beforeEach(async () => {
  temp = makeTempFolder()
  disk = new FailingDisk()
  store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date(0), fs: disk.fs })
  await write('a')
})
afterEach(async () => {
  disk.writes = null
  await store.close().catch(() => undefined)
  temp.remove()
})

const write = async (id: string) => {
  await store.transaction(async (queries) => {
    await queries
      .insertInto('settings')
      .values({ id, content: 'x'.repeat(20_000) })
      .execute()
  })
  await store.durable()
}
const ids = async () =>
  (await store.queries.selectFrom('settings').select('id').orderBy('id').execute()).map((row) => row.id)

describe('a disk that takes no writes', () => {
  it.each([
    ['is full', 'ENOSPC', StoreFull],
    ['is over its quota', 'EDQUOT', StoreFull],
    ['is gone', 'EIO', StoreUnavailable],
    ['has become read-only', 'EROFS', StoreUnavailable],
  ])('%s: nothing is half-written, reading goes on, writing resumes', async (_name, code, kind) => {
    disk.writes = code
    const error = await write('b').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(kind)
    expect(await ids()).toEqual(['a'])
    disk.writes = null
    await write('c')
    expect(await ids()).toEqual(['a', 'c'])
    expect(store.status.writable).toBe(true)
  })
})

describe('a sync that fails', () => {
  it('is told to whoever waits, and nothing is written any more until the file is opened again', async () => {
    disk.syncs = 'EIO'
    await expect(write('b')).rejects.toBeInstanceOf(StoreUnavailable)
    disk.syncs = null
    await expect(write('c')).rejects.toBeInstanceOf(StoreUnavailable)
    expect(store.status).toMatchObject({
      writable: false,
      failure: 'a write could not be brought to the disk; restart Halyard',
    })
    expect(await ids()).toContain('a')
    await store.close()
    store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date(0), fs: disk.fs })
    await write('d')
    expect(await ids()).toEqual(expect.arrayContaining(['a', 'd']))
  })
})
