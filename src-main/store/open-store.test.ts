import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { backupFile, listBackups } from './backups.ts'
import type { Migration } from './migrate.ts'
import { openStore, type OpenOptions } from './open-store.ts'
import {
  DamagedDatabase,
  DataFolderInUse,
  ForeignDatabase,
  NewerDatabase,
  UnusableBackup,
} from './store-errors.ts'

let temp: ReturnType<typeof makeTempFolder>
beforeEach(() => (temp = makeTempFolder()))
afterEach(() => temp.remove())

const NOW = new Date('2026-11-21T12:00:00.000Z')
const open = (options: Partial<OpenOptions> = {}) =>
  openStore({ dataDir: temp.folder, wasm, now: () => NOW, ...options })
const file = () => path.join(temp.folder, 'halyard.db')
const CLOSED = 'halyard.closed'

async function withSetting(content = '"kept"') {
  const store = await open()
  await store.transaction((queries) => queries.insertInto('settings').values({ id: 'x', content }).execute())
  await store.durable()
  return store
}
const settings = async (store: Awaited<ReturnType<typeof open>>) =>
  (await store.queries.selectFrom('settings').select('content').execute()).map((row) => row.content)

describe('a store', () => {
  it('keeps what was written, in a file that only its user can read', async () => {
    const store = await withSetting()
    expect(store.status).toMatchObject({ writable: true, failure: null, lastDurableAt: NOW.toISOString() })
    await store.close()
    expect(store.status.writable).toBe(false)
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    const again = await open()
    expect(await settings(again)).toEqual(['"kept"'])
    await again.close()
    await again.close()
  })

  it('belongs to one process', async () => {
    const store = await open()
    await expect(open()).rejects.toBeInstanceOf(DataFolderInUse)
    await store.close()
  })
})

describe('opening a store', () => {
  it('puts a damaged file aside with its log, unchanged, and names the newest backup', async () => {
    const store = await withSetting('"x'.padEnd(300_000, 'x'))
    const backup = backupFile(temp.folder, 'scheduled', NOW)
    await store.backup(backup)
    await store.close()
    await rmClosedMark()
    writeFileSync(file(), Buffer.concat([readFileSync(file()).subarray(0, 8192), Buffer.alloc(200_000, 7)]))
    const damaged = readFileSync(file())

    const error = await open().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DamagedDatabase)
    const { quarantined, newestBackup } = error as DamagedDatabase
    expect(newestBackup).toBe(backup)
    expect(readFileSync(quarantined ?? '')).toEqual(damaged)
    expect(path.basename(quarantined ?? '')).toBe('halyard.db.corrupt-20261121T120000000Z')

    const restored = await open({ recovery: { restore: backup } })
    expect((await settings(restored))[0]).toHaveLength(300_000)
    await restored.close()
  })

  it('puts a file aside that is not a database', async () => {
    writeFileSync(
      file(),
      'this is not a database, it is a sentence that is long enough to be read as a header of one',
    )
    await expect(open()).rejects.toBeInstanceOf(DamagedDatabase)
    expect(existsSync(file())).toBe(false)
  })

  it('does not start empty by itself where there was a database', async () => {
    writeFileSync(file(), 'not a database'.repeat(100))
    const first = (await open().catch((reason: unknown) => reason)) as DamagedDatabase
    const second = (await open().catch((reason: unknown) => reason)) as DamagedDatabase
    expect([second.message, second.quarantined]).toEqual([first.message, first.quarantined])
    const fresh = await open({ recovery: 'start-empty' })
    await fresh.close()
    await (await open()).close()
  })

  it('accepts an intact database that was put back by hand', async () => {
    const store = await withSetting()
    await store.backup(path.join(temp.folder, 'mine.db'))
    await store.close()
    writeFileSync(file(), 'not a database'.repeat(100))
    await expect(open()).rejects.toBeInstanceOf(DamagedDatabase)
    copyFileSync(path.join(temp.folder, 'mine.db'), file())
    const again = await open()
    expect(await settings(again)).toEqual(['"kept"'])
    await again.close()
    await (await open()).close()
  })

  it('offers the newest good backup, and restores no other', async () => {
    const store = await withSetting()
    const [good, bad] = [backupFile(temp.folder, 'a', new Date(0)), backupFile(temp.folder, 'a', NOW)]
    await store.backup(good)
    await store.close()
    writeFileSync(bad, readFileSync(good).fill(7, 2000))
    await expect(open({ recovery: { restore: bad } })).rejects.toBeInstanceOf(UnusableBackup)
    await expect(open({ recovery: { restore: '/nowhere.db' } })).rejects.toThrow('there is no such file')
    expect(existsSync(file())).toBe(true)
    writeFileSync(file(), 'not a database'.repeat(100))
    await expect(open()).rejects.toMatchObject({ newestBackup: good })
  })

  it('does not touch the database of another program', async () => {
    const store = await open({ migrations: [] })
    await sql`create table theirs(x)`.execute(store.queries)
    await sql`pragma application_id = 1`.execute(store.queries)
    await store.close()
    await expect(open()).rejects.toBeInstanceOf(ForeignDatabase)
    expect(existsSync(file())).toBe(true)
    // the lock was released
    await expect(open()).rejects.toBeInstanceOf(ForeignDatabase)
  })

  it('does not touch the database of a newer version', async () => {
    const store = await open()
    await sql`pragma user_version = 999`.execute(store.queries)
    await store.close()
    await expect(open()).rejects.toBeInstanceOf(NewerDatabase)
  })

  it('keeps the former database when a backup is restored', async () => {
    const store = await withSetting('"old"')
    const backup = path.join(temp.folder, 'mine.db')
    await store.backup(backup)
    await store.queries.updateTable('settings').set({ content: '"new"' }).execute()
    await store.close()
    const restored = await open({ recovery: { restore: backup } })
    expect(await settings(restored)).toEqual(['"old"'])
    await restored.close()
    expect(readdirSync(temp.folder)).toContain('halyard.db.replaced-20261121T120000000Z')
  })

  it('checks the whole file unless it was closed properly', async () => {
    const store = await withSetting()
    expect(existsSync(path.join(temp.folder, CLOSED))).toBe(false)
    await store.close()
    expect(existsSync(path.join(temp.folder, CLOSED))).toBe(true)
    // after an orderly close the file is not checked ...
    appendFileSync(file(), Buffer.alloc(4096, 7))
    const trusting = await open()
    await trusting.close()
    truncateSync(file(), statSync(file()).size - 4096)
  })

  async function rmClosedMark() {
    const { rmSync } = await import('node:fs')
    rmSync(path.join(temp.folder, CLOSED), { force: true })
  }
})

