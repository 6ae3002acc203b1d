// By hand, `node test/performance/bench/engines-bench.ts` after a build: writes and SDK paths on the file and on PostgreSQL, in turns.
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { runOnServer } from '#support/runner/make-database.ts'
import { startCluster } from '#support/runner/postgres-cluster.ts'
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
import { compareRates, type Target } from './load.ts'
import { machine, print, row } from './report.ts'
import { startProcess } from './start-process.ts'

const FLAGS = 1000
const ADMIN = { authorization: ADMIN_TOKEN, 'content-type': 'application/json' }
const BACKEND = { authorization: BACKEND_TOKEN }

type Request = Omit<Target, 'url'>

/** Requests of SDKs and of people, by name. */
function requestsOf(etags: readonly string[]): Record<string, Request[]> {
  const run = Date.now().toString(36)
  const get = (at: string, headers: Record<string, string>, status = 200): Request => ({
    method: 'GET',
    path: () => at,
    headers,
    status,
  })
  const both = (one: Request): Request[] => etags.map(() => one)
  return {
    'client features, 304': etags.map((etag) =>
      get('/api/client/features', { ...BACKEND, 'if-none-match': etag }, 304),
    ),
    'client features, 200': both(get('/api/client/features', BACKEND)),
    'frontend evaluation': both(
      get('/api/frontend?userId=7&properties[country]=no', { authorization: FRONTEND_TOKEN }),
    ),
    'client metrics, durable': both({
      method: 'POST',
      path: () => '/api/client/metrics',
      body: () => JSON.stringify(metrics()),
      headers: { ...BACKEND, 'content-type': 'application/json' },
      status: 202,
    }),
    'toggling, durable': etags.map(() => ({
      method: 'POST',
      path: toggles(),
      headers: { authorization: ADMIN_TOKEN },
      status: 200,
    })),
    'flag creation, durable': both({
      method: 'POST',
      path: () => FEATURES,
      body: (n) => JSON.stringify({ name: `created-${run}-${n}` }),
      headers: ADMIN,
      status: 201,
    }),
  }
}

/** Turns one flag after the other off, then all on again, so that each request is a write. */
function toggles(): () => string {
  let n = 0
  return () => {
    const at = `${FEATURES}/${flagName(n % FLAGS)}/environments/development`
    return `${at}/${Math.floor(n++ / FLAGS) % 2 === 0 ? 'off' : 'on'}`
  }
}

function metrics(): object {
  const now = new Date().toISOString()
  const toggles = Object.fromEntries(
    Array.from({ length: 10 }, (_none, n) => [flagName(n), { yes: 5, no: 1 }]),
  )
  return { appName: 'bench', instanceId: 'bench', bucket: { start: now, stop: now, toggles } }
}

async function main(folder: string): Promise<void> {
  const file = path.join(folder, 'flags.json')
  writeFileSync(file, JSON.stringify(makeFile(0, FLAGS)))
  const cluster = await startCluster({ durable: true })
  try {
    await runOnServer(cluster.url, 'create database bench')
    // later versions import no file at the start
    const env = { ...LIMITS, ...TOKENS, IMPORT_FILE: file, HALYARD_CONTRACT: '5' }
    const rate = { CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: '100000000' }
    const databaseUrl = cluster.url.replace(/\/postgres$/, '/bench')
    const served = [
      await startProcess(serveFrom(path.join(folder, 'file')), { ...env, ...rate }),
      await startProcess(serveFrom(path.join(folder, 'postgres')), {
        ...env,
        ...rate,
        DATABASE_URL: databaseUrl,
      }),
    ]
    const etags = await Promise.all(
      served.map(async ({ url }) => {
        const answer = await fetch(`${url}/api/client/features`, { headers: BACKEND })
        return answer.headers.get('etag') ?? ''
      }),
    )
    print(`${machine()}, ${FLAGS} flags, 8 callers; answers a second\n`)
    print(row(['', 'file', 'PostgreSQL', 'ratio']))
    for (const [name, requests] of Object.entries(requestsOf(etags))) {
      const targets = served.map(({ url }, index): Target => ({ ...(requests[index] as Request), url }))
      const [ours = 0, theirs = 0] = await compareRates(targets)
      print(row([name, ours.toFixed(0), theirs.toFixed(0), (theirs / ours).toFixed(2)]))
    }
    print(`\n${row(['one caller', 'file, ms', 'p95', 'PostgreSQL, ms', 'p95'])}`)
    const cells: string[] = []
    for (const { url } of served) {
      const toggle = toggles()
      const times: number[] = []
      for (let count = 0; count < 300; count++) {
        const begun = performance.now()
        await fetch(url + toggle(), { method: 'POST', headers: { authorization: ADMIN_TOKEN } })
        times.push(performance.now() - begun)
      }
      times.sort((a, b) => a - b)
      cells.push((times[150] ?? 0).toFixed(1), (times[285] ?? 0).toFixed(1))
    }
    print(row(['toggling, durable', ...cells]))
    await Promise.all(served.map(({ stop }) => stop()))
  } finally {
    await cluster.stop()
  }
}

await runBench(main)
