// By hand, `node test/performance/bench/move-bench.ts`: moves the instance at the limits into PostgreSQL and back: time and memory.
import { rmSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import { moveData, type ComparedTable, type MoveStep } from '#store/move/move-data.ts'
import { compareClients } from '#domains/clients/client-api/compare-clients.ts'
import { openStore } from '#store/open-store.ts'
import { placeFixture } from '../limits/limits-fixture.ts'
import { runOnServer } from '#support/runner/make-database.ts'
import { startCluster } from '#support/runner/postgres-cluster.ts'
import { wasm } from '#support/runner/wasm.ts'
import { runBench } from './instance.ts'
import { machine, print, row } from './report.ts'

const MB = 1024 * 1024
/** Events of the promise: the fixture has more. */
const EVENTS = Number(process.env['MOVE_EVENTS'] ?? 200_000)

type Place = { dataDir: string } | { databaseUrl: string }
const open = (place: Place, movesInto: boolean) =>
  openStore({ dataDir: '', ...place, wasm, movesInto, now: () => new Date() })

/** Keeps the newest events only. */
async function keepEvents(dataDir: string): Promise<void> {
  const store = await open({ dataDir }, false)
  await sql`delete from events where id <= (select max(id) from events) - ${EVENTS}`.execute(store.queries)
  await store.close()
}

/** Moves, and prints the time of each part and the most memory. */
async function measureMove(name: string, from: Place, to: Place): Promise<ComparedTable[]> {
  const source = await open(from, false)
  const target = await open(to, true)
  let rss = 0
  const sampling = setInterval(() => (rss = Math.max(rss, process.memoryUsage().rss)), 20)
  const begun = performance.now()
  const last = new Map<MoveStep['doing'], number>()
  const slow = new Map<string, number>()
  let before = begun
  const tables = await moveData({
    from: source,
    to: target,
    onStep: ({ doing, table }) => {
      const now = performance.now()
      last.set(doing, now)
      slow.set(`${doing} ${table}`, (slow.get(`${doing} ${table}`) ?? 0) + now - before)
      before = now
    },
    compare: async (ours, theirs) => {
      before = performance.now()
      await compareClients(ours, theirs)
      slow.set('comparing clients', performance.now() - before)
    },
  })
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const copied = last.get('copying') ?? begun
  const compared = last.get('comparing') ?? copied
  clearInterval(sampling)
  print(
    row([
      name,
      seconds(copied - begun),
      seconds(compared - copied),
      seconds(performance.now() - begun),
      (rss / MB).toFixed(0),
    ]),
  )
  const longest = [...slow].toSorted(([, a], [, b]) => b - a).slice(0, 8)
  for (const [part, ms] of longest) print(`  ${part}: ${seconds(ms)} s`)
  await source.close()
  await target.close()
  return tables
}

async function main(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'data')
  await placeFixture(dataDir, 'thirty')
  await keepEvents(dataDir)
  const cluster = await startCluster({ durable: true })
  try {
    await runOnServer(cluster.url, 'create database moved')
    const databaseUrl = cluster.url.replace(/\/postgres$/, '/moved')
    print(`${machine()}, the instance at the limits, ${EVENTS} events\n`)
    print(row(['', 'copying, s', 'comparing, s', 'in all, s', 'most memory, MB']))
    const there = await measureMove('file to PostgreSQL', { dataDir }, { databaseUrl })
    const back = path.join(folder, 'back')
    const here = await measureMove('PostgreSQL to file', { databaseUrl }, { dataDir: back })
    const rows = there.reduce((sum, table) => sum + table.rows, 0)
    const isEqual = JSON.stringify(there) === JSON.stringify(here)
    print(`\n${rows} rows of ${there.length} tables; there and back ${isEqual ? 'equal' : 'DIFFERENT'}`)
    rmSync(back, { recursive: true })
  } finally {
    await cluster.stop()
  }
}

await runBench(main)
