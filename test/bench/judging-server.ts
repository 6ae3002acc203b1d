// For judging-bench.ts: the service from its sources, judging calls (`judging`) or not. Prints the address it serves.
import { readConfig } from '../../src-main/bootstrap/config.ts'
import { createBackend } from '../../src-main/bootstrap/create-backend.ts'
import { createLogger } from '../../src-main/kernel/logger.ts'
import { wasm } from '../support/wasm.ts'

const [dataDir = '', how] = process.argv.slice(2)
const backend = await createBackend({
  config: readConfig({ dataDir, port: '0' }, process.env),
  wasm,
  logger: createLogger('warn'),
  http: {
    rateLimits: { perMinute: {}, perSecond: {} },
    ...(how === 'judging' ? {} : { noteCall: () => undefined }),
  },
})
process.stdout.write(`serves ${await backend.listen()}\n`)
process.once('SIGTERM', () => void backend.close().then(() => process.exit()))
