import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'

/** Bytes of the texts in a table, added up from the counts that its triggers keep: no row of it is read. */
export async function readStoredBytes(queries: Queries, table: keyof Schema): Promise<number> {
  const { bytes } = await queries
    .selectFrom('stored_bytes')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}
