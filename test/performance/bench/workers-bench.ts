// `npm run bench`, another part: the load that Unleash Edge publishes figures of, with and without workers.
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import type { RecordedAnswer } from './bare-server.ts'
import { BACKEND_TOKEN, FRONTEND_TOKEN, runBench, serveFrom } from './instance.ts'
import { sendLoad, type Target } from './load.ts'
import { cpuSeconds, family, residentMb } from './process-figures.ts'
import { machine, print, row } from './report.ts'
import { startProcess, type StartedProcess } from './start-process.ts'

/** A busy machine takes longer, and needs as many to be warm. */
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 10_000)
const CALLERS = 50
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const POLL_MS = 100
const WORKERS = [0, 1, 2]
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

function targetsAt(url: string): Record<string, Target> {
  const shared = { url, method: 'GET', status: 200 } as const
  const [frontend, backend] = [FRONTEND_TOKEN, BACKEND_TOKEN].map((authorization) => ({ authorization }))
  if (!frontend || !backend) throw new Error('There are two tokens.')
  return {
    '/api/frontend': { ...shared, headers: frontend, path: () => '/api/frontend' },
    'same, another user each time': {
      ...shared,
      headers: frontend,
      path: (n) => `/api/frontend?userId=${n}`,
    },
    '/api/client/features': { ...shared, headers: backend, path: () => '/api/client/features' },
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
    Object.values(targetsAt(url)).map(async ({ headers, path: pathOf }) => {
      const at = pathOf(0).split('?', 1)[0] ?? ''
      const body = await (await fetch(url + at, { headers })).text()
      return {
        method: 'GET',
        path: at,
        status: 200,
        headers: { 'content-type': 'application/json' },
        body,
      } as const
    }),
  )
}

/** Starts a server that sends what a service answers. */
async function startBare(url: string, folder: string): Promise<StartedProcess> {
  const recorded = path.join(folder, 'answers.json')
  const answers = await recordAnswers(url)
  writeFileSync(
    recorded,
    JSON.stringify(
      answers.filter(({ path: at }, index) => answers.findIndex((one) => one.path === at) === index),
    ),
  )
  return startProcess([path.join(import.meta.dirname, 'bare-server.ts'), recorded])
}

async function main(folder: string): Promise<void> {
  print(`\n${machine()}, ${CALLERS} callers, load ${os.loadavg()[0]?.toFixed(1)} at the start`)
  for (const count of [350, 5] as const) {
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
        { HALYARD_UPSTREAM_TOKENS: BACKEND_TOKEN, FRONTEND_TOKENS: FRONTEND_TOKEN },
      )
      await whenReady(service.url)
      const pids = family(service.pid)
      const idle = pids.map((pid) => residentMb(pid))
      const bare = await startBare(service.url, folder)
      for (const [name, target] of Object.entries(targetsAt(service.url))) {
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
    const [frontend, features] = OF_EDGE[count]
    print(row(['Edge, its own figures, /api/frontend', frontend]))
    print(row(['Edge, /api/client/features', features]))
  }
}

await runBench(main)
