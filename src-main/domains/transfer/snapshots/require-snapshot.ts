import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { findSnapshot, type StoredSnapshot } from './snapshots.store.ts'

/** Finds a snapshot by its name. Throws NotFoundError if there is none. */
export async function requireSnapshot(queries: Queries, name: string): Promise<StoredSnapshot> {
  const found = await findSnapshot(queries, name)
  if (!found) throw notFound(`There is no snapshot named "${name}"`)
  return found
}
