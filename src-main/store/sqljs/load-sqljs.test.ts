import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { loadSqlJs } from './load-sqljs.ts'
import { findDefaultVfs, SUPPORTED_SQL_JS } from './self-test.ts'
import { WasmHeap, type SqlJsModule } from './wasm-heap.ts'
import { webAssembly } from './web-assembly.ts'

describe('sql.js on a file', () => {
  it('is the version that the file access was written for', () => {
    const manifest = path.join(import.meta.dirname, '../../../node_modules/sql.js/package.json')
    const ours = path.join(import.meta.dirname, '../../../package.json')
    const pinned = (JSON.parse(readFileSync(ours, 'utf8')) as { dependencies: Record<string, string> })
      .dependencies['sql.js']
    expect((JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version).toBe(pinned)
    expect(pinned).toBe(SUPPORTED_SQL_JS)
  })

  it('writes a database that is a valid SQLite file, and reads it again', async () => {
    const { folder, remove } = makeTempFolder()
    const file = path.join(folder, 'a.db')
    const sqlJs = await loadSqlJs({ wasm })
    const database = sqlJs.open(file)
    database.database.exec("create table t(x); insert into t values ('kept')")
    database.close()
    expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3')
    const again = sqlJs.open(file)
    expect(again.database.exec('select x from t')[0]?.values).toEqual([['kept']])
    again.close()
    remove()
  })

  it('keeps two files apart, and databases in memory off the disk', async () => {
    const { folder, remove } = makeTempFolder()
    const sqlJs = await loadSqlJs({ wasm })
    const [a, b] = [sqlJs.open(path.join(folder, 'a.db')), sqlJs.open(path.join(folder, 'b.db'))]
    a.database.exec('create table only_in_a(x)')
    expect(b.database.exec('select name from sqlite_master')).toEqual([])
    a.close()
    b.close()
    remove()
  })

  it('rejects a path that SQLite cannot hold', async () => {
    const sqlJs = await loadSqlJs({ wasm })
    expect(() => sqlJs.open(`/${'x'.repeat(600)}`)).toThrow(RangeError)
  })
})

describe('the self-test at load', () => {
  const table = { length: 100, get: () => () => 0 }
  const moduleWith = (memory: { buffer: ArrayBuffer }): SqlJsModule => ({
    Database: class {} as unknown as SqlJsModule['Database'],
    addFunction: () => 1,
    _malloc: () => 64,
    _free: () => undefined,
    _sqlite3_open: () => 0,
    _sqlite3_close_v2: () => 0,
    stringToNewUTF8: () => 128,
    UTF8ToString: () => (memory.buffer.byteLength > 0 ? 'other' : ''),
  })
  const memory = new webAssembly.Memory({ initial: 1 } as never)

  it('rejects a build whose VFS is not where it is expected', () => {
    const module = moduleWith(memory)
    expect(() => findDefaultVfs(module, new WasmHeap(memory, table, module))).toThrow(
      "This build of sql.js is not supported: SQLite's default VFS is not where it is expected.",
    )
  })

  it('rejects a build that lacks a function', () => {
    const module = { ...moduleWith(memory), addFunction: undefined } as unknown as SqlJsModule
    expect(() => findDefaultVfs(module, new WasmHeap(memory, table, module))).toThrow('it has no addFunction')
  })

  it('rejects a build that opens nothing', () => {
    const module = { ...moduleWith(memory), _sqlite3_open: () => 14 }
    expect(() => findDefaultVfs(module, new WasmHeap(memory, table, module))).toThrow(
      'it opens no database in memory',
    )
  })
})
