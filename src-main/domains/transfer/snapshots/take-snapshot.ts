import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { AppError, badData, exceedsLimit } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { Turn } from '#runtime/turn.ts'
import { MAX_SNAPSHOT_BYTES, MAX_SNAPSHOTS, type Snapshot } from '#shared/transfer/schemas/snapshot.ts'
import { MIGRATIONS } from '#store/migrations/index.ts'
import type { SnapshotPartsTable } from '#store/snapshot-schema.ts'
import { SNAPSHOT_TABLES } from './snapshot-tables.ts'
import { deleteSnapshotRow, findSnapshot, insertSnapshot, readSnapshots } from './snapshots.store.ts'
import { readTable, type Values } from './table-rows.store.ts'

/** Version of the schema: rows of another one cannot be restored. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 0

/** Keeps the rows of the configuration under a name. Throws if the name is taken, unless it is to be replaced. */
export async function takeSnapshot(
  { everything, caller, now, record }: MutationContext,
  { name, replace }: { name: string; replace: boolean },
): Promise<Snapshot> {
  const former = await findSnapshot(everything, name)
  if (former && !replace)
    throw new AppError(
      'NameExistsError',
      `There is a snapshot named "${name}". Replace it, or choose another name.`,
    )
  if (former) await deleteSnapshotRow(everything, former.id)
  else if ((await readSnapshots(everything)).length >= MAX_SNAPSHOTS)
    throw exceedsLimit('snapshot', MAX_SNAPSHOTS)
  const packer = new Packer()
  for (const table of SNAPSHOT_TABLES)
    for await (const rows of readTable(everything, table)) await packer.add(table.name, rows)
  const { parts, rows, bytes } = await packer.end()
  const snapshot = { name, rows, bytes, createdBy: nameOf(caller.actor), createdAt: now.toISOString() }
  await insertSnapshot(everything, { ...snapshot, schemaVersion: SCHEMA_VERSION }, parts)
  record({ type: 'snapshot-created', data: { name, rows } })
  return snapshot
}

const compress = promisify(gzip)
const expand = promisify(gunzip)
/** Rows are some hundred bytes: reading or writing a part takes a few milliseconds. */
const ROWS_OF_PART = 1000
/** A part is at most so long; a longer one was not written here. */
const MAX_PART = 64_000_000

/** Packs some rows of a table: JSON, compressed beside the event loop, in Base64. */
async function packRows(rows: readonly Values[]): Promise<string> {
  return (await compress(JSON.stringify(rows), { level: 1 })).toString('base64')
}

export async function unpackRows(content: string): Promise<Values[]> {
  const text = await expand(Buffer.from(content, 'base64'), { maxOutputLength: MAX_PART })
  return JSON.parse(text.toString('utf8')) as Values[]
}

/** Packs rows as they come, so that no more than a part of them is in memory. */
class Packer {
  readonly #turn = new Turn()
  readonly #parts: Omit<SnapshotPartsTable, 'snapshot_id'>[] = []
  #table = ''
  #waiting: Values[] = []
  #rows = 0
  #bytes = 0

  async add(table: string, rows: readonly Values[]): Promise<void> {
    if (table !== this.#table || this.#waiting.length >= ROWS_OF_PART) await this.#pack()
    this.#table = table
    this.#waiting.push(...rows)
    await this.#turn.pause()
  }

  async end() {
    await this.#pack()
    return { parts: this.#parts, rows: this.#rows, bytes: this.#bytes }
  }

  async #pack(): Promise<void> {
    if (this.#waiting.length === 0) return
    const content = await packRows(this.#waiting)
    this.#parts.push({ table_name: this.#table, part: this.#parts.length, content })
    this.#rows += this.#waiting.length
    this.#bytes += content.length
    this.#waiting = []
    if (this.#bytes > MAX_SNAPSHOT_BYTES)
      throw badData(
        `The configuration is too large for a snapshot, which has at most ${MAX_SNAPSHOT_BYTES} bytes`,
      )
  }
}
