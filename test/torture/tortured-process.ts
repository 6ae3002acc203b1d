// Runs a service that is to be killed. Usage: tortured-process.ts <data folder> <clock ahead by ms> [backup to restore].
// Runs its jobs and makes backups without a pause. Prints `serves <url>`, and `backup <file>` for each finished backup.
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { readConfig } from '../../src-main/bootstrap/config.ts'
import { createBackend } from '../../src-main/bootstrap/create-backend.ts'
import { createLogger } from '../../src-main/kernel/logger.ts'
import { backupFile } from '../../src-main/store/backups.ts'
import { wasm } from '../support/wasm.ts'
import { SECRETS } from './secrets.ts'

const JOBS_EVERY_MS = 60
const BACKUP_EVERY_MS = 250
const [dataDir = '', ahead = '0', restore] = process.argv.slice(2)
// synchronously, so that no line is lost in the buffer of a pipe
const print = (line: string) => writeSync(1, `${line}\n`)

const clock = { now: () => new Date(Date.now() + Number(ahead)), elapsed: () => performance.now() }
const backend = await createBackend({
  config: readConfig(
    { dataDir, port: '0' },
    {
      INIT_ADMIN_API_TOKENS: SECRETS.admin,
      INIT_BACKEND_API_TOKENS: SECRETS.backend,
      UNLEASH_DEFAULT_ADMIN_PASSWORD: SECRETS.password,
      SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1000000',
      ACTIONS_PER_CYCLE: '10000',
      // as many as the imports of some hundred kills make
      UNLEASH_FEATURE_FLAGS_LIMIT: '100000',
    },
  ),
  wasm,
  logger: createLogger('silent'),
  clock,
  http: { rateLimits: { perMinute: {} } },
  ...(restore === undefined ? {} : { recovery: { restore } }),
})
print(`serves ${await backend.listen()}`)

async function makeBackups(): Promise<void> {
  for (;;) {
    const file = backupFile(dataDir, 'tortured', clock.now())
    await backend.store.backup(file)
    print(`backup ${file}`)
    await sleep(BACKUP_EVERY_MS)
  }
}
async function work(): Promise<void> {
  for (;;) {
    await backend.runJobs()
    await sleep(JOBS_EVERY_MS)
  }
}
await Promise.all([work(), makeBackups()])
