// Part of `npm run bench`: how much it takes to find signals by a value at a path, among a million, with their digests and without.
// `node test/performance/bench/signal-values-bench.ts postgres [digests]`, by hand, does the same on PostgreSQL, or with digests only.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { sql } from 'kysely'

import { digestBlocks } from '#domains/signals/signals/digest-signals.ts'
import { searchByValue } from '#domains/signals/signals/search-by-value.read-model.ts'
import { blockOf } from '#domains/signals/signals/signal-digests.store.ts'
import type { NamedValue } from '#domains/signals/signals/value-digest.ts'
import { jsonTexts } from '#store/engines/portable.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { runOnServer } from '#support/runner/make-database.ts'
import { startCluster } from '#support/runner/postgres-cluster.ts'
import { runBench } from './instance.ts'
import { median } from './load.ts'
import { machine, print, row } from './report.ts'

const STORED = Number(process.env['SIGNALS_STORED'] ?? 1_000_000)
const STEP = 10_000
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const PAGE = 50
const onPostgres = process.argv[2] === 'postgres'

/** Values by how many signals have them. */
const VALUES: Readonly<Record<string, NamedValue>> = {
  'every tenth': { path: 'severity', value: 'critical' },
  'one of 20,000': { path: 'labels.host', value: 'host-77' },
  'one, old': { path: 'n', value: '10' },
  none: { path: 'labels.service', value: 'nowhere' },
  'none, elsewhere in all': { path: 'nowhere', value: 'critical' },
}

async function main(folder: string): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../../..')
  const wasm = readFileSync(path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'))
  const cluster = onPostgres ? await startCluster() : undefined
  if (cluster) await runOnServer(cluster.url, 'create database bench')
  const databaseUrl = cluster?.url.replace(/\/postgres$/, '/bench')
  const place = { dataDir: folder, ...(databaseUrl === undefined ? {} : { databaseUrl }) }
  const store = await openStore({ ...place, wasm, now: () => new Date() })
  print(`\n${machine()}, ${cluster ? 'PostgreSQL' : 'the file'}, ${STORED.toLocaleString('en')} signals\n`)
  await fill(store)
  print(row(['first page', 'CPU ms', 'ms', 'requests', 'longest turn']))
  if (process.argv[3] !== 'digests') await measure(store, 'no digests')
  const begun = process.cpuUsage()
  await digestBlocks(store, blockOf(STORED))
  print(row(['digests of all', cpuMs(begun).toFixed(0)]))
  await measure(store, 'digests')
  const { rows } = await sql<{
    size: number
  }>`select sum(length(digest)) as size from signal_digests`.execute(store.queries)
  print(row(['size of the digests, MB', (Number(rows[0]?.size) / 1e6).toFixed(1)]))
  await store.close()
  await cluster?.stop()
}

const cpuMs = (begun: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** Payloads as monitoring sends them, of some 250 bytes. */
async function fill(store: Store): Promise<void> {
  const of = (n: number) => ({
    n,
    severity: n % 10 === 0 ? 'critical' : 'low',
    note: 'critical',
    labels: { alertname: 'HighErrorRate', service: `service-${n % 40}`, host: `host-${n % 20_000}` },
    annotations: {
      summary: `Errors above ${n % 7} % for 10 minutes`,
      runbook: 'https://example.com/runbook',
    },
    values: [n % 100, n % 1000],
  })
  for (let from = 0; from < STORED; from += STEP)
    await store.transaction((queries) =>
      queries
        .insertInto('signals')
        .columns([
          'source',
          'source_id',
          'source_token_id',
          'token_name',
          'payload',
          'headers',
          'created_at',
          'processed',
          'replay_of',
          'sent_by_user_id',
          'sent_by',
        ])
        .expression(
          sql`select 'signal-endpoint', 1, 1, 'bench', value, '{}', '2026-11-21T12:00:00.000Z', 1, null, null, null
            from ${jsonTexts(Array.from({ length: Math.min(STEP, STORED - from) }, (_, index) => JSON.stringify(of(from + index))))}`,
        )
        .execute(),
    )
}

async function measure(store: Store, how: string): Promise<void> {
  for (const [name, named] of Object.entries(VALUES)) {
    const delays = monitorEventLoopDelay({ resolution: 1 })
    const rounds: { cpu: number; ms: number; requests: number }[] = []
    delays.enable()
    for (let round = 0; round < ROUNDS; round++) {
      const [cpu, began] = [process.cpuUsage(), performance.now()]
      const requests = await firstPage(store, named)
      rounds.push({ cpu: cpuMs(cpu), ms: performance.now() - began, requests })
    }
    delays.disable()
    const of = (what: 'cpu' | 'ms' | 'requests') => median(rounds.map((one) => one[what]))
    print(
      row([
        `${name}, ${how}`,
        of('cpu').toFixed(1),
        of('ms').toFixed(1),
        String(of('requests')),
        (delays.max / 1e6).toFixed(0),
      ]),
    )
  }
}

/** Asks until there is a page, or the end. Returns the number of requests. */
async function firstPage(store: Store, named: NamedValue): Promise<number> {
  let found = 0
  let after: number | undefined
  for (let requests = 1; ; requests++) {
    const answer = await searchByValue(store.queries, {}, { named, after, limit: PAGE, order: 'desc' })
    found += answer.signals.length
    if (answer.next === null || found >= PAGE) return requests
    after = answer.next
  }
}

await runBench(main)
