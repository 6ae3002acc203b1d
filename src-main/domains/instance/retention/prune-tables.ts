import { setTimeout } from 'node:timers/promises'

import type { Runtime } from '#kernel/execute.ts'
import { pruneTable } from '#store/prune-table.ts'
import { RETENTION } from '#store/retention.ts'
import { StoreError } from '#store/store-errors.ts'
import type { RetentionClock } from './retention-clock.ts'
import { entriesOf } from '#shared/own-value.ts'

/** Between two steps: what others wait for goes first. */
const PAUSE_MS = 20

type Needs = Pick<Runtime, 'store' | 'limits' | 'logger'>

/** Deletes what is too old or too much from every table that is pruned, in small transactions with pauses. */
export async function pruneTables({ store, limits, logger }: Needs, clock: RetentionClock): Promise<void> {
  const transaction = store.transaction.bind(store)
  const pruning = {
    transaction,
    limits,
    now: await clock.now(transaction),
    pause: () => setTimeout(PAUSE_MS),
  }
  for (const [table, rule] of entriesOf(RETENTION)) {
    if (rule.rule !== 'pruned') continue
    try {
      await pruneTable(pruning, table, rule)
    } catch (error) {
      // a full disk ends the round; any other error of one table must not stop the others
      if (error instanceof StoreError) throw error
      logger.error({ err: error, table }, 'a table cannot be pruned')
    }
  }
}
