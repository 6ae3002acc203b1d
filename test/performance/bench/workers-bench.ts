// `npm run bench`, another part: the load that Unleash Edge publishes figures of, with and without workers.
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'

import type { RecordedAnswer } from './bare-server.ts'
import {
  ADMIN_TOKEN,
  BACKEND_TOKEN,
  FEATURES,
  FRONTEND_TOKEN,
  LIMITS,
  RATES,
  runBench,
  serveFrom,
  TOKENS,
} from './instance.ts'
import { send } from './latency.ts'
import { sendLoad, type Target } from './load.ts'
import { cpuSeconds, family, residentMb } from './process-figures.ts'
import { machine, print, row } from './report.ts'
import { startProcess, type StartedProcess } from './start-process.ts'

/** A busy machine takes longer, and needs as many to be warm. */
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 10_000)
const CALLERS = 50
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const POLL_MS = 100
/** SDKs at streams, the changes that they are told of, and the flags. */
const [STREAMS, CHANGES, FLAGS_OF_STREAMS] = [300, 100, 350]
/** Time for streams to get what is there. */
const REST_MS = 3000
const WORKERS = (process.env['BENCH_WORKERS'] ?? '0,1,2').split(',').map(Number)
const COUNTS = (process.env['BENCH_FLAGS'] ?? '350,5').split(',').map(Number)
/** First of the flags, under its first name. */
const FLAG = 'ip_addr-0'
const JSON_BODY = { 'content-type': 'application/json' }
const FILE = path.resolve(import.meta.dirname, '../../support/fixtures/edge/features.json')

/** Answers a second that Edge publishes for one core (its page on benchmarks), by number of flags. */
const OF_EDGE = { 5: ['39000', '32360'], 350: ['6900', '3236'] } as const

interface Flags {
  features: { name: string; project: string }[]
}

/** The example flags of Edge, again and again under other names, all of one project. */
function makeFlags(count: number): Flags {
  const { features } = JSON.parse(readFileSync(FILE, 'utf8')) as Flags
  const all = Array.from({ length: Math.ceil(count / features.length) }, (_, round) =>
    features.map((one) => ({ ...one, name: `${one.name}-${round}`, project: 'default' })),
  )
  return { features: all.flat().slice(0, count) }
}

