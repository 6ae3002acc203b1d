// Schedules change requests and applies due ones, until it is killed. Usage: schedule-process.ts <data folder> <first
// flag> <clock ahead by ms> <seed> Prints `open`, and `scheduled <flag>` for each acknowledged request; with a
// negative seed it creates none, and ends when all are applied.
import { writeSync } from 'node:fs'

import { readConfig } from '../../src-main/bootstrap/config.ts'
import { createBackend } from '../../src-main/bootstrap/create-backend.ts'
import { createLogger } from '../../src-main/kernel/logger.ts'
import { seededRandom } from '../support/random.ts'
import { placeAt } from '../support/temp-place.ts'
import { wasm } from '../support/wasm.ts'

const [dataDir = '', first = '0', ahead = '0', seed = '0'] = process.argv.slice(2)
const ADMIN = '*:*.admin-secret'
const PROJECT = '/api/admin/projects/default'
const REQUESTS = `${PROJECT}/environments/production/change-requests`
const SOONEST_MS = 80
const LATEST_MS = 400
const print = (line: string) => writeSync(1, `${line}\n`)

const clock = { now: () => new Date(Date.now() + Number(ahead)), elapsed: () => performance.now() }
const config = readConfig({ ...placeAt(dataDir), port: '0' }, { INIT_ADMIN_API_TOKENS: ADMIN })
const backend = await createBackend({ config, wasm, logger: createLogger('silent'), clock })
const random = seededRandom(Math.abs(Number(seed)))

async function call<T>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<T> {
  const headers = { host: 'localhost:4242', authorization: ADMIN }
  const answer = await backend.http.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
  return (answer.body === '' ? undefined : answer.json()) as T
}

const move = (id: number, state: string, more: object = {}) =>
  call('PUT', `${PROJECT}/change-requests/${id}/state`, { state, ...more })

/** A request that a strategy be added: done twice, there would be two. */
async function schedule(flag: string): Promise<void> {
  await call('POST', `${PROJECT}/features`, { name: flag })
  const change = { action: 'addStrategy', feature: flag, payload: { name: 'default' } }
  const { id } = await call<{ id: number }>('POST', REQUESTS, change)
  for (const state of ['In review', 'Approved']) await move(id, state)
  const delay = SOONEST_MS + random() * (LATEST_MS - SOONEST_MS)
  // it may have become due during the request
  await move(id, 'Scheduled', { scheduledAt: new Date(clock.now().getTime() + delay).toISOString() })
  print(`scheduled ${flag}`)
}

const isPending = async () =>
  (await call<{ state: string }[]>('GET', `${PROJECT}/change-requests`)).some(
    ({ state }) => state === 'Scheduled',
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
  for (let n = Number(first); ; n++) {
    await schedule(`flag-${n}`)
    await backend.runJobs()
    await new Promise((resolve) => setTimeout(resolve, random() * 30))
  }
}
