import type { z } from 'zod'

import type {
  CreateSnapshot,
  Snapshot,
  SnapshotRestore,
  Snapshots,
} from '#shared/transfer/schemas/snapshot.ts'
import type { Caller } from '#kernel/caller.ts'
import { execute, type Runtime } from '#kernel/execute.ts'
import type { UseCases } from '../app/use-cases.ts'

/** Takes and restores snapshots of an instance, here or elsewhere. */
export interface SnapshotActs {
  take: (snapshot: z.input<typeof CreateSnapshot>) => Promise<Snapshot>
  restore: (name: string) => Promise<SnapshotRestore>
  list: () => Promise<z.output<typeof Snapshots>>
  remove: (name: string) => Promise<void>
}

/** Acts on this instance as a caller, without HTTP: for the command line and for tests. */
export const snapshotActs = (
  runtime: Runtime,
  useCases: UseCases,
  caller: () => Promise<Caller>,
): SnapshotActs => ({
  take: async (body) => execute(runtime, useCases.createSnapshot, await caller(), { body }),
  restore: async (name) => execute(runtime, useCases.restoreSnapshot, await caller(), { params: { name } }),
  list: async () => execute(runtime, useCases.getSnapshots, await caller(), {}),
  remove: async (name) => execute(runtime, useCases.deleteSnapshot, await caller(), { params: { name } }),
})
