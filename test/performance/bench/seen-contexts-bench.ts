// `npm run bench`, fourth part: what it costs to keep seen contexts, and to ask them all about a change.
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { countFlips } from '#domains/changes/blast-radius/count-flips.ts'
import type { FlagSnapshot } from '#domains/changes/blast-radius/proposal.ts'
import { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { ADMIN_TOKEN, FEATURES, FRONTEND_TOKEN, LIMITS, runBench, serveFrom, TOKENS } from './instance.ts'
import { compareRates, median, type Target } from './load.ts'
import { machine, print, row } from './report.ts'
import { startProcess } from './start-process.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const CONTEXTS = 5000
const COUNTRIES = ['no', 'se', 'dk', 'fi']
/** Few, so that what is measured is not hidden behind evaluating. */
const FLAGS = 10

const contextOf = (n: number) => ({
  userId: `user-${n}`,
  appName: 'shop',
  remoteAddress: '10.0.0.1',
  properties: { country: COUNTRIES[n % 4], plan: 'pro', age: n % 90 },
})
const callOf = (n: number) => ({
  environment: 'development',
  projects: ['*'],
  context: contextOf(n),
  origin: 'all-flags' as const,
  at: NOW,
})

function measure(times: number, work: (n: number) => void): number {
  const rounds = Array.from({ length: 7 }, () => {
    const start = performance.now()
    for (let n = 0; n < times; n++) work(n)
    return ((performance.now() - start) * 1000) / times
  })
  return median(rounds)
}

function flag(rollout: string, values: string[]): ClientFeature {
  return {
    name: 'flag',
    type: 'release',
    enabled: true,
    project: 'default',
    stale: false,
    strategies: [
      {
        name: 'flexibleRollout',
        parameters: { rollout, stickiness: 'userId', groupId: 'flag' },
        constraints: [{ contextName: 'country', operator: 'IN', values }],
        variants: [],
      },
    ],
    variants: [],
    description: null,
    impressionData: false,
  }
}
const sideOf = (feature: ClientFeature): FlagSnapshot => ({
  features: new Map([[feature.name, feature]]),
  segments: new Map(),
})

function keptContexts(): SeenContexts {
  const seen = new SeenContexts(CONTEXTS)
  for (let n = 0; n < CONTEXTS; n++) seen.note(callOf(n))
  return seen
}

function measureNotes(): void {
  print(`\n${row(['keeping a context', 'median µs'])}`)
  const seen = keptContexts()
  print(row(['one that is known', measure(20_000, (n) => seen.note(callOf(n % CONTEXTS))).toFixed(1)]))
  let next = CONTEXTS
  print(row(['a new one, in place of another', measure(20_000, () => seen.note(callOf(next++))).toFixed(1)]))
}

async function measureFlips(): Promise<void> {
  const seen = keptContexts()
  const before = sideOf(flag('50', ['no', 'se', 'dk']))
  const after = sideOf(flag('70', ['no', 'se']))
  const proposal = { environment: 'development', flags: ['flag'], before, after }
  const times: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let round = 0; round < 30; round++) {
    const start = performance.now()
    await countFlips([proposal], { seen, since: new Date(0), now: NOW })
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  delay.disable()
  print(`\n${row(['5,000 contexts, one flag', 'ms'])}`)
  print(row(['median', median(times).toFixed(1)]))
  print(row(['slowest of 30', Math.max(...times).toFixed(1)]))
  print(row(['longest that others waited', (delay.max / 1e6).toFixed(1)]))
}

async function main(folder: string): Promise<void> {
  print(`\n${machine()}`)
  measureNotes()
  await measureFlips()
  const services = await Promise.all(
    ['0', String(CONTEXTS)].map((limit) =>
      startProcess(serveFrom(path.join(folder, limit)), {
        ...LIMITS,
        ...TOKENS,
        HALYARD_SEEN_CONTEXTS_LIMIT: limit,
      }),
    ),
  )
  for (const { url } of services) await createFlags(url)
  const targets = services.map(({ url }): Target => ({
    url,
    method: 'GET',
    path: (n) => `/api/frontend?userId=${n % 20_000}&properties[country]=${COUNTRIES[n % 4]}`,
    headers: { authorization: FRONTEND_TOKEN },
    status: 200,
  }))
  const [without = 0, withThem = 0] = await compareRates(targets)
  print(`\n${row([`frontend API, ${FLAGS} flags`, 'answers/s'])}`)
  print(row(['without keeping contexts', without.toFixed(0)]))
  print(row(['keeping each', withThem.toFixed(0)]))
  print(row(['ratio', (withThem / without).toFixed(2)]))
  await Promise.all(services.map(({ stop }) => stop()))
}

async function createFlags(url: string): Promise<void> {
  const post = async (at: string, body?: unknown) => {
    const response = await fetch(url + at, {
      method: 'POST',
      headers: { authorization: ADMIN_TOKEN, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${at}: ${response.status}`)
  }
  for (let n = 0; n < FLAGS; n++) {
    const { name, strategies } = { ...flag('50', ['no', 'se']), name: `flag-${n}` }
    await post(FEATURES, { name })
    await post(`${FEATURES}/${name}/environments/development/strategies`, strategies[0])
    await post(`${FEATURES}/${name}/environments/development/on`)
  }
}

await runBench(main)
