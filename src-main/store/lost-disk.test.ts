import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { interceptFs } from '#support/faults/intercept-fs.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from './open-store.ts'
import { DataFolderInUse, StoreUnavailable } from './store-errors.ts'
import type { Store } from './store.ts'

let temp: ReturnType<typeof makeTempFolder>
let dataDir: string
beforeEach(() => {
  temp = makeTempFolder()
  dataDir = path.join(temp.folder, 'data')
})
afterEach(() => temp.remove())

const open = () => openStore({ dataDir, wasm, now: () => new Date(0) })
const write = async (store: Store, id: string) => {
  await store.transaction((queries) => queries.insertInto('settings').values({ id, content: '1' }).execute())
  await store.durable()
}
const ids = async (store: Store) =>
  (await store.queries.selectFrom('settings').select('id').orderBy('id').execute()).map((row) => row.id)

describe('a full disk', () => {
  let isFull: boolean
  /** Simulates the kernel: file names need no space, content does. */
  const full = (name: string, args: readonly unknown[]) => {
    const needsRoom =
      name === 'writeSync' || (name === 'writeFileSync' && String(args[1]) !== '') || name === 'copyFileSync'
    if (!isFull || !needsRoom) return
    if (name === 'writeFileSync') writeFileSyncEmpty(String(args[0]))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
  }
  // a full disk leaves an empty file
  const writeFileSyncEmpty = (file: string) => writeFileSync(file, '')

  it('lets the service start for reading, accepts no writes, and accepts them when there is room', async () => {
    const before = await open()
    await write(before, 'a')
    await before.close()
    isFull = true
    await interceptFs(full, async () => {
      const store = await open()
      expect(await ids(store)).toEqual(['a'])
      await expect(write(store, 'b')).rejects.toMatchObject({ code: 'STORE_FULL' })
      // the lock on the folder is taken nevertheless
      await expect(open()).rejects.toBeInstanceOf(DataFolderInUse)
      isFull = false
      await write(store, 'c')
      expect(await ids(store)).toEqual(['a', 'c'])
      isFull = true
      await store.close()
    })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('halyard.lock'))).toEqual([])
    const again = await open()
    expect(await ids(again)).toEqual(['a', 'c'])
    await again.close()
  })

  it('does not keep the lock of an ended process from being taken over', async () => {
    await (await open()).close()
    writeFileSync(
      path.join(dataDir, 'halyard.lock'),
      JSON.stringify({ id: 'dead', pid: 2 ** 22 + 1, startedAt: null }),
    )
    isFull = true
    await interceptFs(full, async () => (await open()).close())
    expect(readdirSync(dataDir).filter((name) => name.startsWith('halyard.lock'))).toEqual([])
  })

  it('leaves no temporary lock files, and former ones are removed', async () => {
    mkdirSync(dataDir)
    const draft = path.join(dataDir, 'halyard.lock.draft-1234')
    writeFileSync(draft, '')
    utimesSync(draft, new Date(0), new Date(0))
    await (await open()).close()
    expect(existsSync(draft)).toBe(false)
  })
})

describe('a read-only data folder', () => {
  const readOnly = () => {
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', syscall: 'open' })
  }

  it.each([
    ['that was closed in order', true],
    ['that was killed', false],
  ])(
    '%s is rejected with the reason, left as it is, and served again once it can be written',
    async (_name, isClosed) => {
      const before = await open()
      await write(before, 'a')
      if (isClosed) await before.close()
      else {
        cpSync(dataDir, `${dataDir}-killed`, { recursive: true })
        await before.close()
        dataDir = `${dataDir}-killed`
        rmSync(path.join(dataDir, 'halyard.lock'))
      }
      const names = readdirSync(dataDir)
      const refused = await interceptFs(readOnly, () => open().catch((error: unknown) => error))
      expect(refused).toBeInstanceOf(StoreUnavailable)
      expect(String(refused)).toContain('data folder')
      expect(readdirSync(dataDir)).toEqual(names)
      const again = await open()
      expect(await ids(again)).toEqual(['a'])
      await again.close()
    },
  )
})

describe.skipIf(process.platform === 'win32')('a data folder that disappears', () => {
  it.each([
    ['is deleted', () => rmSync(dataDir, { recursive: true })],
    ['is moved', () => renameSync(dataDir, `${dataDir}-moved`)],
    [
      'is replaced',
      () => {
        renameSync(dataDir, `${dataDir}-moved`)
        mkdirSync(dataDir)
        writeFileSync(path.join(dataDir, 'halyard.db'), 'another')
      },
    ],
    ['loses its log', () => rmSync(path.join(dataDir, 'halyard.db-wal'))],
  ])('%s: the next write is rejected, not acknowledged', async (_name, lose) => {
    const store = await open()
    await write(store, 'a')
    lose()
    await expect(write(store, 'b')).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(write(store, 'c')).rejects.toThrow('deleted or replaced while it was in use')
    expect(store.status.writable).toBe(false)
    expect(await ids(store)).toContain('a')
    await store.close()
  })
})
