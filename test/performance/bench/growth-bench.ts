// `npm run bench`, another part: how the cost of a request grows with 100, 1,000 and 10,000 flags.
import { toChunks } from '#shared/transfer/import-export/chunks.ts'
import { flagName, makeFile } from './import-file.ts'
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
import { measureRate, type Target } from './load.ts'
import { cpuSeconds } from './process-figures.ts'
import { machine, print, row } from './report.ts'
import { PASSWORD, signIn } from './sign-in.ts'
import { startProcess } from './start-process.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const SIZES = [100, 1000, 10_000]

async function main(folder: string): Promise<void> {
  const service = await startProcess(serveFrom(folder), {
    ...LIMITS,
    ...TOKENS,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  })
  const headers = { cookie: await signIn(service.url) }
  const rows = new Map<string, string[]>()
  let made = 0
  for (const flags of SIZES) {
    for (const data of toChunks(makeFile(made, flags - made)))
      await send(service.url, {
        path: '/api/admin/features-batch/import',
        headers,
        body: { project: 'default', environment: 'development', data },
      })
    made = flags
    for (const [name, target] of Object.entries(targetsAt(service.url))) {
      await measureRate(target, 1) // warm
      const before = cpuSeconds(service.pid)
      const rate = await measureRate(target, SECONDS)
      const ms = ((cpuSeconds(service.pid) - before) * 1000) / (rate * SECONDS)
      const line = row([`${flags.toLocaleString('en')} flags`, rate.toFixed(0), ms.toFixed(3)])
      rows.set(name, [...(rows.get(name) ?? []), line])
    }
  }
  print(`\n${machine()}, 8 callers; 1, 10 and 100 times the flags`)
  for (const [name, lines] of rows) print(`\n${row([name, 'a second', 'CPU ms'])}\n${lines.join('\n')}`)
  await service.stop()
}

function targetsAt(url: string): Record<string, Target> {
  const read = { url, method: 'GET', status: 200 } as const
  const state = (n: number) => (Math.floor(n / 100) % 2 === 0 ? 'on' : 'off')
  return {
    'frontend, unseen context': {
      ...read,
      path: (n) => `/api/frontend?userId=user-${n}&properties[country]=no`,
      headers: { authorization: FRONTEND_TOKEN },
    },
    'client features': {
      ...read,
      path: () => '/api/client/features',
      headers: { authorization: BACKEND_TOKEN },
    },
    'search, first page': {
      ...read,
      path: () => '/api/admin/search/features?limit=50',
      headers: { authorization: ADMIN_TOKEN },
    },
    'toggle, durable': {
      url,
      method: 'POST',
      path: (n) => `${FEATURES}/${flagName(n % 100)}/environments/development/${state(n)}`,
      headers: { authorization: ADMIN_TOKEN },
      status: 200,
    },
  }
}

await runBench(main)
