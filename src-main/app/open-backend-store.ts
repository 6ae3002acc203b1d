import type { Clock } from '#kernel/clock.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import type { BackendOptions } from './backend-options.ts'

/** Opens the store that the configuration names. Throws what openStore throws. */
export function openBackendStore(options: BackendOptions, clock: Clock): Promise<Store> {
  const { config, logger } = options
  return openStore({
    dataDir: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
    wasm: options.wasm,
    now: () => clock.now(),
    logger,
    ...(options.recovery === undefined ? {} : { recovery: options.recovery }),
    ...options.disk,
  })
}
