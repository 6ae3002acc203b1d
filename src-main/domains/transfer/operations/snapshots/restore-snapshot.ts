import { restoreSnapshot as operation } from '#shared/transfer/contract/snapshots.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireSnapshot } from '../../records/snapshots/require-snapshot.ts'
import { restoreSnapshotRows } from '../../records/snapshots/restore-snapshot.ts'

interface Services {
  /** Reads everything that is in memory again. */
  reloadCopies: () => Promise<void>
}

/** Restores the configuration from a snapshot (ADR 48). */
export const restoreSnapshot = ({ reloadCopies }: Services) =>
  mutation(operation, async (context, { params: { name } }) => {
    const snapshot = await requireSnapshot(context.queries, name)
    const restored = await restoreSnapshotRows(context, snapshot)
    if (restored.tables.length === 0) return restored
    const { createdAt: takenAt } = snapshot
    const { tables, left } = restored
    context.record({ type: 'snapshot-restored', data: { name, takenAt, tables, left } })
    context.onCommit(reloadCopies)
    return restored
  })
