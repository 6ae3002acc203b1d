import { z } from 'zod'

/** Snapshots that an instance keeps at most. */
export const MAX_SNAPSHOTS = 20
/** Size of one, compressed: an instance at the documented limits needs about a quarter. */
export const MAX_SNAPSHOT_BYTES = 32_000_000

export const SnapshotName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-zA-Z0-9_.~-]+$/, 'Use letters, digits and -_.~ only')

export const Snapshot = z
  .object({
    name: z.string(),
    createdAt: z.string(),
    createdBy: z.string(),
    rows: z.int(),
    /** Size as it is stored. */
    bytes: z.int(),
  })
  .meta({ id: 'snapshotSchema' })
export type Snapshot = z.output<typeof Snapshot>

export const Snapshots = z
  .object({ snapshots: z.array(Snapshot), maxSnapshots: z.int() })
  .meta({ id: 'snapshotsSchema' })

export const CreateSnapshot = z
  .object({
    name: SnapshotName,
    /** Replaces a snapshot of this name. */
    replace: z.boolean().default(false),
  })
  .meta({ id: 'createSnapshotSchema' })

/**
 * Changes of a restore. A table that was as it should be is left out. `left`: accounts and tokens that were deleted since the
 * snapshot, and stay deleted; with the names of the first 50 of each table.
 */
export const SnapshotRestore = z
  .object({
    name: z.string(),
    tables: z.array(z.object({ table: z.string(), inserted: z.int(), updated: z.int(), deleted: z.int() })),
    left: z.array(z.object({ table: z.string(), count: z.int(), names: z.array(z.string()) })),
  })
  .meta({ id: 'snapshotRestoreSchema' })
export type SnapshotRestore = z.output<typeof SnapshotRestore>

const LEFT_ROWS = new Map([
  ['users', 'accounts'],
  ['api_tokens', 'API tokens'],
  ['signal_endpoint_tokens', 'signal tokens'],
])

/** Says which accounts and tokens a restore leaves deleted, in words; empty: none. */
export function leftInWords({ left }: Pick<SnapshotRestore, 'left'>): string {
  if (left.length === 0) return ''
  const parts = left.map(({ table, count, names }) => {
    const more = count - names.length
    return `${LEFT_ROWS.get(table) ?? table} (${names.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
  })
  return `Left deleted, as they were deleted since: ${parts.join('; ')}.`
}
