// `npm run bench`, last part: signals. How many come in durably in a second, and how long a page of a million takes.
import { readFileSync } from 'node:fs'
import path from 'node:path'

import autocannon from 'autocannon'
import { sql } from 'kysely'

import { openStore } from '#store/open-store.ts'
import { ADMIN_TOKEN, runBench, serveFrom, TOKENS } from './instance.ts'
import { measureLatency, send } from './latency.ts'
import { median } from './load.ts'
import { machine, print, row } from './report.ts'
import { startProcess } from './start-process.ts'

const CONNECTIONS = 32
const SECONDS = 5
const ROUNDS = 3
const STORED = Number(process.env['SIGNALS_STORED'] ?? 1_000_000)
const SIGNAL = '/api/signal-endpoint/bench'
const ENDPOINTS = '/api/admin/signal-endpoints'
const ADMIN = { authorization: ADMIN_TOKEN }
const RAISED = { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1000000000' }
const PAYLOAD = JSON.stringify({
  severity: 'critical',
  status: 'firing',
  labels: { alertname: 'HighErrorRate', service: 'checkout', region: 'eu-north-1' },
  annotations: { summary: 'Errors above 5 % for 10 minutes', runbook: 'https://example.com/runbook' },
  values: [0.051, 0.062, 0.071],
})

async function main(folder: string): Promise<void> {
  print(`\n${machine()}, ${CONNECTIONS} connections, payloads of ${PAYLOAD.length} bytes\n`)
  const { token, stop } = await measureIntake(folder)
  await stop()
  await fill(path.join(folder, 'data'), STORED)
  await measurePages(folder, token)
}

async function measureIntake(folder: string) {
  const service = await startProcess(serveFrom(folder), { ...TOKENS, ...RAISED })
  const post = async (at: string, body: object) =>
    JSON.parse(await send(service.url, { path: `${ENDPOINTS}${at}`, headers: ADMIN, body })) as {
      id: number
      token: string
    }
  const { id } = await post('', { name: 'bench' })
  const { token } = await post(`/${id}/tokens`, { name: 'bench' })
  const bare = await startProcess([
    path.join(import.meta.dirname, 'appending-server.ts'),
    path.join(folder, 'appended.ndjson'),
  ])
  const rounds: Record<'ours' | 'theirs', { rate: number; p99: number }[]> = { ours: [], theirs: [] }
  await intake(service.url, token, 1)
  await intake(bare.url, token, 1)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ours.push(await intake(service.url, token, SECONDS))
    rounds.theirs.push(await intake(bare.url, token, SECONDS))
  }
  await bare.stop()
  const of = (who: 'ours' | 'theirs', what: 'rate' | 'p99') => median(rounds[who].map((one) => one[what]))
  print(row(['durable signals', 'Halyard', 'bare, synced', 'ratio']))
  const [ours, theirs] = [of('ours', 'rate'), of('theirs', 'rate')]
  print(row(['a second', ours.toFixed(0), theirs.toFixed(0), (ours / theirs).toFixed(2)]))
  print(row(['p99, ms', of('ours', 'p99').toFixed(1), of('theirs', 'p99').toFixed(1)]))
  return { token, stop: () => service.stop() }
}

async function intake(url: string, token: string, seconds: number): Promise<{ rate: number; p99: number }> {
  const result = await autocannon({
    url: url + SIGNAL,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: PAYLOAD,
  })
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refused`)
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 }
}

/** A minute apart, every tenth of them critical, by four endpoints; dealt with, all but the last hundred. */
async function fill(dataDir: string, count: number): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../../..')
  const wasm = readFileSync(path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'))
  const store = await openStore({ dataDir, wasm, now: () => new Date() })
  const step = 50_000
  for (let from = 0; from < count; from += step)
    await store.transaction((queries) =>
      sql`with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${Math.min(count, from + step) - 1})
        insert into signals (source, source_id, source_token_id, token_name, payload, headers, created_at, processed)
        select 'signal-endpoint', 1 + i % 4, 1, 'bench',
          json_object('n', i, 'severity', iif(i % 10 = 0, 'critical', 'low'), 'text', hex(randomblob(60))), '{}',
          strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', '+' || i || ' minutes'), i < ${count - 100}
        from n`.execute(queries),
    )
  await store.durable()
  await store.close()
}

async function measurePages(folder: string, token: string): Promise<void> {
  const { url, stop } = await startProcess(serveFrom(folder), {
    ...TOKENS,
    ...RAISED,
    HALYARD_SIGNALS_KEPT_DAYS: '9999',
  })
  const pages = {
    'first page of 50': '/api/admin/signals',
    'some days': '/api/admin/signals?from=IS:2020-06-01&to=IS:2020-06-30',
    'of one endpoint': `${ENDPOINTS}/1/signals`,
    'of one endpoint, some days': '/api/admin/signals/search?endpoint=1&from=IS:2020-06-01&to=IS:2020-06-30',
    'with a text in every tenth': '/api/admin/signals/search?text=critical',
    'with a text in none': '/api/admin/signals/search?text=nowhere',
    usage: '/api/admin/signals/usage',
  }
  print(`\n${row([`${STORED.toLocaleString('en')} stored signals`, 'median ms', 'p95 ms'])}`)
  for (const [name, at] of Object.entries(pages)) {
    const { median: middle, p95 } = await measureLatency(url, { path: at, headers: ADMIN }, 50)
    print(row([name, middle.toFixed(1), p95.toFixed(1)]))
  }
  const { rate, p99 } = await intake(url, token, SECONDS)
  print(row(['intake meanwhile, a second / p99', rate.toFixed(0), p99.toFixed(1)]))
  await stop()
}

await runBench(main)
