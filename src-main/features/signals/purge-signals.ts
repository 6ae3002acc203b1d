import { setTimeout } from 'node:timers/promises'

import type { Runtime } from '../../kernel/execute.ts'
import { countSignals } from './signals.read-model.ts'
import { deleteOldestSignals } from './signals.store.ts'

/** A transaction of so many takes a few milliseconds: a signal that comes meanwhile waits no longer. */
const BATCH = 500
const PAUSE_MS = 20
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Deletes signals that are too old or too many, oldest first, and never one that the actions have not dealt with. In
 * small steps with pauses, so that what comes in goes before.
 */
export async function purgeSignals({
  store,
  clock,
  limits,
}: Pick<Runtime, 'store' | 'clock' | 'limits'>): Promise<void> {
  const cutoff = new Date(clock.now().getTime() - limits.signalsKeptDays * DAY_MS).toISOString()
  await inBatches(() =>
    store.transaction((queries) => deleteOldestSignals(queries, { before: cutoff, most: BATCH })),
  )
  await inBatches(() =>
    store.transaction(async (queries) => {
      const excess = (await countSignals(queries, {})) - limits.signalsKept
      return excess > 0 ? deleteOldestSignals(queries, { most: Math.min(excess, BATCH) }) : 0
    }),
  )
}

/** Until there is nothing left to delete. */
async function inBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) > 0) await setTimeout(PAUSE_MS)
}
