import { createSnapshot as operation } from '#shared/transfer/contract/snapshots.ts'
import { mutation } from '#kernel/use-case.ts'
import { takeSnapshot } from '../../records/snapshots/take-snapshot.ts'

/** Takes a snapshot of the configuration (ADR 48). */
export const createSnapshot = mutation(operation, async (context, { body }) => takeSnapshot(context, body))
