// `npm run bench`, last part: what it costs to judge every call by what versions of the service change.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { JudgedCalls } from '../../src-main/features/upgrade-report/index.ts'
import type { Actor } from '../../src-main/kernel/caller.ts'
import type { NotedCall } from '../../src-main/kernel/noted-call.ts'
import { OPERATIONS } from '../../src-shared/contract/index.ts'
import { CONTRACT_VERSION } from '../../src-shared/versions/index.ts'
import { ADMIN_TOKEN, BACKEND_TOKEN, FEATURES, runBench, TOKENS } from './instance.ts'
import { measureRate, median, type Target } from './load.ts'
import { machine, print, row } from './report.ts'
import { startProcess } from './start-process.ts'

const ROUNDS = 7
const SECONDS = 1.5
const FLAGS = 50
const SDK = { 'unleash-appname': 'shop', 'unleash-sdk': 'unleash-client-node:6.9.6' }
const BACKEND = { authorization: BACKEND_TOKEN, ...SDK }
const ADMIN = { authorization: ADMIN_TOKEN }
const JSON_BODY = { 'content-type': 'application/json' }

const SHOP: Actor = { kind: 'backend-token', username: 'shop', environment: 'development', projects: ['*'] }
const ANN: Actor = { kind: 'user', id: 1, username: 'ann' }

/** Calls as the service hands them in, with the time that judging one of them takes. */
function measureNotes(): void {
  print(`\n${row(['judging a call', 'median µs'])}`)
  const calls: [string, string, Actor, Record<string, string>][] = [
    ['client features, of an SDK that is kept', 'getAllClientFeatures', SHOP, SDK],
    [
      'a list for an Admin',
      'getProjects',
      ANN,
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    ],
  ]
  for (const [name, operationId, actor, headers] of calls) {
    const judged = new JudgedCalls({ now: () => new Date() })
    const operation = OPERATIONS.find((one) => one.operationId === operationId)
    if (!operation) throw new Error(`there is no ${operationId}`)
    const { method, path: url } = operation
    const call: NotedCall = {
      request: { method, url, headers, query: {} },
      operation,
      actor,
      isAdmitted: true,
      status: 200,
      contract: CONTRACT_VERSION,
    }
    print(row([name, timeOf(() => judged.note(call)).toFixed(2)]))
  }
}

/** The median of some rounds, in microseconds. */
function timeOf(work: () => void, times = 100_000): number {
  const rounds = Array.from({ length: 9 }, () => {
    // of the processor, not of the clock: the machine may have others to serve
    const start = process.cpuUsage()
    for (let n = 0; n < times; n++) work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / times
  })
  return median(rounds)
}

async function main(folder: string): Promise<void> {
  print(`\n${machine()}, ${FLAGS} flags`)
  measureNotes()
  const start = (how: string) =>
    startProcess([path.join(import.meta.dirname, 'judging-server.ts'), path.join(folder, how), how], TOKENS)
  const judging = await start('judging')
  const not = await start('not')
  for (const { url } of [judging, not]) await createFlags(url)

  print(`\n${row(['', 'judging', 'not', 'ratio'])}`)
  const servers = [judging, not]
  const etags = await Promise.all(servers.map(({ url }) => etagOf(url)))
  for (const [name, targetOf] of Object.entries(TARGETS)) {
    const targets = servers.map(({ url }, index) => targetOf(url, etags[index] ?? ''))
    const costs = await compareCosts(targets, [judging.pid, not.pid])
    for (const what of ['rate', 'cpu'] as const) {
      const [ours = 0, theirs = 0] = costs.map((one) => median(one.map((cost) => cost[what])))
      const unit = what === 'rate' ? 'answers/s' : 'processor, µs'
      print(row([`${name}: ${unit}`, ours.toFixed(1), theirs.toFixed(1), (ours / theirs).toFixed(3)]))
    }
  }
  await Promise.all([judging.stop(), not.stop()])
}

interface Cost {
  rate: number
  /** Of the server, in microseconds for each answer: where others share the machine, this says more than the rate. */
  cpu: number
}

/** What several targets cost, taken in turns. */
async function compareCosts(targets: readonly Target[], pids: readonly number[]): Promise<Cost[][]> {
  const costs = targets.map((): Cost[] => [])
  for (const target of targets) await measureRate(target, 1) // warm
  for (let round = 0; round < ROUNDS; round++)
    // each comes first as often as the others: the first after a pause has it easier, or harder
    for (const [index, target] of inTurns([...targets.entries()], round)) {
      const before = cpuOf(pids[index] ?? 0)
      const rate = await measureRate(target, SECONDS)
      const cpu = (cpuOf(pids[index] ?? 0) - before) / (rate * SECONDS)
      costs[index]?.push({ rate, cpu })
    }
  return costs
}

const inTurns = <T>(all: T[], round: number): T[] => (round % 2 === 0 ? all : all.reverse())

/** What a process has used of the processor, in microseconds; NaN where the system does not say it in this way. */
function cpuOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return Number.NaN
  // behind the name, which may hold anything; in hundredths of a second
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const get = (url: string, at: string, headers: Record<string, string>, status = 200): Target => ({
  url,
  method: 'GET',
  path: () => at,
  headers,
  status,
})

const TARGETS: Record<string, (url: string, etag: string) => Target> = {
  'client features, 304': (url, etag) =>
    get(url, '/api/client/features', { ...BACKEND, 'if-none-match': etag }, 304),
  'client features, 200': (url) => get(url, '/api/client/features', BACKEND),
  'Admin API, a list': (url) => get(url, '/api/admin/environments', ADMIN),
  'register, durable': (url) => ({
    url,
    method: 'POST',
    path: () => '/api/client/register',
    body: () =>
      JSON.stringify({ appName: 'shop', instanceId: 'one', strategies: [], started: 0, interval: 15_000 }),
    headers: { ...BACKEND, ...JSON_BODY },
    status: 202,
  }),
}

async function etagOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/client/features`, { headers: BACKEND })
  await response.arrayBuffer()
  return response.headers.get('etag') ?? ''
}

async function createFlags(url: string): Promise<void> {
  for (let n = 0; n < FLAGS; n++) {
    const body = JSON.stringify({ name: `flag-${n}` })
    const response = await fetch(url + FEATURES, {
      method: 'POST',
      headers: { ...ADMIN, ...JSON_BODY },
      body,
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }
}

await runBench(main)
