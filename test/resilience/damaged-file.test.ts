import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openStore } from '#store/open-store.ts'
import { StoreError } from '#store/store-errors.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { fillTables } from '../postgres/fill-tables.ts'

const { folder, remove } = makeTempFolder()
afterAll(remove)

const PAGE = 4096
/** Types of b-tree pages, by SQLite's file format: inner pages first, then leaves. */
const INNER = [2, 5]
const LEAVES = [10, 13]

let original: Buffer
let truth: string
beforeAll(async () => {
  const dataDir = path.join(folder, 'whole')
  const store = await openStore({ dataDir, wasm, now: () => new Date(0) })
  await fillTables(store, 500)
  await store.close()
  original = readFileSync(path.join(dataDir, 'halyard.db'))
  truth = readAll(path.join(dataDir, 'halyard.db'))
})

/** All that is in a database, read by SQLite's own C library. */
function readAll(file: string): string {
  const database = new DatabaseSync(file)
  try {
    const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).all()
    return JSON.stringify(
      tables.map(({ name }) => [
        name,
        database.prepare(`select * from "${String(name)}" order by 1, 2`).all(),
      ]),
    )
  } finally {
    database.close()
  }
}

/** One of a page's cells, and of its places, by numbers that need not fit. */
interface Place {
  page: number
  cell: number
  value: number
}

const headerAt = (page: number) => page * PAGE + (page === 0 ? 100 : 0)

/** The n-th page of some types. */
function pageOf(file: Buffer, types: readonly number[], { page }: Place): number {
  const all = Array.from({ length: file.length / PAGE }, (_, at) => at)
  const fitting = all.filter((at) => types.includes(file[headerAt(at)] ?? 0))
  return fitting[page % fitting.length] as number
}

/** Place of a cell's pointer in a leaf; undefined: the leaf is empty. */
function pointerOf(file: Buffer, place: Place): number | undefined {
  const header = headerAt(pageOf(file, LEAVES, place))
  const cells = file.readUInt16BE(header + 3)
  return cells === 0 ? undefined : header + 8 + 2 * (place.cell % cells)
}

/** Damages of a file's structure. A row with other contents, or in another place, has no mark of its own in SQLite. */
const DAMAGES: Record<string, (file: Buffer, place: Place) => Buffer | number | undefined> = {
  'a page of zeros': (file, { page }) => {
    const at = (page % (file.length / PAGE)) * PAGE
    return file.fill(0, at, at + PAGE)
  },
  'missing pages': (file, { page }) => file.subarray(0, (1 + (page % (file.length / PAGE - 1))) * PAGE),
  'a missing end': (file, { page, value }) => file.subarray(0, 600 + ((page * value) % (file.length - 600))),
  'another number of pages': (file, { page }) => file.writeUInt32BE(1 + page, 28),
  'another size of pages': (file, { value }) => file.writeUInt16BE(512 << (value % 7), 16),
  'reserved bytes': (file, { value }) => file.writeUInt8(value % 256, 20),
  'another encoding': (file, { value }) => file.writeUInt32BE(1 + (value % 3), 56),
  'another format': (file, { value }) => file.writeUInt32BE(value % 9, 44),
  // half of them of the past: their steps are taken again
  'another version of the schema': (file, { page, value }) =>
    file.writeUInt32BE(page % 2 ? value : page % 60, 60),
  'another list of free pages': (file, { page }) => file.writeUInt32BE(1 + page, 32),
  'another type of page': (file, place) =>
    file.writeUInt8(place.value % 16, headerAt(pageOf(file, LEAVES, place))),
  'a cell fewer': (file, place) => {
    const at = headerAt(pageOf(file, LEAVES, place)) + 3
    return file.writeUInt16BE(Math.max(0, file.readUInt16BE(at) - 1), at)
  },
  'no cells': (file, place) => file.writeUInt16BE(0, headerAt(pageOf(file, LEAVES, place)) + 3),
  'a cell elsewhere': (file, place) => {
    const at = pointerOf(file, place)
    return at === undefined ? undefined : file.writeUInt16BE(place.value % PAGE, at)
  },
  'another child': (file, place) =>
    file.writeUInt32BE(1 + place.value, headerAt(pageOf(file, INNER, place)) + 8),
}

const places = fc.record({ page: fc.nat(499), cell: fc.nat(99), value: fc.nat(65_535) })

it.each(Object.entries(DAMAGES))(
  'a file with %s is refused and kept, or read as it was',
  async (_how, damage) => {
    await fc.assert(
      fc.asyncProperty(places, async (place) => {
        const dataDir = path.join(folder, 'damaged')
        rmSync(dataDir, { recursive: true, force: true })
        mkdirSync(dataDir)
        const whole = Buffer.from(original)
        const made = damage(whole, place)
        const file = typeof made === 'object' ? made : whole
        writeFileSync(path.join(dataDir, 'halyard.db'), file)
        try {
          const store = await openStore({ dataDir, wasm, now: () => new Date(0) })
          await store.close()
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError)
          const kept = readdirSync(dataDir).find((name) => /^halyard\.db(\.corrupt-[^.]*)?$/.test(name))
          expect(readFileSync(path.join(dataDir, kept ?? '')).equals(file)).toBe(true)
          return
        }
        expect(readAll(path.join(dataDir, 'halyard.db'))).toBe(truth)
      }),
      { numRuns: process.env['HALYARD_ROUNDS'] === 'all' ? 100 : 15 },
    )
  },
)
