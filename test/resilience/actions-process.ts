// Runs a service that passes signals to the actions as fast as it can, until it is killed. Usage: actions-process.ts
// <data folder> [busy]. With "busy", each action fails with an error that may pass. Prints a dot when it has started, and one for each action that it begins.
import { writeSync } from 'node:fs'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { AppError } from '#kernel/app-error.ts'
import { createLogger } from '#kernel/logger.ts'
import { placeAt } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const [dataDir = '', busy] = process.argv.slice(2)
const pace = { ACTIONS_INTERVAL_SECONDS: '0.1', ACTIONS_PER_CYCLE: '10000' }
const tell = () => void writeSync(1, '.')
await createBackend({
  config: readConfig(placeAt(dataDir), pace),
  wasm,
  logger: createLogger('silent'),
  guards: [
    async () => {
      tell()
      if (busy === 'busy') throw new AppError('ConflictError', 'Busy.')
    },
  ],
})
tell()
// its timers do not keep a process alive
setInterval(() => undefined, 1000)
