import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'
import { scheduleBackups } from '#store/backup-schedule.ts'
import type { Store } from '#store/store.ts'
import type { Config } from '#settings/config.ts'

const HOUR_MS = 3_600_000

interface Dependencies {
  store: Store
  config: Pick<Config, 'dataDir'>
  clock: Clock
  logger: Logger
  loop: LoopWatch
}

/** Starts the backups of an embedded database; a server has backups of its own. Returns the function that ends them. */
export function startBackups({ store, config: { dataDir }, clock, logger, loop }: Dependencies): () => void {
  if (store.status.engine === 'postgres') return () => undefined
  return scheduleBackups({
    store: { backup: (file) => loop.during('backup', () => store.backup(file)) },
    dataDir,
    clock,
    logger,
    maxAge: 8 * HOUR_MS,
    lookEvery: HOUR_MS / 4,
  })
}
