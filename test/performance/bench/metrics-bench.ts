// `npm run bench`, another part: reports of SDKs and of Edge, by the time of the processor that each takes.
import { toChunks } from '#shared/transfer/import-export/chunks.ts'
import { flagName, makeFile } from './import-file.ts'
import { BACKEND_TOKEN, LIMITS, RATES, runBench, serveFrom, TOKENS } from './instance.ts'
import { send } from './latency.ts'
import { measureRate, type Target } from './load.ts'
import { cpuSeconds, residentMb } from './process-figures.ts'
import { machine, print, row } from './report.ts'
import { PASSWORD, signIn } from './sign-in.ts'
import { startProcess } from './start-process.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const FLAGS = 1000

async function main(folder: string): Promise<void> {
  const service = await startProcess(serveFrom(folder), {
    ...LIMITS,
    ...TOKENS,
    ...RATES,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  })
  const headers = { cookie: await signIn(service.url) }
  for (const data of toChunks(makeFile(0, FLAGS)))
    await send(service.url, {
      path: '/api/admin/features-batch/import',
      headers,
      body: { project: 'default', environment: 'development', data },
    })
  print(`\n${machine()}, ${FLAGS} flags, 8 callers\n`)
  print(row(['reports', 'a second', 'CPU ms', 'resident MB']))
  for (const [name, target] of Object.entries(targetsAt(service.url))) {
    await measureRate(target, 1) // warm
    const before = cpuSeconds(service.pid)
    const rate = await measureRate(target, SECONDS)
    const ms = ((cpuSeconds(service.pid) - before) * 1000) / (rate * SECONDS)
    print(row([name, rate.toFixed(0), ms.toFixed(3), residentMb(service.pid).toFixed(0)]))
  }
  await service.stop()
}

function targetsAt(url: string): Record<string, Target> {
  const headers = { authorization: BACKEND_TOKEN, 'content-type': 'application/json' }
  const to = (path: string, body: (n: number) => object): Target => {
    const bodies = Array.from({ length: 20 }, (_none, n) => JSON.stringify(body(n)))
    return { url, method: 'POST', headers, path: () => path, body: (n) => bodies[n % 20] ?? '', status: 202 }
  }
  const flags = (many: number) => Array.from({ length: many }, (_none, n) => flagName(n))
  const counts = { yes: 5, no: 1, variants: { blue: 3, red: 2 } }
  const now = new Date().toISOString()
  const report = (many: number) => (n: number) => ({
    appName: `app-${n % 5}`,
    instanceId: `instance-${n}`,
    bucket: {
      start: now,
      stop: now,
      toggles: Object.fromEntries(flags(many).map((name) => [name, counts])),
    },
  })
  const environment = 'development'
  const application = (n: number) => ({ appName: `app-${n % 5}`, environment, instanceId: `behind-${n}` })
  const bulk = () => ({
    applications: Array.from({ length: 20 }, (_none, n) => application(n)),
    metrics: flags(200).map((featureName) => ({
      featureName,
      appName: 'app-1',
      environment,
      timestamp: now,
      ...counts,
    })),
  })
  return {
    'an SDK, 10 flags': to('/api/client/metrics', report(10)),
    'an SDK, 200 flags': to('/api/client/metrics', report(200)),
    'Edge, 20 instances, 200 counts': to('/api/client/metrics/bulk', bulk),
    'Edge, 200 counts': to('/api/client/metrics/bulk', () => ({ ...bulk(), applications: [] })),
  }
}

await runBench(main)
