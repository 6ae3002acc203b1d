// Runs a service for the soak test until it is killed. Usage: soaked-process.ts <data folder> [with-rates]. Prints `serves <url>`.
// Each second it prints `keeps <heap> <external> turn <longest>`: MB, and milliseconds of processor time of the longest turn of the
// event loop since the line before. With --expose-gc it collects garbage first: what grows then is kept.
import { boundHeap } from '#main/app/bound-heap.ts'
import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { wasm } from '#support/runner/wasm.ts'
import { SECRETS } from '../torture/secrets.ts'

const [dataDir = '', rates] = process.argv.slice(2)
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
  ...(rates === 'with-rates' ? {} : { http: { rateLimits: { perMinute: {} } } }),
})
boundHeap()
process.stdout.write(`serves ${await backend.listen()}\n`)

let [before, longest] = [worked(), 0]
// timers that are due run once in each turn
setInterval(() => {
  const now = worked()
  longest = Math.max(longest, now - before)
  before = now
}, 2)
setInterval(() => {
  void globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`keeps ${toMb(heapUsed)} ${toMb(external)} turn ${Math.round(longest)}\n`)
  before = worked()
  longest = 0
}, 1000)

/** Processor time of the event loop, in milliseconds. */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
