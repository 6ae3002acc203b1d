// Runs an instance that accepts signals, until it is killed. Usage: signal-process.ts <data folder> Prints its
// address.
import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { placeAt } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const [dataDir = ''] = process.argv.slice(2)
const config = readConfig(
  { ...placeAt(dataDir), port: '0' },
  { INIT_ADMIN_API_TOKENS: '*:*.admin', SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1000000' },
)
const backend = await createBackend({ config, wasm, logger: createLogger('silent') })
process.stdout.write(`serves ${await backend.listen()}\n`)
