import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Program } from '#support/service/program.ts'
import { ADMIN_TOKEN, startService } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { buildProcess } from './torture/build-process.ts'
import { findBrokenInFile, readFile } from './torture/invariants.ts'
import { SECRETS } from './torture/secrets.ts'
import { copyDatabase } from './read-ledger.ts'

const HANDLES = 64
const CLIENTS = 150
const ROUNDS_MS = 3000
const HEAP_MB = 64
const MIXED_HEAP_MB = 96
const MIXED = 300
const FEATURES = '/api/admin/projects/default/features'

let script: string
const { folder, remove } = makeTempFolder('halyard-scarce-')
beforeAll(async () => {
  script = await buildProcess(path.join(import.meta.dirname, '../soak/soaked-process.ts'))
})
afterAll(remove)

describe('a service', () => {
  it(`with ${HANDLES} file descriptors serves again after more clients came, and loses nothing`, async () => {
    const dataDir = path.join(folder, 'handles')
    const service = await startService({
      dataDir,
      maxHandles: HANDLES,
      env: { INIT_BACKEND_API_TOKENS: SECRETS.backend },
    })
    const { url } = service
    await create(url, 'before', ADMIN_TOKEN)
    const leave = new AbortController()
    const streams = Array.from({ length: CLIENTS }, () =>
      fetch(`${url}/api/client/streaming`, {
        headers: { authorization: SECRETS.backend, accept: 'text/event-stream' },
        signal: leave.signal,
      }).catch(() => undefined),
    )
    await Promise.race(streams)
    // every second the service looks after its own while there are none left
    await sleep(ROUNDS_MS)
    leave.abort()
    const turnedAway = (await Promise.all(streams)).filter((response) => response === undefined)
    expect(turnedAway.length).toBeGreaterThan(CLIENTS - HANDLES)
    await expect.poll(() => create(url, 'after', ADMIN_TOKEN).catch(() => 'refused')).toBe(201)
    await service.program.stop('SIGKILL')
    expect(namesIn(dataDir)).toEqual(['after', 'before'])
  })

  it(`with ${HEAP_MB} MB of heap answers writes and reads of all flags, or has kept what it answered`, async () => {
    const dataDir = path.join(folder, 'heap')
    const program = new Program(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script, dataDir])
    const url = await addressOf(program)
    const kept: string[] = []
    for (let n = 0; n < 40; n++) {
      const name = `flag-${String(n).padStart(2, '0')}`
      const status = await create(url, name).catch(() => 'gone')
      if (status !== 201) break
      kept.push(name)
      await fetch(`${url}/api/client/features`, { headers: { authorization: SECRETS.backend } }).catch(
        () => 0,
      )
    }
    await program.stop('SIGKILL')
    expect(kept.length).toBeGreaterThan(5)
    expect(namesIn(dataDir)).toEqual(kept)
  })

  it(`with ${MIXED_HEAP_MB} MB of heap answers ${MIXED} mixed requests at once, the largest among them`, async () => {
    const service = await startService({
      dataDir: path.join(folder, 'mixed'),
      env: { INIT_BACKEND_API_TOKENS: SECRETS.backend },
      // the young generation is that of the command line and of `npm run serve`
      nodeOptions: [`--max-old-space-size=${MIXED_HEAP_MB}`, '--max-semi-space-size=4'],
    })
    const requests = await prepareMixed(service.url)
    const statuses = await Promise.all(
      Array.from({ length: MIXED }, async (_, nr) => requests[nr % requests.length]?.()),
    )
    expect([...new Set(statuses)].filter((status = 0) => status < 200 || status > 204)).toEqual([])
    expect(await create(service.url, 'afterwards', ADMIN_TOKEN)).toBe(201)
    await service.stop()
  })
})

/** Fills a service with large events; answers the requests that take most of it. */
async function prepareMixed(url: string): Promise<(() => Promise<number>)[]> {
  const send = (method: string, at: string, body?: object, authorization = ADMIN_TOKEN) =>
    fetch(url + at, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const status = async (...request: Parameters<typeof send>) => {
    const response = await send(...request)
    await response.arrayBuffer()
    return response.status
  }
  for (let nr = 0; nr < 50; nr++) await create(url, `flag-${nr}`, ADMIN_TOKEN)
  const strategies = `${FEATURES}/flag-0/environments/development/strategies`
  const { id } = (await (await send('POST', strategies, longStrategy(0))).json()) as { id: string }
  const change = (nr: number) => status('PUT', `${strategies}/${id}`, longStrategy(nr))
  // a page of events has 4 MB: some 25 changes
  for (let nr = 1; nr <= 60; nr++) await change(nr)
  const context = { appName: 'a,b,c', userId: '1,2,3,4' }
  const names = Array.from({ length: 1000 }, (_, nr) => [`flag-${nr}`, { yes: 1, no: 1 }])
  const toggles = Object.fromEntries(names) as Record<string, object>
  const bucket = { start: new Date(), stop: new Date(), toggles }
  return [
    () => status('GET', '/api/admin/search/events?limit=1000'),
    () => status('GET', '/api/admin/events/flag-0'),
    () => status('GET', '/api/admin/past?at=2026-01-01T00:00:00.000Z'),
    () => status('GET', '/api/admin/projects/default/overview'),
    () => status('GET', '/api/admin/search/features?limit=100'),
    () =>
      status('POST', '/api/admin/features-batch/export', { environment: 'development', project: 'default' }),
    () =>
      status('POST', '/api/admin/playground/advanced', {
        ...{ environments: ['development', 'production'], projects: '*', context },
      }),
    () => change(100),
    () => status('GET', '/api/client/features', undefined, SECRETS.backend),
    () => status('POST', '/api/client/metrics', { appName: 'app', bucket }, SECRETS.backend),
  ]
}

/** Makes a strategy whose body has 72 kB. */
const longStrategy = (nr: number) => ({
  name: 'flexibleRollout',
  constraints: ['userId', 'sessionId', 'appName'].map((contextName) => ({
    ...{ contextName, operator: 'IN' },
    values: Array.from({ length: 240 }, (_, index) => `${nr}-${index}`.padEnd(95, 'x')),
  })),
})

async function addressOf(program: Program): Promise<string> {
  const [, url = ''] = await program.says(/^serves (\S+)\n/m)
  return url
}

/** Creates a flag with a long description; answers the status. */
async function create(url: string, name: string, authorization: string = SECRETS.admin): Promise<number> {
  const response = await fetch(url + FEATURES, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name, description: 'x'.repeat(5000) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Reads the flags that are on the disk, in a database that keeps every invariant. */
function namesIn(dataDir: string): string[] {
  const copy = copyDatabase(path.join(dataDir, 'halyard.db'), path.join(folder, 'copy'))
  expect(findBrokenInFile(copy)).toEqual([])
  return readFile(copy, (read) =>
    read('select name from features order by name').map(({ name }) => String(name)),
  )
}
