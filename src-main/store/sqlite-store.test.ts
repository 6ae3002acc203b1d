import path from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { StoreUnavailable } from './store-errors.ts'

let temp: ReturnType<typeof makeTempFolder>
let store: Store
beforeEach(async () => {
  temp = makeTempFolder()
  store = await open()
  await insert('x', '0')
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

const open = () => openStore({ dataDir: temp.folder, wasm, now: () => new Date() })
const insert = (id: string, content: string) =>
  store.queries.insertInto('settings').values({ id, content }).execute()
const settings = async () =>
  (await store.queries.selectFrom('settings').select('content').orderBy('id').execute()).map(
    (row) => row.content,
  )
/** A transaction that has begun, and ends when told to. */
function beginTransaction() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const transaction = store.transaction(async (queries) => {
    begin()
    await queries.insertInto('settings').values({ id: 'slow', content: '1' }).execute()
    await ended
    await queries.insertInto('settings').values({ id: 'slower', content: '2' }).execute()
  })
  return { transaction, begun, end }
}

describe('a store', () => {
  it('rolls a failed transaction back, and continues', async () => {
    const failing = store.transaction(async (queries) => {
      await queries.deleteFrom('settings').execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await settings()).toEqual(['0'])
  })

  it('rolls a failed part of a transaction back, and keeps what was before and after it', async () => {
    await store.transaction(async (queries) => {
      const put = (id: string) => queries.insertInto('settings').values({ id, content: id }).execute()
      await put('y1')
      const part = store.savepoint(queries, async () => {
        await put('y2')
        // a nested part, rolled back alone by an error of SQLite
        await expect(store.savepoint(queries, () => put('y1'))).rejects.toThrow('UNIQUE')
        await put('y3')
        throw new Error('changed my mind')
      })
      await expect(part).rejects.toThrow('changed my mind')
      expect(await store.savepoint(queries, async () => (await put('y4'), 'kept'))).toBe('kept')
    })
    expect(await settings()).toEqual(['0', 'y1', 'y4'])
  })

  it('runs transactions one after the other, whatever they wait for', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction(async (queries) => {
          const { content } = await queries.selectFrom('settings').select('content').executeTakeFirstOrThrow()
          await Promise.resolve()
          await queries
            .updateTable('settings')
            .set({ content: String(Number(content) + 1) })
            .execute()
        }),
      ),
    )
    expect(await settings()).toEqual(['20'])
  })

  it('lets others take their turns between the statements of a long transaction', async () => {
    let turns = 0
    let isRunning = true
    const count = () => {
      turns += 1
      if (isRunning) setImmediate(count)
    }
    setImmediate(count)
    await store.transaction(async (queries) => {
      for (let nr = 0; nr < 20; nr += 1)
        await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
          select sum(i) from n`.execute(queries)
    })
    isRunning = false
    expect(turns).toBeGreaterThan(5)
  })

  it('returns booleans as booleans, also for camel case names', async () => {
    await store.transaction(async (queries) => {
      const row = { type: 'x', sort_order: 1, protected: false, required_approvals: null, created_at: '' }
      await queries
        .insertInto('environments')
        .values([
          { name: 'on', enabled: true, ...row },
          { name: 'off', enabled: false, ...row },
        ])
        .execute()
    })
    const rows = await store.queries
      .selectFrom('environments')
      .select(['name', 'enabled', 'protected'])
      .where('enabled', '=', true)
      .execute()
    expect(rows).toEqual([{ name: 'on', enabled: true, protected: false }])
    const renamed = await sql<{ impressionData: boolean }>`select 1 as "impressionData"`.execute(
      store.queries,
    )
    expect(renamed.rows).toEqual([{ impressionData: true }])
  })

  it('returns what a write changed', async () => {
    const updated = await store.queries.updateTable('settings').set({ content: '1' }).executeTakeFirst()
    const missed = await store.queries
      .updateTable('settings')
      .set({ content: '1' })
      .where('id', '=', 'nope')
      .executeTakeFirst()
    expect([updated.numUpdatedRows, missed.numUpdatedRows]).toEqual([1n, 0n])
  })

  it('makes a write durable, whichever keyword it begins with', async () => {
    await store.durable()
    const before = store.status.lastDurableAt
    await new Promise((resolve) => setTimeout(resolve, 5))
    await sql`with more(id) as (values ('y')) insert into settings (id, content) select id, '1' from more`.execute(
      store.queries,
    )
    await store.durable()
    expect(store.status.lastDurableAt).not.toBe(before)
    expect(await settings()).toEqual(['0', '1'])
  })

  it('takes a backup after the running transaction', async () => {
    const { transaction, begun, end } = beginTransaction()
    await begun
    const backup = store.backup(path.join(temp.folder, 'mine.db'))
    end()
    await Promise.all([transaction, backup])
    await store.close()
    store = await openStore({
      dataDir: path.join(temp.folder, 'copy'),
      wasm,
      now: () => new Date(),
      recovery: { restore: path.join(temp.folder, 'mine.db') },
    })
    expect(await settings()).toEqual(['1', '2', '0'])
  })

  it('ends the running transaction before it closes, and starts none after', async () => {
    const { transaction, begun, end } = beginTransaction()
    await begun
    const closing = store.close()
    const late = expect(insert('late', '3')).rejects.toBeInstanceOf(StoreUnavailable)
    end()
    await transaction
    await closing
    await late
    await expect(store.durable()).resolves.toBeUndefined()
    store = await open()
    expect(await settings()).toEqual(['1', '2', '0'])
  })

  it('rejects waiting for itself within a transaction, with the reason', async () => {
    await expect(store.transaction(() => settings())).rejects.toThrow(
      'use the queries that the transaction gave',
    )
    await expect(store.transaction(() => store.backup(path.join(temp.folder, 'b.db')))).rejects.toThrow(
      'use the queries',
    )
    expect(await settings()).toEqual(['0'])
  })

  it('reads the columns of a table anew after its change', async () => {
    const all = () => sql<Record<string, unknown>>`select * from settings`.execute(store.queries)
    await all()
    await sql`alter table settings add column enabled boolean`.execute(store.queries)
    expect((await all()).rows).toEqual([{ id: 'x', content: '0', enabled: null }])
    const undone = store.transaction(async (queries) => {
      await sql`alter table settings add column protected boolean`.execute(queries)
      await sql`select * from settings`.execute(queries)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(Object.keys((await all()).rows[0] ?? {})).toEqual(['id', 'content', 'enabled'])
  })

  it('rejects values that SQLite cannot hold', async () => {
    const put = (value: unknown) => sql`update settings set content = ${value}`.execute(store.queries)
    await expect(put(['a'])).rejects.toThrow('a parameter must be text, a number, a boolean, bytes or null')
    await expect(put(2n ** 60n)).rejects.toThrow('does not fit into 53 bits')
    await put(undefined).catch((error: unknown) => expect(String(error)).toContain('NOT NULL'))
  })
})
