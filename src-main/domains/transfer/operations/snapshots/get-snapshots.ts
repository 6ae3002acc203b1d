import { getSnapshots as operation } from '#shared/transfer/contract/snapshots.ts'
import { MAX_SNAPSHOTS } from '#shared/transfer/schemas/snapshot.ts'
import { query } from '#kernel/use-case.ts'
import { readSnapshots } from '../../records/snapshots/snapshots.store.ts'

/** Lists the snapshots of the configuration. */
export const getSnapshots = query(operation, async ({ queries }) => ({
  snapshots: await readSnapshots(queries),
  maxSnapshots: MAX_SNAPSHOTS,
}))
