import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openTempStore, type TempStore } from '#support/runner/temp-store.ts'
import { DEFAULT_LIMITS } from '#kernel/limits.ts'
import { RETENTION } from './retention.ts'
import type { Retention } from './retention-rules.ts'
import type { Store } from './store.ts'

let temp: TempStore
const rules = Object.entries(RETENTION) as [string, Retention][]
const ruled = <R extends Retention['rule']>(rule: R) =>
  rules.filter((entry): entry is [string, Extract<Retention, { rule: R }>] => entry[1].rule === rule)
let store: Store

beforeAll(async () => {
  temp = await openTempStore()
  store = temp.store
})
afterAll(() => temp.close())

describe('retention', () => {
  it('is declared for every table of the database, and for no other', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(store.queries)
    expect(rules.map(([table]) => table).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it.each(ruled('owned'))(
    'of %s is that of its parent: a foreign key deletes it',
    async (table, { parent }) => {
      const { rows } = await sql<{ table: string; on_delete: string }>`
      select "table", on_delete from pragma_foreign_key_list(${table})`.execute(store.queries)
      expect(rows).toContainEqual({ table: parent, on_delete: 'CASCADE' })
    },
  )

  it.each(ruled('bounded'))('of %s is that of the file that it names', (table, { file, how }) => {
    const at = path.join(import.meta.dirname, '..', file)
    expect([existsSync(at), how.length > 0]).toEqual([true, true])
    expect(readFileSync(at, 'utf8').length).toBeGreaterThan(0)
  })

  it.each(ruled('kept'))('of %s has a reason', (_table, { because }) => {
    expect(because.length).toBeGreaterThan(10)
  })

  it.each(ruled('pruned'))('of %s has a bound, by age or by number', (_table, { age, most }) => {
    const known = (bound: string | number) => typeof bound === 'number' || bound in DEFAULT_LIMITS
    expect(age !== undefined || most !== undefined).toBe(true)
    expect([age?.days ?? 0, most?.rows ?? 0].every(known)).toBe(true)
  })

  it.each(ruled('pruned').flatMap(([table, { weight }]) => (weight ? [[table, weight] as const] : [])))(
    'of %s weighs what the triggers weigh',
    async (table, { megabytes, of: columns }) => {
      expect(typeof megabytes === 'number' || megabytes in DEFAULT_LIMITS).toBe(true)
      const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema
        where type = 'trigger' and tbl_name = ${table} and sql like '%stored_bytes%' order by name`.execute(
        store.queries,
      )
      const weighed = rows.map(({ sql: text }) =>
        [...text.matchAll(/octet_length\(\w+\."(\w+)"\)/g)].map(([, name]) => name),
      )
      expect(weighed).toEqual([columns, columns])
    },
  )

  it.each(
    ruled('pruned').flatMap(([table, { age, most }]) => [
      ...(age && age.by !== 'rowid' ? [[table, age.column] as const] : []),
      ...(most && most.by !== 'rowid' ? [[table, most.by] as const] : []),
    ]),
  )('finds the oldest rows of %s by an index on %s', async (table, column) => {
    const { rows } = await sql<{ detail: string }>`explain query plan select rowid from ${sql.table(table)}
      where ${sql.ref(column)} < ${'2026'} order by ${sql.ref(column)} limit 500`.execute(store.queries)
    expect(rows.map(({ detail }) => detail).join('\n')).toMatch(/^SEARCH \w+ USING (COVERING )?INDEX/)
  })

  it('looks up each event that may be deleted in an index', async () => {
    const { only = '' } = RETENTION.events as { only?: string }
    const { rows } = await sql<{ detail: string }>`explain query plan select id from events
      where id < ${1} and (${sql.raw(only)}) order by id limit 500`.execute(store.queries)
    const plan = rows.map(({ detail }) => detail)
    expect(plan.filter((step) => step.startsWith('SCAN')).filter((step) => !/addons/.test(step))).toEqual([])
    expect(plan.join('\n')).not.toContain('TEMP B-TREE')
  })
})
