import { randomBytes } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { interceptFs } from '#support/faults/intercept-fs.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore, type OpenOptions } from './open-store.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { MissingDatabase } from './store-errors.ts'
import type { Store } from './store.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const open = (dataDir: string, options: Partial<OpenOptions> = {}) =>
  openStore({ dataDir, wasm, now: () => NOW, ...options })
const put = (store: Store, content: string) =>
  store.transaction((queries) => queries.insertInto('settings').values({ id: content, content }).execute())
const settings = async (dataDir: string, options: Partial<OpenOptions> = {}) => {
  const store = await open(dataDir, options)
  try {
    return (await store.queries.selectFrom('settings').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
  } finally {
    await store.close()
  }
}

let temp: ReturnType<typeof makeTempFolder>
let backup: string
let count = 0
const folder = (name: string) => path.join(temp.folder, name)
/** A copy of a prepared folder, for one case. */
const copyOf = (name: string) => {
  const to = folder(`case-${count++}`)
  cpSync(folder(name), to, { recursive: true })
  rmSync(path.join(to, 'halyard.lock'), { force: true })
  return to
}

/** `closed` was closed in order; `killed` has all of its data in the log. */
beforeAll(async () => {
  temp = makeTempFolder()
  backup = folder('backup.db')
  const store = await open(folder('closed'))
  await put(store, 'in both')
  await store.durable()
  await store.backup(backup)
  await put(store, 'since')
  await store.durable()
  cpSync(folder('closed'), folder('killed'), { recursive: true })
  await store.close()
})
afterAll(() => temp.remove())

describe('a restore', () => {
  it.each(['closed', 'killed'])(
    'killed at any step leaves the whole old or the whole new database (%s)',
    async (state) => {
      const outcomes: string[] = []
      let isDone = false
      for (let step = 1; !isDone; step++) {
        const dataDir = copyOf(state)
        let changes = 0
        // a killed process does not continue
        const die = () => {
          if (++changes >= step) throw new Error('killed')
        }
        const restored = await interceptFs(die, async () => {
          const store = await open(dataDir, { recovery: { restore: backup } })
          // the steps after the restore do not matter here
          changes = -Infinity
          return store
        }).catch(() => undefined)
        if (restored) {
          isDone = true
          await restored.close()
        }
        rmSync(path.join(dataDir, 'halyard.lock'), { force: true })
        const found = await settings(dataDir)
        expect([['in both'], ['in both', 'since']]).toContainEqual(found)
        outcomes.push(found.length === 1 ? 'new' : 'old')
        // after the decision, every restart completes the restore
        expect(await settings(dataDir)).toEqual(found)
      }
      const decided = outcomes.indexOf('new')
      expect(decided).toBeGreaterThan(5)
      expect(outcomes.slice(decided)).not.toContain('old')
    },
    60_000,
  )

  it('keeps the old database complete, with what only its log held', async () => {
    const dataDir = copyOf('killed')
    expect(await settings(dataDir, { recovery: { restore: backup } })).toEqual(['in both'])
    const aside = path.join(dataDir, 'halyard.db.replaced-20261121T120000000Z')
    expect(await settings(dataDir, { recovery: { restore: aside } })).toEqual(['in both', 'since'])
  })

  it('reads through the backup once, and not its copy, too', async () => {
    const readThrough = vi.spyOn(SqliteConnection.prototype, 'readThrough')
    await settings(copyOf('killed'), { recovery: { restore: backup } })
    expect(readThrough).toHaveBeenCalledTimes(1)
    readThrough.mockRestore()
  })

  it('without enough disk space leaves the old database and no other file', async () => {
    const dataDir = copyOf('closed')
    const before = readdirSync(dataDir)
    const full = (name: string) => {
      if (name === 'fsyncSync') throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'fsync' })
    }
    await expect(
      interceptFs(full, () => open(dataDir, { recovery: { restore: backup } })),
    ).rejects.toMatchObject({ code: 'STORE_FULL' })
    expect(readdirSync(dataDir)).toEqual(before)
    expect(await settings(dataDir)).toEqual(['in both', 'since'])
  })
})

