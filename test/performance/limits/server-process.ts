// Serves a data folder in its own process, and measures how long its event loop is blocked. Usage: server-process.ts
// <data folder> [<backup to restore>]. Prints its address; answers Command messages.
import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { slowness, threadMs } from '#support/runner/processor-time.ts'
import { wasm } from '#support/runner/wasm.ts'

export type Command = { kind: 'begin' | 'end' | 'jobs' | 'procedures' } | { kind: 'backup'; file: string }

/** The longest turn since `begin`, by the CPU time of the main thread and by the clock; and the CPU time of all turns. */
export interface Blocking {
  cpuMs: number
  /** The CPU time that it would take on the machine on which the bounds were set. */
  boundedMs: number
  wallMs: number
  totalCpuMs: number
  rssMb: number
}

/** Below any bound, on any machine. */
const NEGLIGIBLE_MS = 30

const [dataDir = '', restore] = process.argv.slice(2)
let last = { cpu: threadMs(), wall: performance.now() }
let begun = last
let longest = { cpu: 0, wall: 0 }

function tick(): void {
  const now = { cpu: threadMs(), wall: performance.now() }
  longest = {
    cpu: Math.max(longest.cpu, now.cpu - last.cpu),
    wall: Math.max(longest.wall, now.wall - last.wall),
  }
  last = now
}

function begin(): void {
  tick()
  longest = { cpu: 0, wall: 0 }
  begun = last
}

async function end(): Promise<Blocking> {
  // the work after an answer counts as well
  await new Promise((resolve) => setTimeout(resolve, 5))
  tick()
  const { cpu } = longest
  return {
    cpuMs: cpu,
    // measured right after, and only where it could matter
    boundedMs: cpu < NEGLIGIBLE_MS ? cpu : cpu / slowness(),
    wallMs: longest.wall,
    totalCpuMs: last.cpu - begun.cpu,
    rssMb: process.memoryUsage.rss() / 2 ** 20,
  }
}

const config = readConfig({ dataDir, port: '0' }, { UNLEASH_PROJECTS_LIMIT: '1000' })
const backend = await createBackend({
  config,
  wasm,
  logger: createLogger('silent'),
  http: { rateLimits: { perMinute: {} } },
  ...(restore === undefined ? {} : { recovery: { restore } }),
})

async function answer(command: Command): Promise<unknown> {
  switch (command.kind) {
    case 'begin':
      return begin()
    case 'end':
      return end()
    case 'jobs':
      return backend.runJobs()
    case 'backup':
      return backend.store.backup(command.file)
    case 'procedures':
      return Object.entries(backend.appRouter._def.procedures).flatMap(([name, procedure]) =>
        (procedure as unknown as { _def: { type: string } })._def.type === 'query' ? [name] : [],
      )
  }
}

process.on('message', ({ id, command }: { id: number; command: Command }) => {
  answer(command).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
setInterval(tick, 1)
const started = await end()
process.stdout.write(`listening on ${await backend.listen('auto')} ${JSON.stringify(started)}\n`)
