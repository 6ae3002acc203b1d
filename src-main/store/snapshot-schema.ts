import type { Generated } from 'kysely'

import type { RetentionOf } from './retention-rules.ts'

/** Snapshots of the configuration (migration 0031); put together with the other tables in schema.ts. */
export interface SnapshotsTable {
  id: Generated<number>
  name: string
  /** Version of the schema that its rows have. */
  schema_version: number
  rows: number
  /** Size of its parts as they are stored. */
  bytes: number
  created_by: string
  created_at: string
}

/** Some rows of a table: lists of values as JSON, compressed, in Base64. */
export interface SnapshotPartsTable {
  snapshot_id: number
  table_name: string
  part: number
  content: string
}

export interface SnapshotSchema {
  snapshots: SnapshotsTable
  snapshot_parts: SnapshotPartsTable
}

export const SNAPSHOT_RETENTION: RetentionOf<SnapshotSchema> = {
  snapshots: { rule: 'kept', because: 'Admins take and delete them; MAX_SNAPSHOTS bounds their number' },
  snapshot_parts: { rule: 'owned', parent: 'snapshots' },
}
