import { notFound } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/transfer/contract/snapshots.ts'
import { MAX_SNAPSHOTS } from '#shared/transfer/schemas/snapshot.ts'
import type { Queries } from '#store/queries.ts'
import { restoreSnapshotRows } from '../snapshots/restore-snapshot.ts'
import {
  deleteSnapshotRow,
  findSnapshot,
  readSnapshots,
  type StoredSnapshot,
} from '../snapshots/snapshots.store.ts'
import { takeSnapshot } from '../snapshots/take-snapshot.ts'

/** Lists the snapshots of the configuration. */
export const getSnapshots = query(contract.getSnapshots, async ({ visible }) => ({
  snapshots: await readSnapshots(visible),
  maxSnapshots: MAX_SNAPSHOTS,
}))

/** Takes a snapshot of the configuration (ADR 43). */
export const createSnapshot = mutation(contract.createSnapshot, async (context, { body }) =>
  takeSnapshot(context, body),
)

interface Services {
  /** Reads everything that is in memory again. */
  reloadCopies: () => Promise<void>
}

/** Finds a snapshot by its name. Throws NotFoundError if there is none. */
async function requireSnapshot(queries: Queries, name: string): Promise<StoredSnapshot> {
  const found = await findSnapshot(queries, name)
  if (!found) throw notFound(`There is no snapshot named "${name}"`)
  return found
}

/** Restores the configuration from a snapshot (ADR 43). */
export const restoreSnapshot = ({ reloadCopies }: Services) =>
  mutation(contract.restoreSnapshot, async (context, { params: { name } }) => {
    const snapshot = await requireSnapshot(context.everything, name)
    const restored = await restoreSnapshotRows(context, snapshot)
    if (restored.tables.length === 0) return restored
    const { createdAt: takenAt } = snapshot
    const { tables, left } = restored
    context.record({ type: 'snapshot-restored', data: { name, takenAt, tables, left } })
    context.onCommit(reloadCopies)
    return restored
  })

/** Deletes a snapshot. */
export const deleteSnapshot = mutation(
  contract.deleteSnapshot,
  async ({ everything, record }, { params: { name } }) => {
    const { id, createdAt: takenAt } = await requireSnapshot(everything, name)
    await deleteSnapshotRow(everything, id)
    record({ type: 'snapshot-deleted', preData: { name, takenAt } })
  },
)