describe('a database that is missing', () => {
  const lose: [string, (file: string) => void][] = [
    ['missing', (file) => rmSync(file)],
    ['empty', (file) => writeFileSync(file, '')],
  ]
  const traces: [string, string, (dataDir: string) => void][] = [
    [
      'the mark of an orderly close',
      'halyard.closed',
      (dataDir) => writeFileSync(path.join(dataDir, 'halyard.closed'), ''),
    ],
    [
      'its log',
      'halyard.db-wal',
      (dataDir) =>
        copyFileSync(path.join(folder('killed'), 'halyard.db-wal'), path.join(dataDir, 'halyard.db-wal')),
    ],
    [
      'what a restore left',
      'halyard.db.replaced-20261121T120000000Z',
      (dataDir) => copyFileSync(backup, path.join(dataDir, 'halyard.db.replaced-20261121T120000000Z')),
    ],
    [
      'an unfinished copy',
      'halyard.db.tmp',
      (dataDir) => copyFileSync(backup, path.join(dataDir, 'halyard.db.tmp')),
    ],
    [
      'a damaged file',
      'halyard.db.corrupt-20261121T120000000Z',
      (dataDir) => writeFileSync(path.join(dataDir, 'halyard.db.corrupt-20261121T120000000Z'), 'x'),
    ],
    [
      'the key of its secrets',
      'sealing.key',
      (dataDir) => writeFileSync(path.join(dataDir, 'sealing.key'), randomBytes(32).toString('base64')),
    ],
    [
      'a backup',
      '1 backup',
      (dataDir) => cpSync(backup, path.join(dataDir, 'backups/scheduled-20261121T110000000Z.db')),
    ],
  ]
  const cases = lose.flatMap(([how, lost]) =>
    traces.map(([name, said, leave]) => ({ how, lost, name, said, leave })),
  )

  it.each(cases)('is rejected when it is $how beside $name', async ({ how, lost, said, leave }) => {
    const dataDir = copyOf('closed')
    const file = path.join(dataDir, 'halyard.db')
    for (const name of readdirSync(dataDir))
      if (name !== 'halyard.db') rmSync(path.join(dataDir, name), { recursive: true })
    lost(file)
    leave(dataDir)
    const refused = await open(dataDir).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(MissingDatabase)
    const { message, newestBackup } = refused as MissingDatabase
    expect(message).toContain(
      `halyard.db is ${how === 'empty' ? 'empty (0 bytes)' : 'missing'}, but there was a database here`,
    )
    expect(message).toContain(said)
    // repeated kills before the decision change nothing
    await expect(open(dataDir)).rejects.toBeInstanceOf(MissingDatabase)
    expect(existsSync(file) ? statSync(file).size : 0).toBe(0)
    if (newestBackup !== null)
      expect(await settings(dataDir, { recovery: { restore: newestBackup } })).toEqual(['in both'])
    else expect(await settings(dataDir, { recovery: 'start-empty' })).toEqual([])
    await settings(dataDir)
  })

  it.each(['closed', 'killed'])('is opened again after it was put back by hand (%s)', async (state) => {
    const dataDir = copyOf(state)
    const file = path.join(dataDir, 'halyard.db')
    copyFileSync(file, `${file}-elsewhere`)
    rmSync(file)
    await expect(open(dataDir)).rejects.toBeInstanceOf(MissingDatabase)
    copyFileSync(`${file}-elsewhere`, file)
    expect(await settings(dataDir)).toEqual(['in both', 'since'])
  })

  it('and never existed starts empty, also after a first start that was killed', async () => {
    const dataDir = folder('new')
    expect(await settings(dataDir)).toEqual([])
    const killed = folder('killed-first')
    await settings(killed)
    for (const name of readdirSync(killed)) rmSync(path.join(killed, name))
    writeFileSync(path.join(killed, 'halyard.db'), '')
    expect(await settings(killed)).toEqual([])
  })
})
