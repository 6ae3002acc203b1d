import { MetricsBuffer } from '#domains/flags/metrics/metrics-buffer.ts'
import type { DatabaseServices } from '#domains/instance/database/database-services.ts'
import type { Logger } from '#kernel/logger.ts'
import type { ReportAllowance } from '#runtime/report-allowance.ts'
import type { Store } from '#store/store.ts'
import type { Config } from '#settings/config.ts'

interface Parts extends Pick<DatabaseServices, 'databaseMove'> {
  store: Store
  config: Config
  logger: Logger
  allowance: ReportAllowance
}

/** Makes the buffer in which reports of metrics wait to be written. */
export function openMetricsBuffer({ store, config, logger, databaseMove, allowance }: Parts): MetricsBuffer {
  return new MetricsBuffer({
    transaction: (work) => store.transaction(work),
    logger,
    isHeld: () => databaseMove.holdsWrites,
    unknownFlagsKept: config.limits.unknownFlagsKept,
    allowance,
  })
}
