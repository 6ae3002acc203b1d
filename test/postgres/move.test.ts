import { readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { lastGivenId } from '#store/engines/portable.ts'
import { COUNTING_TABLES } from '#store/move/moved-tables.ts'
import { moveData, reopenMove, type MoveStep } from '#store/move/move-data.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { makeDatabase } from '#support/runner/make-database.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { fillTables } from './fill-tables.ts'

const SIGNALS = 1_200
const temp = makeTempFolder()
const databases: { remove: () => Promise<void> }[] = []
const stores = new Set<Store>()
let source: Store

const open = async (place: { dataDir: string } | { databaseUrl: string }, movesInto = false) => {
  const store = await openStore({ dataDir: '', ...place, wasm, movesInto, now: () => new Date() })
  stores.add(store)
  return store
}
const close = async (store: Store) => {
  stores.delete(store)
  await store.close()
}
async function makeTarget(): Promise<{ databaseUrl: string }> {
  const database = await makeDatabase()
  if (!database) throw new Error('run by: vitest --project postgres')
  databases.push(database)
  return { databaseUrl: database.url }
}

beforeAll(async () => {
  source = await open({ dataDir: path.join(temp.folder, 'source') })
  await fillTables(source, SIGNALS)
})
afterAll(async () => {
  for (const store of stores) await store.close()
  for (const database of databases) await database.remove()
  temp.remove()
})

it('counting tables are those that triggers write', () => {
  const snapshot = readFileSync(path.join(root, 'src-main/store/schema-snapshot.json'), 'utf8')
  const triggers = Object.entries(JSON.parse(snapshot) as Record<string, string>).filter(([name]) =>
    name.startsWith('trigger '),
  )
  const written = triggers.flatMap(([, text]) =>
    [...text.matchAll(/(?:insert into|update) "(\w+)"/g)].map(([, table]) => table),
  )
  expect(new Set(written)).toEqual(COUNTING_TABLES)
})

describe('a move', () => {
  it('copies every table into PostgreSQL and back', async () => {
    const to = await open(await makeTarget(), true)
    const there = await moveData({ from: source, to })
    expect(there.map(({ rows }) => rows)).not.toContain(0)
    expect(there.find(({ table }) => table === 'signals')?.rows).toBe(SIGNALS)
    const back = await open({ dataDir: path.join(temp.folder, 'back') }, true)
    expect(await moveData({ from: to, to: back })).toEqual(there)

    for (const store of [to, back]) {
      const ids = await sql<{ last: number }>`select ${lastGivenId('impressions')} as last`.execute(
        store.queries,
      )
      // the third one was deleted
      expect(ids.rows).toEqual([{ last: 12 }])
      await sql`insert into events (type, created_by, created_by_user_id, created_at, affects_clients, tags, group_id)
        values ('feature-created', 'me', 1, '2026-11-23T00:00:00.000Z', 0, '[]', '1')`.execute(store.queries)
    }
  })

  it('goes on where it was interrupted, and keeps the target closed until it has ended', async () => {
    const target = await makeTarget()
    const steps: MoveStep[] = []
    const interrupted = await open(target, true)
    const failing = moveData({
      from: source,
      to: interrupted,
      onStep: (step) => {
        if (step.table === 'signals') throw new Error('interrupted')
      },
    })
    await expect(failing).rejects.toThrow('interrupted')
    await close(interrupted)

    await expect(open(target)).rejects.toMatchObject({ code: 'UNFINISHED_MOVE' })
    const to = await open(target, true)
    await moveData({ from: source, to, onStep: (step) => steps.push(step) })
    const copied = steps.filter(({ doing }) => doing === 'copying').map(({ table }) => table)
    expect(copied).not.toContain('events')
    // the first batch of the signals was copied before
    expect(steps.find(({ table }) => table === 'signals')?.rows).toBe(500)
    await close(to)
    await close(await open(target))
  })

  it('is refused into an instance that is used', async () => {
    const target = await makeTarget()
    const to = await open(target, true)
    await sql`insert into users (username, created_at) values ('vera', '2026-11-23T00:00:00.000Z')`.execute(
      to.queries,
    )
    await expect(moveData({ from: source, to })).rejects.toThrow('holds an instance already')
    await close(to)
    // nothing has begun
    await close(await open(target))
  })

  it('copies a table again, with those that refer to it, that was written to since', async () => {
    const target = await makeTarget()
    const stopping = new AbortController()
    const stopped = await open(target, true)
    const failing = moveData({
      from: source,
      to: stopped,
      signal: stopping.signal,
      onStep: ({ table }) => {
        if (table === 'signals') stopping.abort(new Error('stopped'))
      },
    })
    await expect(failing).rejects.toThrow('stopped')
    await close(stopped)
    // copied by then: changed, deleted and added rows, and what refers to them
    await sql`update projects set description = 'changed since' where id = (select min(id) from projects)`.execute(
      source.queries,
    )
    await sql`delete from environments where name = (select max(name) from environments)`.execute(
      source.queries,
    )

    const to = await open(target, true)
    const moved = await moveData({ from: source, to })
    expect(moved.find(({ table }) => table === 'environments')?.rows).toBe(2)
    expect(moved.find(({ table }) => table === 'signals')?.rows).toBe(SIGNALS)
    await close(to)
    await close(await open(target))
  })

  it('keeps a target closed that the source was not left for, and brings it up to date later', async () => {
    const target = await makeTarget()
    const to = await open(target, true)
    await moveData({ from: source, to })
    await reopenMove(source, to)
    await close(to)
    await expect(open(target)).rejects.toMatchObject({ code: 'UNFINISHED_MOVE' })

    await sql`update projects set description = 'changed later'`.execute(source.queries)
    const again = await open(target, true)
    const steps: MoveStep[] = []
    await moveData({ from: source, to: again, onStep: (step) => steps.push(step) })
    const copied = new Set(steps.filter(({ doing }) => doing === 'copying').map(({ table }) => table))
    expect(copied).toContain('projects')
    expect(copied).not.toContain('signals')
    const { rows } = await sql`select distinct description from projects`.execute(again.queries)
    expect(rows).toEqual([{ description: 'changed later' }])
    await close(again)
    await close(await open(target))
  })

  it('ends if the source is written to all the time', async () => {
    const to = await open(await makeTarget(), true)
    let writes = 0
    const failing = moveData({
      from: source,
      to,
      onStep: ({ doing, table }) => {
        if (doing === 'copying' && table === 'projects')
          void sql`update projects set description = ${`change ${writes++}`}`.execute(source.queries)
      },
    })
    await expect(failing).rejects.toThrow(/The table projects differs: 3 rows here, 3 there/)
    expect(writes).toBe(2)
  })

  it('names the table whose row cannot be stored', async () => {
    await sql`update projects set description = 'a' || char(0)`.execute(source.queries)
    const to = await open(await makeTarget(), true)
    await expect(moveData({ from: source, to })).rejects.toMatchObject({
      code: 'MOVE_FAILED',
      message: expect.stringContaining(
        'Rows of the table projects, behind the first 0, cannot be stored',
      ) as unknown,
    })
  })

  it('needs one data folder and one database', async () => {
    await expect(moveData({ from: source, to: source })).rejects.toThrow('One end of a move is a data folder')
  })
})
