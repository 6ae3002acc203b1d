import type { Snapshot } from '#shared/transfer/schemas/snapshot.ts'
import { Turn } from '#runtime/turn.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'
import type { SnapshotPartsTable } from '#store/snapshot-schema.ts'

const COLUMNS = ['name', 'rows', 'bytes', 'created_by as createdBy', 'created_at as createdAt'] as const

/** Reads all snapshots, newest first. */
export async function readSnapshots(queries: Queries): Promise<Snapshot[]> {
  return queries.selectFrom('snapshots').select(COLUMNS).orderBy('id', 'desc').execute()
}

/** A snapshot with what a restore needs to know. */
export type StoredSnapshot = Snapshot & { id: number; schemaVersion: number }

export async function findSnapshot(queries: Queries, name: string): Promise<StoredSnapshot | undefined> {
  return queries
    .selectFrom('snapshots')
    .select([...COLUMNS, 'id', 'schema_version as schemaVersion'])
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Inserts a snapshot, and the parts that it has. */
export async function insertSnapshot(
  queries: Queries,
  { name, rows, bytes, createdBy, createdAt, schemaVersion }: Omit<StoredSnapshot, 'id'>,
  parts: readonly Omit<SnapshotPartsTable, 'snapshot_id'>[],
): Promise<void> {
  const { id } = await queries
    .insertInto('snapshots')
    .values({
      ...{ name, rows, bytes, schema_version: schemaVersion },
      ...{ created_by: createdBy, created_at: createdAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const turn = new Turn()
  for (const part of parts) {
    await insertAll(queries, 'snapshot_parts', [{ ...part, snapshot_id: id }])
    await turn.pause()
  }
}

export async function deleteSnapshotRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('snapshots').where('id', '=', id).execute()
}

/** Reads the parts of a table, in order. */
export async function readParts(queries: Queries, id: number, table: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('snapshot_parts')
    .select('content')
    .where('snapshot_id', '=', id)
    .where('table_name', '=', table)
    .orderBy('part')
    .execute()
  return rows.map(({ content }) => content)
}
