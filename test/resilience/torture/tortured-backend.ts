import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger, type RecordingLogger } from '#kernel/logger.ts'
import { wasm } from '#support/runner/wasm.ts'
import { SECRETS } from './secrets.ts'

interface Options {
  /** Milliseconds that its clock is ahead. */
  ahead: number
  /** Backup to restore first. */
  restore?: string | undefined
  logger?: RecordingLogger
}

/** Creates a backend that is killed, or whose power is cut, under load: its limits are not to be met. */
export function createTorturedBackend(
  dataDir: string,
  { ahead, restore, logger = createLogger('silent') }: Options,
): Promise<Backend> {
  return createBackend({
    config: readConfig(
      { dataDir, port: '0' },
      {
        INIT_ADMIN_API_TOKENS: SECRETS.admin,
        INIT_BACKEND_API_TOKENS: SECRETS.backend,
        UNLEASH_DEFAULT_ADMIN_PASSWORD: SECRETS.password,
        SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1000000',
        ACTIONS_PER_CYCLE: '10000',
        UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
        // as many as the imports of some hundred kills make
        UNLEASH_FEATURE_FLAGS_LIMIT: '100000',
      },
    ),
    wasm,
    logger,
    clock: { now: () => new Date(Date.now() + ahead), elapsed: () => performance.now() },
    http: { rateLimits: { perMinute: {} } },
    ...(restore === undefined ? {} : { recovery: { restore } }),
  })
}
