import initSqlJs from 'sql.js'
import { describe, expect, it } from 'vitest'

import initSqlJsBeside, { comparedStatements } from '#support/runner/sqlite-beside.ts'
import { wasm } from '#support/runner/wasm.ts'

/** Opens an empty database on both engines. */
async function open() {
  const { Database } = await initSqlJsBeside({ wasmBinary: wasm })
  const database = new Database()
  database.exec('create table flags (id integer primary key, name text unique) strict')
  const insert = database.prepare('insert into flags (name) values (?)')
  for (const name of ['one', 'two', 'three']) {
    insert.bind([name])
    insert.step()
    insert.reset()
  }
  const rowsOf = (sql: string, bound: readonly number[] = []) => {
    const statement = database.prepare(sql)
    if (bound.length > 0) statement.bind(bound)
    const rows = []
    while (statement.step()) rows.push(statement.get())
    return rows
  }
  return { database, insert, rowsOf }
}

describe("SQLite's own library beside sql.js", () => {
  it('runs each statement, too', async () => {
    const before = comparedStatements()
    const { database, rowsOf } = await open()
    expect(rowsOf('select id, name from flags where id < 3')).toEqual([
      [1, 'one'],
      [2, 'two'],
    ])
    expect(comparedStatements()).toBe(before + 4)
    // whole numbers are integers to both
    expect(rowsOf("select 'v' || (? % 500)", [503])).toEqual([['v3']])
    database.close()
  })

  it('finds rows and errors that differ', async () => {
    const { database, insert, rowsOf } = await open()
    expect(() => rowsOf('select name || random() from flags')).toThrow('differ')
    // the same error of both is that of sql.js
    insert.bind(['one'])
    expect(() => insert.step()).toThrow('UNIQUE constraint failed: flags.name')
    expect(() => database.prepare('select absent from flags')).toThrow('no such column: absent')
    database.close()
  })

  it('stands in for the package where the engines are compared', () => {
    expect(initSqlJs === (initSqlJsBeside as unknown)).toBe(process.env['HALYARD_BESIDE'] === '1')
  })
})
