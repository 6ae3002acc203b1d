import { spawn } from 'node:child_process'
import path from 'node:path'

import { expect, it } from 'vitest'

import { insertSignal, readSignalQueue } from '#domains/signals/signals/signals.store.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { actionSet, addEndpoint, addServiceAccount, createSet, switching } from '#support/stages/actions.ts'
import { seededRandom } from '#support/runner/random.ts'
import { startBackend } from '#support/service/start-backend.ts'
import { placeAt } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { buildProcess } from './torture/build-process.ts'
import { setActionRules } from '#shared/signals/contract/action-rules.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

const SIGNALS = 800
/** Maximum number of actions begun between two kills, however fast the machine is. */
const MAX_PER_RUN = 120
const MAX_KILLS = 200
/** Quiet time after which all signals count as executed. */
const QUIET_MS = 2000
const AT = '2026-11-21T12:00:00.000Z'

it(`executes ${SIGNALS} signals once each and in order, however often it is killed`, async () => {
  const app = await startBackend()
  const { store } = app.backend
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  const endpoint = await addEndpoint(app, 'alerts')
  const robot = await addServiceAccount(app, 'robot')
  const when = (key: string, value: string) => ({
    match: {
      source: 'signal-endpoint',
      sourceId: endpoint,
      payload: { [key]: { operator: 'IN', values: [value] } },
    },
  })
  // each signal toggles the flag: a lost, repeated or misordered signal leaves a gap in the log
  for (const to of ['ON', 'OFF'] as const)
    await createSet(
      app,
      actionSet(endpoint, robot, { name: to, actions: [switching(to, 'flag')], ...when('to', to) }),
    )
  // a failure is logged only once, too
  const failing = { name: 'fails', actions: [switching('ON', 'no-such-flag')], ...when('third', 'true') }
  await createSet(app, actionSet(endpoint, robot, failing))
  await store.transaction(async (queries) => {
    for (let n = 0; n < SIGNALS; n++)
      await insertSignal(queries, {
        sourceId: endpoint,
        payload: { n, to: n % 2 === 0 ? 'ON' : 'OFF', third: n % 3 === 0 },
        createdAt: AT,
      })
  })
  const { dataDir } = app.backend.status()
  await app.backend.close()

  const random = seededRandom(20261121)
  let kills = 0
  let idle = 0
  let left = SIGNALS
  while (left > 0 && kills < MAX_KILLS) {
    await runUntilKilled(dataDir, random() * MAX_PER_RUN)
    kills++
    const waiting = await look(dataDir, waitingIn)
    if (waiting === left) idle++
    left = waiting
  }

  const { executions, switches } = await look(dataDir, whatHappened)
  const ofFlag = executions.filter(({ name }) => name !== 'fails')
  const lost = SIGNALS - new Set(ofFlag.map(({ n }) => n)).size
  const twice = ofFlag.length - new Set(ofFlag.map(({ n }) => n)).size
  const outOfTurn = ofFlag.filter(({ n }, index) => n !== index).length
  const wrong = switches.filter((type, index) => type !== (index % 2 === 0 ? 'enabled' : 'disabled')).length
  const failures = executions.filter(({ name, state }) => name === 'fails' && state === 'failed')
  console.log(
    `actions, kill -9: ${kills} kills (${idle} before the first signal), ${SIGNALS} signals: ${lost} lost, ${twice} executed ` +
      `twice, ${outOfTurn} out of turn; ${switches.length} switches of the flag told, ${wrong} of them wrong; ` +
      `${failures.length} failures told`,
  )
  expect([left, lost, twice, outOfTurn, wrong]).toEqual([0, 0, 0, 0, 0])
  expect(switches).toHaveLength(SIGNALS)
  expect(failures.map(({ n }) => n)).toEqual(ofFlag.map(({ n }) => n).filter((n) => n % 3 === 0))
  // the test proves nothing unless the service was killed at work
  expect(kills - idle).toBeGreaterThan(5)
  await app.stop()
})

const RETRIES = 3
const SETS = 5

