// `npm run bench`, last part: the cost of judging every call against the table of versions, and of the request log.
// JUDGING_ROUNDS: number of rounds of four slices per kind of call. An argument limits the kinds by name.
import path from 'node:path'

import { ADMIN_TOKEN, BACKEND_TOKEN, FEATURES, runBench, TOKENS } from './instance.ts'
import { measureNotes, SDK } from './judging-notes.ts'
import type { Reading, Turn } from './judging-server.ts'
import { machine, print, row } from './report.ts'
import { startTalkingProcess } from './start-process.ts'
import { startLoad, type SteadyCall } from './steady-load.ts'
import { measureSlices, type Compared } from './switched-slices.ts'

const ROUNDS = Number(process.env['JUDGING_ROUNDS'] ?? 240)
const ONLY = process.argv[2] ?? ''
const FLAGS = 50
const BACKEND = { authorization: BACKEND_TOKEN, ...SDK }
const ADMIN = { authorization: ADMIN_TOKEN }
const JSON_BODY = { 'content-type': 'application/json' }

async function main(folder: string): Promise<void> {
  print(`\n${machine()}, ${FLAGS} flags`)
  measureNotes()
  const { url, ask, stop } = await startTalkingProcess<Turn, Reading>(
    [path.join(import.meta.dirname, 'judging-server.ts'), folder],
    TOKENS,
  )
  await createFlags(url)
  const unchanged = get('/api/client/features', { ...BACKEND, 'if-none-match': await etagOf(url) }, 304)
  print(`\n${row([`${ROUNDS} rounds of 4 slices`, 'with', 'without', 'ratio', '95 %'])}`)
  const measure = async (name: string, call: SteadyCall, turnOf = judgingOf) => {
    if (!name.includes(ONLY)) return
    const load = startLoad(url, call)
    const { rate, cpu, busy } = await measureSlices(ask, ROUNDS, turnOf).finally(load.stop)
    print(row([`${name}: answers/s`, ...cellsOf(rate)]))
    print(row([`  processor, µs (busy ${(100 * busy).toFixed(0)} %)`, ...cellsOf(cpu)]))
  }
  await measure('304, judging in neither', unchanged, () => judgingOf(false))
  await measure('client features, 304', unchanged)
  await measure('client features, 200', get('/api/client/features', BACKEND))
  await measure('Admin API, a list', get('/api/admin/environments', ADMIN))
  await measure('register, durable', REGISTER)
  await measure('request log, 304', unchanged, loggingOf)
  await measure('request log, a list', get('/api/admin/environments', ADMIN), loggingOf)
  await stop()
}

const judgingOf = (judging: boolean): Turn => ({ judging, logging: true })
const loggingOf = (logging: boolean): Turn => ({ judging: true, logging })

const cellsOf = ({ on, off, ratio: { ratio, from, to } }: Compared): string[] => [
  on.toFixed(1),
  off.toFixed(1),
  ratio.toFixed(3),
  `${from.toFixed(3)}-${to.toFixed(3)}`,
]

const get = (at: string, headers: Record<string, string>, status = 200): SteadyCall => ({
  method: 'GET',
  path: at,
  headers,
  status,
})

const REGISTER: SteadyCall = {
  method: 'POST',
  path: '/api/client/register',
  headers: { ...BACKEND, ...JSON_BODY },
  body: JSON.stringify({
    ...{ appName: 'shop', instanceId: 'one', strategies: [] },
    ...{ started: 0, interval: 15_000 },
  }),
  status: 202,
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
