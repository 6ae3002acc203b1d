import { setTimeout as sleep } from 'node:timers/promises'

import { SECRETS } from '../torture/secrets.ts'
import { signIn } from '../torture/tortured-instance.ts'
import { startSoaked, type Look } from './soaked-service.ts'

const FLAGS = 200
const PAUSE_MS = 40
/** Streams that are open at once; each is left after a moment. */
const STREAMS = 12
const LONGEST_STREAM_MS = 1500
/** Fewer samples have no quarters to compare: where the machine was stopped meanwhile, the soak goes on until they are there. */
const MIN_SAMPLES = 8
/** Likewise: fewer requests would say nothing about what they leave. */
const MIN_REQUESTS = 600
/** Growth that is none: the heap grows and shrinks, connections are opened and closed. */
const FLAT = { mb: 40, handles: 30 }

/** Memory that the service holds after a collection. */
export interface Sample extends Look {
  seconds: number
}

export interface SoakReport {
  seconds: number
  requests: number
  streams: number
  failures: string[]
  samples: Sample[]
  /** Medians of the third quarter and of the last. */
  before: Look
  after: Look
  faults: string[]
}

/** Runs a service under mixed load, with streams that come and vanish; watches its memory and its handles. */
export async function soak(
  { seconds, sampleEvery }: { seconds: number; sampleEvery: number },
  say: (line: string) => void = () => undefined,
): Promise<SoakReport> {
  const service = await startSoaked({ collects: true })
  const { url } = service
  const until = performance.now() + seconds * 1000
  const count = { requests: 0, streams: 0 }
  const failures: string[] = []
  const samples: Sample[] = []

  const send = async (method: string, at: string, body?: object, authorization: string = SECRETS.admin) => {
    count.requests++
    try {
      const { status } = await service.send({ method, at, authorization, ...(body ? { body } : {}) })
      if (status >= 400) failures.push(`${method} ${at}: ${status}`)
    } catch (error) {
      failures.push(`${method} ${at}: ${reasonOf(error)}`)
    }
  }
  const features = '/api/admin/projects/default/features'
  for (let n = 0; n < FLAGS; n++) await send('POST', features, { name: `flag-${n}` })

  const isTooLittle = () => samples.length < MIN_SAMPLES || count.requests < MIN_REQUESTS
  const work = async (step: (n: number) => Promise<void>, pause = PAUSE_MS) => {
    for (let n = 0; performance.now() < until || isTooLittle(); n++) {
      await step(n)
      await sleep(pause)
    }
  }
  const metrics = (n: number) => ({
    appName: `app-${n % 5}`,
    instanceId: `instance-${n % 50}`,
    bucket: { start: new Date(), stop: new Date(), toggles: { [`flag-${n % FLAGS}`]: { yes: 1, no: 1 } } },
  })
  // SDKs, and windows in a browser that open and close
  const cookie = await signIn(url)
  const sdk = { path: '/api/client/streaming', headers: { authorization: SECRETS.backend } }
  const window = { path: '/trpc/changes', headers: { cookie } }
  const stream = async (n: number) => {
    const leave = new AbortController()
    setTimeout(() => leave.abort(), ((n * 37) % 100) * (LONGEST_STREAM_MS / 100))
    const { path: at, headers } = n % 3 === 0 ? window : sdk
    try {
      const response = await fetch(url + at, {
        headers: { ...headers, accept: 'text/event-stream' },
        signal: leave.signal,
      })
      if (!response.ok) failures.push(`stream: ${response.status}`)
      await response.arrayBuffer()
    } catch (error) {
      if (!leave.signal.aborted) failures.push(`stream: ${reasonOf(error)}`)
    }
    count.streams++
  }
  const begun = performance.now()
  await Promise.all([
    work((n) =>
      send('POST', `${features}/flag-${n % FLAGS}/environments/development/${n % 2 ? 'on' : 'off'}`),
    ),
    work(() => send('GET', '/api/client/features', undefined, SECRETS.backend)),
    work((n) => send('GET', `/api/frontend?userId=${n}`, undefined, SECRETS.frontend)),
    work((n) => send('POST', '/api/client/metrics', metrics(n), SECRETS.backend)),
    work(
      (n) => send('GET', ['/api/admin/search/features?limit=50', '/api/admin/projects'][n % 2] ?? ''),
      200,
    ),
    ...Array.from({ length: STREAMS }, (_, index) => work((n) => stream(n * STREAMS + index), 10)),
    work(async () => {
      samples.push({ seconds: Math.round((performance.now() - begun) / 1000), ...service.look() })
      await sleep(sampleEvery * 1000)
      const { residentMb, heapMb, externalMb, handles } = samples.at(-1) ?? service.look()
      say(
        `${samples.at(-1)?.seconds} s: ${residentMb} MB (heap ${heapMb}, outside ${externalMb}), ${handles} handles, ${count.requests} requests`,
      )
    }, 0),
  ])
  // connections that are kept alive end by themselves
  const faults = await service.end()

  const quarter = Math.floor(samples.length / 4)
  const before = median(samples.slice(2 * quarter, 3 * quarter))
  const after = median(samples.slice(-quarter))
  if (after.residentMb - before.residentMb > FLAT.mb)
    faults.push(`memory grows: ${before.residentMb} MB, then ${after.residentMb} MB`)
  if (after.handles - before.handles > FLAT.handles)
    faults.push(`handles grow: ${before.handles}, then ${after.handles}`)
  return { seconds, ...count, failures: failures.slice(0, 10), samples, before, after, faults }
}

/** `fetch failed` says nothing: its cause does. */
const reasonOf = (error: unknown) => String((error instanceof Error && error.cause) || error)

function median(samples: readonly Sample[]): Look {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return {
    residentMb: middle(samples.map(({ residentMb }) => residentMb)),
    heapMb: middle(samples.map(({ heapMb }) => heapMb)),
    externalMb: middle(samples.map(({ externalMb }) => externalMb)),
    handles: middle(samples.map(({ handles }) => handles)),
  }
}