it('retries what waits once each, with the waits of the rules, however often it is killed', async () => {
  const app = await startBackend()
  const { store } = app.backend
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  const endpoint = await addEndpoint(app, 'alerts')
  const robot = await addServiceAccount(app, 'robot')
  for (let n = 0; n < SETS; n++) {
    const body = actionSet(endpoint, robot, { name: `set ${n}`, actions: [switching('ON', 'flag')] })
    const { id } = await createSet(app, body)
    await app.call(setActionRules, {
      params: { projectId: 'default', id: String(id) },
      body: { retries: RETRIES, retryAfterSeconds: 1 },
    })
  }
  await store.transaction((queries) =>
    insertSignal(queries, { sourceId: endpoint, payload: {}, createdAt: AT }),
  )
  const { dataDir } = app.backend.status()
  await app.backend.close()

  const random = seededRandom(20261129)
  let kills = 0
  const isDone = () =>
    look(dataDir, async ({ queries }) => {
      const retries = await queries.selectFrom('action_retries').select('action_set_id').execute()
      return retries.length === 0 && (await readSignalQueue(queries)).waiting === 0
    })
  do {
    // within an action, or while all that is left waits
    await runUntilKilled(dataDir, 2 + random() * 2 * SETS, 'busy')
    kills++
  } while (!(await isDone()) && kills < MAX_KILLS)

  const executions = await look(dataDir, ({ queries }) =>
    queries
      .selectFrom('action_set_events')
      .select(['action_set_id as set', 'attempt', 'created_at as at', 'resolution'])
      .orderBy('id')
      .execute(),
  )
  console.log(`retries, kill -9: ${kills} kills, ${executions.length} executions of ${SETS} sets`)
  for (const set of new Set(executions.map((one) => one.set))) {
    const own = executions.filter((one) => one.set === set)
    expect(own.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
    expect(own.map(({ resolution }) => resolution)).toEqual(['retried', 'retried', 'retried', null])
    const waits = own.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(own[index]?.at ?? ''))
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** index)
  }
  expect(executions).toHaveLength(SETS * (1 + RETRIES))
  expect(kills).toBeGreaterThan(2)
  await app.stop()
})

/** Kills the service within an action, after that many have begun; or once nothing is left to do. */
async function runUntilKilled(dataDir: string, actions: number, ...args: string[]): Promise<void> {
  const script = await buildProcess(path.join(import.meta.dirname, 'actions-process.ts'))
  const child = spawn(process.execPath, [script, dataDir, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let isKilled = false
  return new Promise((resolve, reject) => {
    let begun = 0
    let quiet: NodeJS.Timeout
    const kill = () => {
      isKilled = true
      child.kill('SIGKILL')
    }
    child.stdout.on('data', (dots: Buffer) => {
      begun += dots.length
      clearTimeout(quiet)
      if (begun > actions) kill()
      else quiet = setTimeout(kill, QUIET_MS)
    })
    child.once('close', (code) => {
      if (isKilled) resolve()
      else reject(new Error(`the service ended by itself, with ${code}`))
    })
  })
}

/** Reads the data left by a killed service. */
async function look<T>(dataDir: string, at: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ ...placeAt(dataDir), wasm, now: () => new Date() })
  try {
    return await at(store)
  } finally {
    await store.close()
  }
}

const waitingIn = async ({ queries }: Store) => (await readSignalQueue(queries)).waiting

/** Reads the outcomes from the action sets' events and the audit log, in order. */
async function whatHappened({ queries }: Store) {
  const rows = await queries
    .selectFrom('action_set_events')
    .select(['state', 'signal', 'action_set'])
    .orderBy('id')
    .execute()
  const executions = rows.map(({ state, signal, action_set: set }) => ({
    state,
    n: (JSON.parse(signal) as { payload: { n: number } }).payload.n,
    name: (JSON.parse(set) as { name: string }).name,
  }))
  const events = await queries
    .selectFrom('events')
    .select('type')
    .where('feature_name', '=', 'flag')
    .where('type', 'like', 'feature-environment-%')
    .orderBy('id')
    .execute()
  return { executions, switches: events.map(({ type }) => type.replace('feature-environment-', '')) }
}
