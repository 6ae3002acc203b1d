// `npm run bench`, another part: how soon a change of an upstream is at the last SDK that streams from its mirror.
import path from 'node:path'

import { toChunks } from '#shared/transfer/import-export/chunks.ts'
import { makeFile } from './import-file.ts'
import { ADMIN_TOKEN, BACKEND_TOKEN, FEATURES, LIMITS, runBench, serveFrom, TOKENS } from './instance.ts'
import { send } from './latency.ts'
import { median } from './load.ts'
import { machine, print, row } from './report.ts'
import { PASSWORD, signIn } from './sign-in.ts'
import { startProcess } from './start-process.ts'

const SDKS = 20
const CHANGES = 200
const FLAGS = 350
const FLAG = 'propagated'
/** Time for streams to open, and between two changes. */
const REST_MS = 3000
const PAUSE_MS = 50

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** An SDK at a stream, which says when it was told of something new. */
async function openStream(url: string, onNews: () => void): Promise<void> {
  const response = await fetch(`${url}/api/client/streaming`, {
    headers: { authorization: BACKEND_TOKEN, accept: 'text/event-stream' },
  })
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const chunk of response.body ?? [])
      if (decoder.decode(chunk, { stream: true }).includes('event: unleash-updated')) onNews()
  }
  read().catch(() => undefined)
}

/** Changes a flag upstream again and again; answers how long each change took to the last stream, in ms. */
async function measure(upstream: string, mirror: string): Promise<number[]> {
  let told = 0
  let whenAll = () => {}
  for (let index = 0; index < SDKS; index++)
    await openStream(mirror, () => {
      told += 1
      if (told === SDKS) whenAll()
    })
  await pause(REST_MS)
  const times: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    told = 0
    const all = new Promise<void>((resolve) => (whenAll = resolve))
    const begun = performance.now()
    await send(upstream, {
      path: `${FEATURES}/${FLAG}/environments/development/${change % 2 === 0 ? 'on' : 'off'}`,
      headers: { authorization: ADMIN_TOKEN },
      body: {},
    })
    await all
    times.push(performance.now() - begun)
    await pause(PAUSE_MS)
  }
  return times
}

await runBench(async (folder) => {
  const upstream = await startProcess(serveFrom(path.join(folder, 'upstream')), {
    ...LIMITS,
    ...TOKENS,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  })
  const headers = { cookie: await signIn(upstream.url) }
  for (const data of toChunks(makeFile(0, FLAGS)))
    await send(upstream.url, {
      path: '/api/admin/features-batch/import',
      headers,
      body: { project: 'default', environment: 'development', data },
    })
  await send(upstream.url, { path: FEATURES, headers: { authorization: ADMIN_TOKEN }, body: { name: FLAG } })
  const mirror = await startProcess(serveFrom(path.join(folder, 'mirror')), {
    HALYARD_UPSTREAM: upstream.url,
    HALYARD_UPSTREAM_TOKENS: BACKEND_TOKEN,
    // a round that comes by chance would make it look sooner
    FEATURES_REFRESH_INTERVAL_SECONDS: '600',
  })
  await pause(REST_MS)
  const times = (await measure(upstream.url, mirror.url)).toSorted((a, b) => a - b)
  print(`\n${machine()}, ${FLAGS} flags, ${SDKS} streams at a mirror, ${CHANGES} changes of its upstream\n`)
  print(row(['from the request to the last stream', 'ms']))
  print(row(['median', median(times).toFixed(0)]))
  print(row(['p99', (times[Math.floor(times.length * 0.99)] ?? 0).toFixed(0)]))
  await mirror.stop()
  await upstream.stop()
})
