// `npm run bench`, another part: what a start costs with 5,000 flags, and what the process keeps in memory.
import { readFileSync } from 'node:fs'

import { toChunks } from '#shared/transfer/import-export/chunks.ts'
import { makeFile } from './import-file.ts'
import {
  ADMIN_TOKEN,
  BACKEND_TOKEN,
  FEATURES,
  FRONTEND_TOKEN,
  LIMITS,
  runBench,
  serveFrom,
  TOKENS,
} from './instance.ts'
import { send } from './latency.ts'
import { measureRate, median, type Target } from './load.ts'
import { machine, print, row } from './report.ts'
import { PASSWORD, signIn } from './sign-in.ts'
import { startProcess } from './start-process.ts'

const FLAGS = 5000
const STARTS = 9
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const TICKS_PER_SECOND = 100
/** After a start, jobs run once; then the process is at rest. */
const REST_MS = 15_000

async function main(folder: string): Promise<void> {
  const serve = serveFrom(folder)
  await fill(serve)
  print(`\n${machine()}, ${FLAGS} flags, headless\n`)
  await reportStarts(serve)
  await reportMemory(serve)
}

async function fill(serve: readonly string[]): Promise<void> {
  const { url, stop } = await startProcess(serve, {
    ...LIMITS,
    ...TOKENS,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  })
  const headers = { cookie: await signIn(url) }
  for (const data of toChunks(makeFile(0, FLAGS)))
    await send(url, {
      path: '/api/admin/features-batch/import',
      headers,
      body: { project: 'default', environment: 'development', data },
    })
  await stop()
}

async function reportStarts(serve: readonly string[]): Promise<void> {
  const wall: number[] = []
  const cpu: number[] = []
  const main: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const begun = performance.now()
    const { url, pid, stop } = await startProcess(serve, LIMITS)
    const response = await fetch(`${url}/health`)
    if (!response.ok) throw new Error(`/health answers ${response.status}`)
    wall.push(performance.now() - begun)
    cpu.push(cpuMs(`/proc/${pid}/stat`))
    main.push(cpuMs(`/proc/${pid}/task/${pid}/stat`))
    await stop()
  }
  print(row([`to the first /health, median of ${STARTS}`, 'ms', 'CPU ms', 'main thread']))
  print(row(['', median(wall).toFixed(0), median(cpu).toFixed(0), median(main).toFixed(0)]))
}

async function reportMemory(serve: readonly string[]): Promise<void> {
  const { url, pid, stop } = await startProcess(serve, LIMITS)
  const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS))
  await rest()
  print(`\n${row(['', 'resident MB', 'of its own MB'])}`)
  const report = (name: string) => print(row([name, ...memoryOf(pid).map((mb) => mb.toFixed(0))]))
  report('at rest')
  for (const target of mixedLoad(url)) await measureRate(target, SECONDS)
  report('under load')
  await rest()
  report('after it')
  await stop()
}

/** Requests of SDKs, pages and people, each in its turn. */
function mixedLoad(url: string): Target[] {
  const get = (path: (n: number) => string, authorization: string): Target => ({
    url,
    method: 'GET',
    path,
    headers: { authorization },
    status: 200,
  })
  return [
    get((n) => `/api/frontend?userId=user-${n}&properties[country]=no`, FRONTEND_TOKEN),
    get((n) => `/api/frontend?userId=user-${n % 10}&properties[country]=no`, FRONTEND_TOKEN),
    get(() => '/api/client/features', BACKEND_TOKEN),
    get((n) => `/api/admin/search/features?limit=50&query=flag-${n}`, ADMIN_TOKEN),
    {
      ...get((n) => `${FEATURES}/bench-flag-${n % FLAGS}/environments/development/on`, ADMIN_TOKEN),
      method: 'POST',
    },
  ]
}

/** Milliseconds that a process, or a thread, has used of the processor; not known beyond Linux. */
function cpuMs(file: string): number {
  try {
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** Resident megabytes of a process, and those of them that it shares with no file: Node's own program is some 55. */
function memoryOf(pid: number): [resident: number, own: number] {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]) / 1024
    return [mb('Rss'), mb('Anonymous')]
  } catch {
    return [Number.NaN, Number.NaN]
  }
}

await runBench(main)
