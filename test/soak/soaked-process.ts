// Runs a service for the soak test until it is killed. Usage: soaked-process.ts <data folder>. Prints `serves <url>`.
// With --expose-gc it collects garbage each second: what grows then is kept; of that it prints `keeps <heap> <external>`, in MB.
import { boundHeap } from '../../src-main/bootstrap/bound-heap.ts'
import { readConfig } from '../../src-main/bootstrap/config.ts'
import { createBackend } from '../../src-main/bootstrap/create-backend.ts'
import { createLogger } from '../../src-main/kernel/logger.ts'
import { wasm } from '../support/wasm.ts'
import { SECRETS } from '../torture/secrets.ts'

const [dataDir = ''] = process.argv.slice(2)
const backend = await createBackend({
  config: readConfig(
    { dataDir, port: '0' },
    {
      INIT_ADMIN_API_TOKENS: SECRETS.admin,
      INIT_BACKEND_API_TOKENS: SECRETS.backend,
      INIT_FRONTEND_API_TOKENS: SECRETS.frontend,
      UNLEASH_DEFAULT_ADMIN_PASSWORD: SECRETS.password,
    },
  ),
  wasm,
  logger: createLogger('silent'),
  http: { rateLimits: { perMinute: {} } },
})
boundHeap()
process.stdout.write(`serves ${await backend.listen()}\n`)
setInterval(() => {
  void globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`keeps ${toMb(heapUsed)} ${toMb(external)}\n`)
}, 1000)

function toMb(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
