import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeDatabase, testsOnPostgres } from '#support/runner/make-database.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { insertAll, insertForIds } from './insert-all.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

const TEXTS = [
  '',
  `it's "quoted" \\ and {"json": [1]}`,
  'naïve 🚩',
  'line\nbreak',
  'nul\u0000',
  '\ud800 half',
  '1e3',
]

let store: Store
let remove: () => Promise<void>
let statements: string[] = []

beforeAll(async () => {
  const { folder, remove: removeFolder } = makeTempFolder()
  const database = await makeDatabase()
  remove = async () => {
    await database?.remove()
    removeFolder()
  }
  const beforeStatement = (sql: string) => void statements.push(sql)
  store = await openStore({
    dataDir: folder,
    wasm,
    now: () => new Date(0),
    beforeStatement,
    ...(database ? { databaseUrl: database.url } : {}),
  })
})
afterAll(async () => {
  await store.close()
  await remove()
})

const environment = (name: string, index: number) => ({
  name,
  type: TEXTS[index % TEXTS.length] ?? '',
  sort_order: index,
  enabled: index % 2 === 0,
  protected: index % 3 === 0,
  required_approvals: index % 4 === 0 ? null : index,
  created_at: 'now',
})
const rowsOf = (prefix: string, texts: readonly string[]) =>
  Array.from({ length: 20 }, (_, index) => ({
    ...environment(`${prefix}-${index}`, index),
    type: texts[index % texts.length] ?? '',
  }))
const stored = (prefix: string) =>
  store.queries
    .selectFrom('environments')
    .selectAll()
    .where('name', 'like', `${prefix}-%`)
    .orderBy('sort_order')
    .execute()

it.each<readonly [string, readonly string[]]>([
  ['texts that JSON can hold', TEXTS.filter((text) => !/[\0\ud800]/.test(text))],
  // PostgreSQL cannot store these
  ...(testsOnPostgres ? [] : [['texts with NUL and half pairs', TEXTS] as const]),
])('rows inserted together are as if inserted one by one: %s', async (_name, texts) => {
  const prefix = `of${texts.length}`
  const together = rowsOf(`${prefix}-together`, texts)
  await insertAll(store.queries, 'environments', together)
  for (const row of rowsOf(`${prefix}-alone`, texts)) await insertAll(store.queries, 'environments', [row])
  const anonymous = async (which: string) =>
    (await stored(`${prefix}-${which}`)).map(({ name: _, ...row }) => row)
  expect(await anonymous('together')).toEqual(await anonymous('alone'))
  expect(await stored(`${prefix}-together`)).toHaveLength(together.length)
})

it('a statement stays the same for any number of rows, and may say what to do on a conflict', async () => {
  statements = []
  for (const count of [4, 9])
    await insertAll(store.queries, 'environments', rowsOf('again', ['a']).slice(0, count), (insert) =>
      insert.onConflict((conflict) => conflict.column('name').doNothing()),
    )
  expect(new Set(statements).size).toBe(1)
  expect(await stored('again')).toHaveLength(9)
})

it('long texts are spread over several statements, and all of them are inserted', async () => {
  statements = []
  const long = 'x'.repeat(200_000)
  const returned = await insertAll(store.queries, 'environments', rowsOf('long', [long]), (insert) =>
    insert.returning('name'),
  )
  expect(statements).toHaveLength(10)
  expect(returned.map(({ name }) => name)).toEqual(rowsOf('long', [long]).map(({ name }) => name))
  expect((await stored('long')).map(({ type }) => type.length)).toEqual(returned.map(() => long.length))
})

it.each([1, 3, 4, 9, 20])(
  '%i rows get ids in their order, by the same statement for any larger number',
  async (count) => {
    const [nul] = testsOnPostgres ? [] : ['nul\u0000']
    const rowOf = (index: number) => ({
      source: 'signal-endpoint' as const,
      source_id: index,
      source_token_id: null,
      token_name: nul && index === 2 ? nul : `of ${count}`,
      payload: JSON.stringify({ index, text: 'naïve 🚩', yes: true }),
      headers: '{}',
      created_at: 'now',
      processed: index % 2 === 0,
      replay_of: null,
      sent_by_user_id: null,
      sent_by: null,
    })
    const rows = Array.from({ length: count }, (_, index) => rowOf(index))
    statements = []
    const ids = await insertForIds(store.queries, 'signals', rows)
    expect(statements).toHaveLength(1)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    const found = await store.queries
      .selectFrom('signals')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    expect(found).toMatchObject(rows)
    expect(found).toHaveLength(count)
  },
)

it('rows of several statements get ids in their order too', async () => {
  const payload = 'x'.repeat(200_000)
  const rows = Array.from({ length: 5 }, (_, index) => ({
    source: 'signal-endpoint' as const,
    source_id: index,
    payload,
    headers: '{}',
    created_at: 'long',
    processed: true,
    source_token_id: null,
    token_name: null,
    replay_of: null,
    sent_by_user_id: null,
    sent_by: null,
  }))
  statements = []
  const ids = await insertForIds(store.queries, 'signals', rows)
  expect(statements.length).toBeGreaterThan(1)
  const found = await store.queries
    .selectFrom('signals')
    .select(['id', 'source_id'])
    .where('created_at', '=', 'long')
    .execute()
  expect(found.sort((a, b) => a.source_id - b.source_id).map(({ id }) => id)).toEqual(ids)
})
