import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

let temp: ReturnType<typeof makeTempFolder>
let store: Store
beforeEach(async () => {
  temp = makeTempFolder()
  store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date() })
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

/** Numbers up to `last`: enough of them take longer than a turn may. */
const numbers = (last: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last})`
const count = (last: number) => sql<{ i: number }>`${numbers(last)} select max(i) as i from n`
const rows = (last: number) => sql<{ i: number }>`${numbers(last)} select i from n`

/** Turns of the event loop until the work is done. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let isDone = false
  void work.finally(() => (isDone = true))
  let turns = 0
  for (; !isDone; turns++) await turnOfTheLoop()
  await work
  return turns
}

it('others get their turn between reads that follow each other', async () => {
  const readAll = async () => {
    for (let read = 0; read < 10; read++) await count(50_000).execute(store.queries)
  }
  expect(await turnsOf(readAll())).toBeGreaterThanOrEqual(3)
})

it('others get their turn between the rows of one read, which a write waits for', async () => {
  const order: string[] = []
  const read = rows(100_000)
    .execute(store.queries)
    .then((result) => {
      order.push('read')
      return result.rows
    })
  const write = store
    .transaction((queries) => queries.insertInto('settings').values({ id: 'x', content: '1' }).execute())
    .then(() => order.push('written'))
  expect(await turnsOf(read)).toBeGreaterThanOrEqual(3)
  await write
  expect(order).toEqual(['read', 'written'])
  expect((await read).map(({ i }) => i)).toEqual(Array.from({ length: 100_000 }, (_none, at) => at + 1))
})

it('a read within a transaction pauses as well, and nothing comes between', async () => {
  const reading = store.transaction(async (queries) => {
    await queries.insertInto('settings').values({ id: 'x', content: '1' }).execute()
    expect((await rows(100_000).execute(queries)).rows).toHaveLength(100_000)
    await queries.deleteFrom('settings').execute()
  })
  const other = store.queries.selectFrom('settings').selectAll().execute()
  expect(await turnsOf(reading)).toBeGreaterThanOrEqual(3)
  expect(await other).toEqual([])
})