/** An SDK that has the latest flags: its ETag. */
async function etagOf(url: string, at: string, token: string, body?: string): Promise<string> {
  const headers = { authorization: token, ...(body === undefined ? {} : JSON_BODY) }
  const answer = await fetch(url + at, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

async function targetsAt(url: string): Promise<Record<string, Target>> {
  const get = { url, method: 'GET', status: 200 } as const
  const post = { ...get, method: 'POST' } as const
  const frontend = { authorization: FRONTEND_TOKEN }
  const backend = { authorization: BACKEND_TOKEN }
  const delta = '/api/client/delta'
  const remote = '/ofrep/v1/evaluate/flags'
  const context = () => JSON.stringify({ context: { targetingKey: 'ada' } })
  const now = new Date().toISOString()
  const metrics = { appName: 'bench', bucket: { start: now, stop: now, toggles: {} } }
  const remoteEtag = await etagOf(url, remote, FRONTEND_TOKEN, context())
  return {
    '/api/frontend': { ...get, headers: frontend, path: () => '/api/frontend' },
    'same, another user each time': { ...get, headers: frontend, path: (n) => `/api/frontend?userId=${n}` },
    '/api/client/features': { ...get, headers: backend, path: () => '/api/client/features' },
    '/api/client/delta, 304': {
      ...{ ...get, status: 304, path: () => delta },
      headers: { ...backend, 'if-none-match': await etagOf(url, delta, BACKEND_TOKEN) },
    },
    'OFREP, all flags, 304': {
      ...{ ...post, status: 304, path: () => remote, body: context },
      headers: { ...frontend, ...JSON_BODY, 'if-none-match': remoteEtag },
    },
    'OFREP, all flags': {
      ...{ ...post, path: () => remote, body: context },
      headers: { ...frontend, ...JSON_BODY },
    },
    'OFREP, one flag': {
      ...{ ...post, path: () => `${remote}/${FLAG}`, body: context },
      headers: { ...frontend, ...JSON_BODY },
    },
    'report of counts': {
      ...{ ...post, status: 202, path: () => '/api/client/metrics', body: () => JSON.stringify(metrics) },
      headers: { ...backend, ...JSON_BODY },
    },
  }
}

/** Waits until the flags of the file are there. */
async function whenReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/ready`)).ok) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)

interface Measured {
  rate: number
  /** Answers in a second of the processor, and those of the bare server meanwhile. */
  perCpu: number
  bare: number
}

interface Served {
  target: Target
  pids: readonly number[]
}

/** Measures a service and a bare server in turns, so that a busy machine is busy for both: the medians of rounds. */
async function measure(service: Served, bare: Served): Promise<Measured> {
  const load = { connections: CALLERS, amount: REQUESTS }
  for (const { target } of [service, bare]) await sendLoad(target, load) // warm
  const once = async ({ target, pids }: Served) => {
    const before = cpuOf(pids)
    const { rate, answers } = await sendLoad(target, load)
    return { rate, perCpu: answers / (cpuOf(pids) - before) }
  }
  const rounds: Measured[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ...(await once(service)), bare: (await once(bare)).perCpu })
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    perCpu: median(rounds.map(({ perCpu }) => perCpu)),
    bare: median(rounds.map(({ bare: of }) => of)),
  }
}

/** Records what a service answers, for the bare server. */
async function recordAnswers(url: string): Promise<RecordedAnswer[]> {
  return Promise.all(
    Object.values(await targetsAt(url)).map(
      async ({ method, headers, path: pathOf, body: bodyOf, status }) => {
        const at = pathOf(0).split('?', 1)[0] ?? ''
        const { 'if-none-match': etag, ...sent } = headers
        const answer = await fetch(url + at, {
          method,
          headers: sent,
          ...(bodyOf ? { body: bodyOf(0) } : {}),
        })
        return {
          ...{ method, path: at, status: answer.status },
          headers: {
            'content-type': 'application/json',
            ...(status === 304 && etag !== undefined ? { etag } : {}),
          },
          body: await answer.text(),
        }
      },
    ),
  )
}

/** Starts a server that sends what a service answers. */
async function startBare(url: string, folder: string): Promise<StartedProcess> {
  const recorded = path.join(folder, 'answers.json')
  const answers = await recordAnswers(url)
  writeFileSync(
    recorded,
    JSON.stringify(
      answers.filter(
        ({ method, path: at }, index) =>
          answers.findIndex((one) => one.method === method && one.path === at) === index,
      ),
    ),
  )
  return startProcess([path.join(import.meta.dirname, 'bare-server.ts'), recorded])
}

/** Opens a stream of an SDK; `onNews` is called at each change. */
function openStream(url: string, agent: http.Agent, onNews: () => void): Promise<void> {
  const headers = { authorization: BACKEND_TOKEN, accept: 'text/event-stream' }
  return new Promise((resolve, reject) => {
    http
      .get(`${url}/api/client/streaming`, { agent, headers }, (answer) => {
        resolve()
        answer.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('event: unleash-updated')) onNews()
        })
        answer.on('error', () => undefined)
      })
      .on('error', reject)
  })
}

/** Measures what a change costs each process while SDKs stream: milliseconds of the processor. */
async function measureStreams(folder: string, workers: number): Promise<void> {
  const service = await startProcess([...serveFrom(folder), '--workers', String(workers)], {
    ...LIMITS,
    ...TOKENS,
  })
  const headers = { authorization: ADMIN_TOKEN }
  for (let flag = 0; flag < FLAGS_OF_STREAMS; flag += 1)
    await send(service.url, { path: FEATURES, headers, body: { name: `flag-${flag}` } })
  const pids = family(service.pid)
  const agent = new http.Agent()
  let told = 0
  let whenAll = () => {}
  for (let stream = 0; stream < STREAMS; stream += 1)
    await openStream(service.url, agent, () => {
      told += 1
      if (told === STREAMS) whenAll()
    })
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const before = pids.map(cpuSeconds)
  for (let change = 0; change < CHANGES; change += 1) {
    told = 0
    const all = new Promise<void>((resolve) => (whenAll = resolve))
    const to = change % 2 === 0 ? 'on' : 'off'
    await send(service.url, { path: `${FEATURES}/flag-0/environments/development/${to}`, headers, body: {} })
    await all
  }
  const ms = pids.map((pid, index) => ((cpuSeconds(pid) - (before[index] ?? 0)) * 1000) / CHANGES)
  const memory = pids.map((pid) => residentMb(pid).toFixed(0)).join('+')
  print(row([`${workers} workers, a change`, ms.map((one) => one.toFixed(1)).join('+'), memory]))
  agent.destroy()
  await service.stop()
}

async function main(folder: string): Promise<void> {
  print(`\n${machine()}, ${CALLERS} callers, load ${os.loadavg()[0]?.toFixed(1)} at the start`)
  for (const count of COUNTS) {
    const file = path.join(folder, `flags-${count}.json`)
    writeFileSync(file, JSON.stringify(makeFlags(count)))
    print(`\n${row([`${count} flags`, 'answers/s', 'of a CPU s', 'bare Fastify', 'ratio', 'load'])}`)
    for (const workers of WORKERS) {
      const service = await startProcess(
        [
          ...serveFrom(path.join(folder, `${count}-${workers}`)),
          '--offline',
          file,
          '--workers',
          String(workers),
        ],
        { HALYARD_UPSTREAM_TOKENS: BACKEND_TOKEN, FRONTEND_TOKENS: FRONTEND_TOKEN, ...RATES },
      )
      await whenReady(service.url)
      const pids = family(service.pid)
      const idle = pids.map((pid) => residentMb(pid))
      const bare = await startBare(service.url, folder)
      for (const [name, target] of Object.entries(await targetsAt(service.url))) {
        const other = { target: { ...target, url: bare.url }, pids: [bare.pid] }
        const { rate, perCpu, bare: ofBare } = await measure({ target, pids }, other)
        const figures = [rate, perCpu, ofBare].map((figure) => figure.toFixed(0))
        const load = os.loadavg()[0]?.toFixed(1) ?? ''
        print(row([`${workers} workers, ${name}`, ...figures, (perCpu / ofBare).toFixed(2), load]))
      }
      await bare.stop()
      const megabytes = (values: readonly number[]) => values.map((one) => one.toFixed(0)).join('+')
      print(
        row([
          `${workers} workers, resident MB`,
          megabytes(idle),
          megabytes(pids.map((pid) => residentMb(pid))),
        ]),
      )
      await service.stop()
    }
    const [frontend, features] = OF_EDGE[count as keyof typeof OF_EDGE] ?? ['', '']
    print(row(['Edge, its own figures, /api/frontend', frontend]))
    print(row(['Edge, /api/client/features', features]))
  }
  print(`\n${row([`${STREAMS} streams`, 'ms of CPU', 'resident MB'])}`)
  for (const workers of WORKERS) await measureStreams(path.join(folder, `streams-${workers}`), workers)
}

await runBench(main)
