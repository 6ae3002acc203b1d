// Runs a service that takes signals and executes them without a pause, until it is killed: proof-process.ts <data folder>
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { wasm } from '#support/runner/wasm.ts'
import { SECRETS } from '../torture/secrets.ts'

const JOBS_EVERY_MS = 60
const [dataDir = ''] = process.argv.slice(2)
const backend = await createBackend({
  config: readConfig(
    { dataDir, port: '0' },
    {
      INIT_ADMIN_API_TOKENS: SECRETS.admin,
      UNLEASH_DEFAULT_ADMIN_PASSWORD: SECRETS.password,
      SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1000000000',
      // nothing that the checker looks for may be too old or too much
      HALYARD_SIGNALS_KEPT: '10000000',
      HALYARD_SIGNAL_MEGABYTES_KEPT: '10000',
      HALYARD_SIGNAL_DELIVERIES_KEPT: '10000000',
      ACTIONS_PER_CYCLE: '10000',
    },
  ),
  logger: createLogger('silent'),
  wasm,
})
writeSync(1, `serves ${await backend.listen()}\n`)
for (;;) {
  await backend.runJobs()
  await sleep(JOBS_EVERY_MS)
}
