// Schedules change requests and applies due ones, until it is killed. Usage: schedule-process.ts <data folder> <first
// flag> <clock ahead by ms> <seed> Prints `open`, and `scheduled <flag>` for each acknowledged request; with a
// negative seed it creates none, and ends when all are applied.
import { writeSync } from 'node:fs'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { seededRandom } from '#support/runner/random.ts'
import { placeAt } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const [dataDir = '', first = '0', ahead = '0', seed = '0'] = process.argv.slice(2)
const ADMIN = '*:*.admin-secret'
const PROJECT = '/api/admin/projects/default'
const REQUESTS = `${PROJECT}/environments/production/change-requests`
const SOONEST_MS = 80
const LATEST_MS = 400
/** Due after any kill, and before the next run by the clock. */
const LONG_AFTER_MS = 5 * 60_000
const print = (line: string) => writeSync(1, `${line}\n`)

const clock = { now: () => new Date(Date.now() + Number(ahead)), elapsed: () => performance.now() }
const config = readConfig({ ...placeAt(dataDir), port: '0' }, { INIT_ADMIN_API_TOKENS: ADMIN })
const backend = await createBackend({ config, wasm, logger: createLogger('silent'), clock })
const random = seededRandom(Math.abs(Number(seed)))

type Method = 'GET' | 'POST' | 'PUT'
function send(method: Method, url: string, body?: object) {
  const headers = { host: 'localhost:4242', authorization: ADMIN }
  return backend.http.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
}
async function call<T>(method: Method, url: string, body?: object): Promise<T> {
  const answer = await send(method, url, body)
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
  return (answer.body === '' ? undefined : answer.json()) as T
}

const stateOf = (id: number) => `${PROJECT}/change-requests/${id}/state`
const move = (id: number, state: string) => call('PUT', stateOf(id), { state })

/** A request that a strategy be added: done twice, there would be two. Answers its number. */
async function schedule(flag: string, after: number): Promise<number> {
  await call('POST', `${PROJECT}/features`, { name: flag })
  const change = { action: 'addStrategy', feature: flag, payload: { name: 'default' } }
  const { id } = await call<{ id: number }>('POST', REQUESTS, change)
  for (const state of ['In review', 'Approved']) await move(id, state)
  // on a busy machine it may be due before the request is checked, which is then refused: try a later time
  for (let delay = after; ; delay *= 2) {
    const scheduledAt = new Date(clock.now().getTime() + delay).toISOString()
    const { statusCode, body } = await send('PUT', stateOf(id), { state: 'Scheduled', scheduledAt })
    if (statusCode < 300) break
    if (statusCode !== 400 || clock.now().toISOString() < scheduledAt) throw new Error(body)
  }
  print(`scheduled ${flag}`)
  return id
}

const isPending = async (one?: number) =>
  (await call<{ id: number; state: string }[]>('GET', `${PROJECT}/change-requests`)).some(
    ({ id, state }) => state === 'Scheduled' && id === (one ?? id),
  )

print('open')
await call('PUT', `${REQUESTS}/config`, { changeRequestsEnabled: true })
// reuse a draft left by a kill: each user has at most one
for (const { id } of await call<{ id: number }[]>('GET', `${PROJECT}/change-requests/pending`))
  await move(id, 'Cancelled')

if (Number(seed) < 0) {
  while (await isPending()) await backend.runJobs()
  await backend.close()
} else {
  const soon = () => SOONEST_MS + random() * (LATEST_MS - SOONEST_MS)
  // of each run one is late, and one in time, however fast the machine is
  await schedule(`flag-${Number(first)}`, LONG_AFTER_MS)
  const inTime = await schedule(`flag-${Number(first) + 1}`, soon())
  while (await isPending(inTime)) await backend.runJobs()
  for (let n = Number(first) + 2; ; n++) {
    await schedule(`flag-${n}`, soon())
    await backend.runJobs()
    await new Promise((resolve) => setTimeout(resolve, random() * 30))
  }
}
