import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from './open-store.ts'
import type { Queries } from './queries.ts'
import { readOnly } from './read-only.ts'
import type { Store } from './store.ts'

const temp = await makeTempPlace()
let store: Store
let queries: Queries
beforeAll(async () => {
  store = await openStore({ ...temp.at, wasm, now: () => new Date(0) })
  queries = readOnly(store.queries)
})
afterAll(async () => {
  await store.close()
  await temp.remove()
})

it.each<[string, (queries: Queries) => Promise<unknown>]>([
  ['an insert', (db) => db.insertInto('tags').values({ type: 'a', value: 'b', created_at: '' }).execute()],
  ['an update', (db) => db.updateTable('tags').set({ value: 'c' }).execute()],
  ['a delete', (db) => db.deleteFrom('tags').execute()],
  ['a written insert', (db) => sql`insert into tags values ('a', 'b', '')`.execute(db)],
  ['a written delete behind a with', (db) => sql`with x as (select 1) delete from tags`.execute(db)],
])('a read-only connection rejects %s', async (_what, send) => {
  await expect(send(queries)).rejects.toThrow(/tried by what may only read/)
  expect(await store.queries.selectFrom('tags').selectAll().execute()).toEqual([])
})

it('a read-only connection allows selects, raw ones too, and hidden rows stay hidden', async () => {
  expect(await queries.selectFrom('tags').selectAll().execute()).toEqual([])
  expect((await sql<{ n: number }>`select 1 as n`.execute(queries)).rows).toEqual([{ n: 1 }])
  expect((await sql<{ n: number }>`with x as (select 2 as n) select n from x`.execute(queries)).rows).toEqual(
    [{ n: 2 }],
  )
})
