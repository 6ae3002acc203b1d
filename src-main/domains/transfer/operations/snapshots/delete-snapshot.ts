import { deleteSnapshot as operation } from '#shared/transfer/contract/snapshots.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireSnapshot } from '../../records/snapshots/require-snapshot.ts'
import { deleteSnapshotRow } from '../../records/snapshots/snapshots.store.ts'

/** Deletes a snapshot. */
export const deleteSnapshot = mutation(operation, async ({ queries, record }, { params: { name } }) => {
  const { id, createdAt: takenAt } = await requireSnapshot(queries, name)
  await deleteSnapshotRow(queries, id)
  record({ type: 'snapshot-deleted', preData: { name, takenAt } })
})
