import { expect, it } from 'vitest'

import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { seededRandom } from '#support/runner/random.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { runUntilKilled } from './run-until-killed.ts'

const KILLS = 12
/** Runs end by what they promised, then by time: a slow machine gets as far as a fast one. */
const MOST_PROMISED = 8
const LONGEST_WAIT_MS = 150
/** Downtime between two runs, by the service's clock: requests due meanwhile are late. */
const OFF_MS = 10 * 60_000
const LATE_AFTER_MS = 2 * 60_000
const FLAGS_A_RUN = 1000

it(`applies what was scheduled once, and only once, through ${KILLS} times kill -9`, async () => {
  const { at, remove } = await makeTempPlace('halyard-schedule-')
  const { dataDir } = at
  const random = seededRandom(20261121)
  const promised: string[] = []
  for (let round = 0; round < KILLS; round++)
    promised.push(
      ...(await run(dataDir, round, random() * LONGEST_WAIT_MS, 3 + Math.floor(random() * MOST_PROMISED))),
    )
  await run(dataDir, KILLS)

  const store = await openStore({ ...at, wasm, now: () => new Date() })
  const { applied, strategies, left, faults } = await examine(store)
  await store.close()
  const late = applied.filter((one) => one.late).length
  console.log(
    `scheduled requests: ${KILLS} kills, ${promised.length} promised, ${applied.length} applied, ${late} of them late; ` +
      `faults: ${faults.length}`,
  )
  expect(faults).toEqual([])
  expect(left).toEqual([])
  // no promised change is lost or made twice
  expect(promised.filter((flag) => strategies.get(flag) !== 1)).toEqual([])
  expect([...strategies].filter(([, count]) => count !== 1)).toEqual([])
  // the test proves nothing unless kills came both before and after scheduled times
  expect(promised.length).toBeGreaterThan(KILLS)
  expect(late).toBeGreaterThanOrEqual(KILLS)
  expect(applied.length - late).toBeGreaterThanOrEqual(KILLS)
  await remove()
})

/** Runs the process until it is killed or idle; returns the flags whose change it promised. */
async function run(
  dataDir: string,
  round: number,
  killAfterMs?: number,
  killAfterPromises = 1,
): Promise<string[]> {
  const args = [round * FLAGS_A_RUN, round * OFF_MS, killAfterMs === undefined ? -1 : round + 1].map(String)
  const output = await runUntilKilled(
    'schedule-process.ts',
    [dataDir, ...args],
    killAfterMs,
    killAfterPromises,
  )
  return [...output.matchAll(/^scheduled (\S+)$/gm)].map(([, flag = '']) => flag)
}

/** Compares the outcome of the requests in the events with that in the flags. */
async function examine({ queries }: Store) {
  const events = await queries
    .selectFrom('events')
    .select(['data', 'created_at'])
    .where('type', '=', 'change-request-scheduled-application-success')
    .execute()
  const applied = events.map(({ data, created_at: at }) => {
    const {
      changeRequestId: id,
      scheduledAt,
      late = false,
    } = JSON.parse(data ?? '{}') as {
      changeRequestId: number
      scheduledAt: string
      late?: boolean
    }
    return { id, late, after: Date.parse(at) - Date.parse(scheduledAt) }
  })
  const rows = await queries
    .selectFrom('feature_strategies')
    .select((eb) => ['feature_name as flag', eb.fn.countAll<number>().as('count')])
    .groupBy('feature_name')
    .execute()
  const requests = await queries.selectFrom('change_requests').select(['id', 'state']).execute()
  const isApplied = new Set(requests.filter(({ state }) => state === 'Applied').map(({ id }) => id))
  const times = (id: number) => applied.filter((one) => one.id === id).length
  const faults = [
    ...applied.filter((one) => one.after < 0).map(({ id }) => `${id} was applied before its time`),
    ...applied.filter((one) => one.late !== one.after > LATE_AFTER_MS).map(({ id }) => `${id}: late or not?`),
    ...[...isApplied].filter((id) => times(id) !== 1).map((id) => `${id} was told ${times(id)} times`),
    ...applied.filter(({ id }) => !isApplied.has(id)).map(({ id }) => `${id} is told and not applied`),
  ]
  return {
    applied,
    faults,
    strategies: new Map(rows.map(({ flag, count }) => [flag, Number(count)])),
    left: requests.filter(({ state }) => state === 'Scheduled'),
  }
}
