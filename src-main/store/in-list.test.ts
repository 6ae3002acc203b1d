import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { inList, listOf, notInList } from './in-list.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

const NAMES = Array.from({ length: 40_000 }, (_, n) => `flag-${n}`)

let store: Store
let remove: () => Promise<void>

beforeAll(async () => {
  const { at, remove: removeFolder } = await makeTempPlace()
  remove = removeFolder
  store = await openStore({ ...at, wasm, now: () => new Date(0) })
  await sql`insert into tag_types (name, created_at)
    select value, '' from ${listOf(['flag-0', 'flag-39999', 'other'])}`.execute(store.queries)
})

afterAll(async () => {
  await store.close()
  await remove()
})

const names = (condition: 'in' | 'not in', values: Iterable<string>) =>
  store.queries
    .selectFrom('tag_types')
    .select('name')
    .where((eb) => (condition === 'in' ? inList : notInList)(eb.ref('name'), values))
    .orderBy('name')
    .execute()
    .then((rows) => rows.map(({ name }) => name))

it('a list of 40,000 values is one parameter', async () => {
  expect(await names('in', NAMES)).toEqual(['flag-0', 'flag-39999'])
  expect(await names('not in', NAMES)).toEqual(['other'])
})

it('an empty list matches nothing, and its opposite everything', async () => {
  expect(await names('in', [])).toEqual([])
  expect(await names('not in', new Set())).toEqual(['flag-0', 'flag-39999', 'other'])
})

it.each(['a\u0000b', 'é😀', `'"\\`, '1', 'null', ''])('a list finds the value %j exactly', async (value) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (select ${value} as v)
    where v in ${listOf([value])} and v not in ${listOf(['a', 1, null].filter((one) => one !== null))}`.execute(
    store.queries,
  )
  expect(rows).toEqual([{ n: 1 }])
})

it('a list uses the index of the column', async () => {
  const query = store.queries
    .selectFrom('tag_types')
    .selectAll()
    .where((eb) => inList(eb.ref('name'), ['a', 'b']))
    .compile()
  const { rows } = await sql<{
    detail: string
  }>`explain query plan ${sql.raw(query.sql.replace('?', `'["a","b"]'`))}`.execute(store.queries)
  expect(rows.map(({ detail }) => detail).join('\n')).toMatch(/SEARCH tag_types USING .*INDEX .* \(name=\?\)/)
})
