// `npm run bench`, another part: the frontend API, for contexts never seen before and for repeated ones.
import { toChunks } from '#shared/transfer/import-export/chunks.ts'
import { makeFile } from './import-file.ts'
import { FRONTEND_TOKEN, LIMITS, runBench, serveFrom, TOKENS } from './instance.ts'
import { send } from './latency.ts'
import { measureRate, type Target } from './load.ts'
import { cpuSeconds, residentMb } from './process-figures.ts'
import { machine, print, row } from './report.ts'
import { signIn, PASSWORD } from './sign-in.ts'
import { startProcess } from './start-process.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)

async function main(folder: string): Promise<void> {
  const service = await startProcess(serveFrom(folder), {
    ...LIMITS,
    ...TOKENS,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  })
  const headers = { cookie: await signIn(service.url) }
  print(`\n${machine()}, frontend API, 8 callers\n`)
  print(row(['', 'answers/s', 'CPU ms', 'resident MB']))
  let made = 0
  for (const flags of [1000, 5000]) {
    for (const data of toChunks(makeFile(made, flags - made)))
      await send(service.url, {
        path: '/api/admin/features-batch/import',
        headers,
        body: { project: 'default', environment: 'development', data },
      })
    made = flags
    for (const [name, target] of Object.entries(targetsAt(service.url)))
      await report(`${flags} flags, ${name}`, target, service.pid)
  }
  await service.stop()
}

/** The same page again and again, and a user never seen before with each request. */
function targetsAt(url: string): Record<string, Target> {
  const shared = { url, method: 'GET', headers: { authorization: FRONTEND_TOKEN }, status: 200 } as const
  return {
    unseen: { ...shared, path: (n) => `/api/frontend?userId=user-${n}&properties[country]=no` },
    repeated: { ...shared, path: (n) => `/api/frontend?userId=user-${n % 10}&properties[country]=no` },
  }
}

async function report(name: string, target: Target, pid: number): Promise<void> {
  await measureRate(target, 1) // warm
  const before = cpuSeconds(pid)
  const rate = await measureRate(target, SECONDS)
  const ms = ((cpuSeconds(pid) - before) * 1000) / (rate * SECONDS)
  print(row([name, rate.toFixed(0), ms.toFixed(3), residentMb(pid).toFixed(0)]))
}

await runBench(main)
