import { sql } from 'kysely'

import type { Queries } from './queries.ts'

/**
 * Runs a part of a transaction that may fail alone: its writes are then rolled back, and the rest goes on. An error
 * for which `isWhole` is true concerns the whole transaction, which is then left as it is.
 */
export async function inSavepoint<T>(
  queries: Queries,
  work: () => Promise<T>,
  isWhole: (error: unknown) => boolean = () => false,
): Promise<T> {
  await sql`savepoint part`.execute(queries)
  try {
    const result = await work()
    await sql`release part`.execute(queries)
    return result
  } catch (error) {
    if (isWhole(error)) throw error
    // the innermost savepoint of a name is used; in a failed transaction this rejects
    await sql`rollback to part`.execute(queries)
    await sql`release part`.execute(queries)
    throw error
  }
}
