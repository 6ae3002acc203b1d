// Runs a mirror that forwards reports, until it is killed. Usage: mirror-process.ts <data folder> <upstream> <token>
// Prints its address.
import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { placeAt } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const [dataDir = '', upstream = '', token = ''] = process.argv.slice(2)
const config = readConfig(
  { ...placeAt(dataDir), port: '0' },
  {
    INIT_ADMIN_API_TOKENS: '*:*.admin',
    UPSTREAM_URL: upstream,
    TOKENS: token,
    FEATURES_REFRESH_INTERVAL_SECONDS: '1',
    METRICS_INTERVAL_SECONDS: '1',
  },
)
const backend = await createBackend({ config, wasm, logger: createLogger('silent') })
process.stdout.write(`serves ${await backend.listen()}\n`)
