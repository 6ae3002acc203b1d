import { existsSync, readdirSync, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

let temp: ReturnType<typeof makeTempFolder>
let store: Store
let target: string
beforeEach(async () => {
  temp = makeTempFolder()
  target = path.join(temp.folder, 'backups/mine.db')
  store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date(0) })
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

/** Each transaction keeps the sum of two rows at 0: a copy of half of one would show. */
const transfer = (amount: number) =>
  store.transaction(async (queries) => {
    await sql`update accounts set amount = amount - ${amount} where id = 1`.execute(queries)
    await sql`update accounts set amount = amount + ${amount}, filler = hex(randomblob(20000)) where id = 2`.execute(
      queries,
    )
  })
const fill = async (megabytes: number) => {
  await sql`create table accounts(id integer primary key, amount integer, filler text)`.execute(store.queries)
  await sql`insert into accounts values (1, 0, ''), (2, 0, '')`.execute(store.queries)
  for (let count = 0; count < megabytes; count++)
    await sql`insert into accounts(amount, filler) values (0, hex(randomblob(500000)))`.execute(store.queries)
  await store.durable()
}
/** Finds the prototype that all open files share. */
const fileHandles = async (): Promise<FileHandle> => {
  const file = await open(import.meta.filename)
  await file.close()
  return Object.getPrototypeOf(file) as FileHandle
}
const examine = (file: string) => {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    const read = (text: string) => Object.values(copy.prepare(text).get() ?? {})[0]
    return {
      integrity: read('pragma integrity_check'),
      mode: read('pragma journal_mode'),
      rows: read('select count(*) from accounts'),
      sum: read('select sum(amount) from accounts'),
      moved: Number(read('select amount from accounts where id = 2')),
    }
  } finally {
    copy.close()
  }
}

describe('a backup', () => {
  it('is one consistent state, though writes continue during the copy', async () => {
    await fill(40)
    await transfer(5)
    await store.durable()
    // the copy, which syncs every 16 MB, goes on when writes and reads have ended that began after it
    let during = 0
    const synced = vi.spyOn(await fileHandles(), 'datasync').mockImplementationOnce(async () => {
      while (during < 6) {
        await transfer(1)
        await store.durable()
        await store.queries.selectFrom('settings').select('id').execute()
        during++
      }
    })
    await store.backup(target)
    synced.mockRestore()
    expect(during).toBe(6)
    expect(examine(target)).toEqual({
      integrity: 'ok',
      mode: 'delete',
      rows: 42,
      sum: 0,
      moved: expect.any(Number) as unknown,
    })
    expect(examine(target).moved).toBe(5)
    expect((await sql`select amount from accounts where id = 2`.execute(store.queries)).rows).toEqual([
      { amount: 11 },
    ])
    expect(readdirSync(path.dirname(target))).toEqual(['mine.db'])
  })

  it('lets checkpoints run, so that the log does not grow forever', async () => {
    await fill(1)
    await Promise.all([store.backup(target), store.backup(`${target}-2`)])
    for (let count = 0; count < 300; count++) await transfer(1)
    await store.durable()
    // SQLite runs a checkpoint after 1,000 pages
    expect(statSync(path.join(temp.folder, 'halyard.db-wal')).size).toBeLessThan(1500 * 4200)
    expect(examine(`${target}-2`).integrity).toBe('ok')
  })

  it('ends when the store closes, and leaves no files', async () => {
    await fill(40)
    const backup = store.backup(target)
    const ended = expect(backup).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await new Promise((resolve) => setTimeout(resolve, 1))
    await store.close()
    await ended
    expect(existsSync(target)).toBe(false)
    expect(readdirSync(path.dirname(target))).toEqual([])
    store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date(0) })
    expect((await sql`select count(*) as rows from accounts`.execute(store.queries)).rows).toEqual([
      { rows: 42 },
    ])
  })
})
