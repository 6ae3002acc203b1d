import nodeFs from 'node:fs'

import { sql, type Kysely } from 'kysely'
import { expect, it } from 'vitest'

import { openStore } from '#store/open-store.ts'
import type { FileSystem } from '#store/sqljs/file-system.ts'
import type { Store } from '#store/store.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'

const COMMITS = 3000
const ROW_BYTES = 200

/** Counter of bytes and syncs that reach the operating system. */
class Meter {
  bytes = 0
  syncs = 0

  readonly fs: FileSystem = {
    ...nodeFs,
    writeSync: (fd, buffer, offset, length, position) => {
      this.bytes += length
      return nodeFs.writeSync(fd, buffer, offset, length, position)
    },
    fdatasyncSync: (fd) => {
      this.syncs++
      nodeFs.fdatasyncSync(fd)
    },
    fdatasync: (fd, done) => {
      this.syncs++
      nodeFs.fdatasync(fd, done)
    },
  }
}

it('a write costs the same in a large database as in a small one', async () => {
  const { folder, remove } = makeTempFolder('halyard-cost-')
  const meter = new Meter()
  const table = { version: 1, name: 'rows', up: createTable }
  const store = await openStore({
    dataDir: folder,
    wasm,
    now: () => new Date(0),
    migrations: [table],
    fs: meter.fs,
  })
  await fillTo(store, 1)
  const small = await measure(store, meter)
  await fillTo(store, 60)
  const large = await measure(store, meter)
  for (const [name, { megabytes, bytes, syncs }] of Object.entries({ small, large })) {
    console.log(
      `write cost, ${name} database (${megabytes.toFixed(1)} MB): ${bytes.toFixed(0)} bytes and ${syncs.toFixed(3)} syncs per durable commit, checkpoints included`,
    )
  }
  expect(large.megabytes).toBeGreaterThan(50)
  expect(small.syncs).toBeGreaterThanOrEqual(1)
  expect(large.bytes / small.bytes).toBeLessThan(1.5)
  expect(large.syncs / small.syncs).toBeLessThan(1.05)
  await store.close()
  remove()
})

async function createTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table rows(id integer primary key, name text not null, body text not null)`.execute(db)
  await sql`create index rows_name on rows(name)`.execute(db)
}

async function fillTo(store: Store, megabytes: number): Promise<void> {
  while ((await sizeOf(store)) < megabytes * 1e6) {
    await store.transaction(async (db) => {
      for (let row = 0; row < 500; row++) {
        await sql`insert into rows(name, body) values (hex(randomblob(8)), ${'x'.repeat(ROW_BYTES)})`.execute(
          db,
        )
      }
    })
  }
  await store.durable()
}

/** Measures the mean over enough commits to include checkpoints. */
async function measure(store: Store, meter: Meter) {
  const before = { bytes: meter.bytes, syncs: meter.syncs }
  for (let commit = 0; commit < COMMITS; commit++) {
    // as when a flag is switched: the newest rows change (SQLite does not write unchanged values)
    await store.transaction(async (db) => {
      await sql`update rows set body = ${String(commit).padEnd(ROW_BYTES)} where id = (select max(id) from rows) - ${commit % 50}`.execute(
        db,
      )
    })
    await store.durable()
  }
  return {
    megabytes: (await sizeOf(store)) / 1e6,
    bytes: (meter.bytes - before.bytes) / COMMITS,
    syncs: (meter.syncs - before.syncs) / COMMITS,
  }
}

async function sizeOf(store: Store): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select page_count * page_size as size from pragma_page_count(), pragma_page_size()`.execute(store.queries)
  return rows[0]?.size ?? 0
}