describe('a backup file', () => {
  it('is a complete database, or does not exist', async () => {
    const store = await withSetting()
    const target = backupFile(temp.folder, 'mine', NOW)
    await store.backup(target)
    expect(listBackups(temp.folder).map((one) => one.file)).toEqual([target])
    await expect(store.backup(path.join(file(), 'not-a-folder.db'))).rejects.toThrow()
    await store.close()
    const copy = await open({ dataDir: path.join(temp.folder, 'copy'), recovery: { restore: target } })
    expect(await settings(copy)).toEqual(['"kept"'])
    await copy.close()
  })
})

describe('the migrations', () => {
  const step = (version: number, text: string): Migration => ({
    version,
    name: `step ${version}`,
    up: async (db) => {
      await sql.raw(text).execute(db)
    },
  })
  const one = step(1, 'create table things(x)')
  const tables = async (store: Awaited<ReturnType<typeof open>>) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
      store.queries,
    )
    return rows.map((row) => row.name)
  }

  it('run once each, after a backup of a database with content', async () => {
    await (await open({ migrations: [one] })).close()
    expect(listBackups(temp.folder)).toEqual([])
    const store = await open({
      migrations: [one, step(2, 'create table more(x)'), step(3, 'create table most(x)')],
    })
    expect(await tables(store)).toEqual(['things', 'more', 'most'])
    expect(path.basename(listBackups(temp.folder)[0]?.file ?? '')).toBe('before-2-20261121T120000000Z.db')
    await store.close()
    await (await open({ migrations: [one, step(2, 'nonsense'), step(3, 'nonsense')] })).close()
  })

  it('leave no trace when one of them fails', async () => {
    await (await open({ migrations: [one] })).close()
    const failing: Migration = {
      version: 3,
      name: 'fails half-way',
      up: async (db) => {
        await sql`create table half(x)`.execute(db)
        throw new Error('half-way')
      },
    }
    const before = readFileSync(file())
    const more = step(2, 'create table more(x)')
    await expect(open({ migrations: [one, more, failing] })).rejects.toThrow('half-way')
    expect(readFileSync(file()).equals(before)).toBe(true)
    const store = await open({ migrations: [one] })
    expect(await tables(store)).toEqual(['things'])
    await store.close()
  })

  it('are numbered from 1 without gaps', async () => {
    await expect(open({ migrations: [step(2, '')] })).rejects.toThrow(
      'the versions must run from 1 without gaps',
    )
  })
})
