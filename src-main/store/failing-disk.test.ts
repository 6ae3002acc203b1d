import nodeFs from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from './open-store.ts'
import type { FileSystem } from './sqljs/file-system.ts'
import type { Store } from './store.ts'
import { DamagedDatabase, DamagedFile, StoreFull, StoreUnavailable } from './store-errors.ts'

/** The real file system, with a disk that refuses writes, or syncs, with a code, while told to. */
class FailingDisk {
  writes: string | null = null
  syncs: string | null = null
  /** Syncs that SQLite waits for, in a checkpoint. */
  checkpointSyncs: string | null = null

  readonly fs: FileSystem = {
    ...nodeFs,
    writeSync: (fd, buffer, offset, length, position) => {
      if (this.writes) throw Object.assign(new Error(this.writes), { code: this.writes })
      return nodeFs.writeSync(fd, buffer, offset, length, position)
    },
    fdatasyncSync: (fd) => {
      if (this.checkpointSyncs) throw Object.assign(new Error(this.checkpointSyncs), { code: 'EIO' })
      nodeFs.fdatasyncSync(fd)
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

describe('a disk that accepts no writes', () => {
  it.each([
    ['is full', 'ENOSPC', StoreFull],
    ['is over its quota', 'EDQUOT', StoreFull],
    ['is gone', 'EIO', StoreUnavailable],
    ['has become read-only', 'EROFS', StoreUnavailable],
  ])('%s: nothing is half-written, reading continues, writing resumes', async (_name, code, kind) => {
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

describe('a disk that fills up within a transaction', () => {
  it('ends the transaction, also when its error is caught and there is room again', async () => {
    const transaction = store.transaction(async (queries) => {
      const put = (id: string, size: number) =>
        queries
          .insertInto('settings')
          .values({ id, content: 'x'.repeat(size) })
          .execute()
      await put('b', 10)
      disk.writes = 'ENOSPC'
      // larger than SQLite's cache, so pages are written before the commit
      await put('c', 40_000_000).catch(() => undefined)
      disk.writes = null
      await put('d', 10)
    })
    await expect(transaction).rejects.toBeInstanceOf(StoreFull)
    expect(await ids()).toEqual(['a'])
    await write('e')
    expect(await ids()).toEqual(['a', 'e'])
  })
})

describe('a sync that fails', () => {
  it('fails every waiting write, and nothing is written until the file is opened again', async () => {
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

  it('within a checkpoint has the same effect', async () => {
    disk.checkpointSyncs = 'EIO'
    // SQLite runs a checkpoint after 1,000 pages
    const failed = async () => {
      for (let count = 0; count < 400; count++) await write(`b${count}`)
    }
    await expect(failed()).rejects.toBeInstanceOf(StoreUnavailable)
    disk.checkpointSyncs = null
    await expect(write('c')).rejects.toBeInstanceOf(StoreUnavailable)
    expect(store.status.writable).toBe(false)
    const acknowledged = (await ids()).length
    await store.close()
    store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date(0), fs: disk.fs })
    expect((await ids()).length).toBe(acknowledged)
  })
})

describe('pages found damaged while the service runs', () => {
  it('end writing, are not overwritten, and are put aside at the next start', async () => {
    for (const id of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) await write(id)
    const file = path.join(temp.folder, 'halyard.db')
    await store.close()
    const intact = nodeFs.readFileSync(file)
    nodeFs.writeFileSync(file, Buffer.from(intact).fill(7, intact.length - 3 * 4096))
    const damaged = nodeFs.readFileSync(file)
    store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date(0), fs: disk.fs })
    await expect(store.queries.selectFrom('settings').selectAll().execute()).rejects.toBeInstanceOf(
      DamagedFile,
    )
    await expect(write('i')).rejects.toBeInstanceOf(DamagedFile)
    expect(store.status.writable).toBe(false)
    await store.close()
    expect(nodeFs.readFileSync(file)).toEqual(damaged)
    await expect(openStore({ dataDir: temp.folder, wasm, now: () => new Date(0) })).rejects.toBeInstanceOf(
      DamagedDatabase,
    )
  })
})
