import { expect, it } from 'vitest'

import { getMirror } from '#shared/clients/contract/edge.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { evaluationsIn } from '#support/stages/report-sums.ts'
import { nextRound, report, stateOf, useForwarding } from '#support/stages/forwarding-stage.ts'
import { BACKEND, type TestBackend } from '#support/service/start-backend.ts'

const ROUNDS = 24 * 6
const ROUND_MINUTES = 10
const FLAGS = ['checkout', 'search']
const { startMirror, startUpstream } = useForwarding()

/** Rows of each table that a mirror writes to by itself. */
const rowsOf = async (app: TestBackend) => {
  const tables = ['waiting_reports', 'report_batches', 'events', 'mirror_flags', 'client_metrics'] as const
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { count } = await app.backend.store.queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  return counts
}

it('a mirror whose upstream is away for a day answers, tells its age, keeps bounds, and reports each count once', async () => {
  const upstream = await startUpstream()
  const app = await startMirror(upstream, BACKEND, { FEATURES_REFRESH_INTERVAL_SECONDS: '60' })
  const served = async () =>
    await app.call(getAllClientFeatures, { token: BACKEND, headers: { 'unleash-client-spec': '5.2.0' } })
  const before = (await served()).body
  await upstream.stop()

  let reported = 0
  let afterAnHour: Record<string, number> = {}
  for (let round = 1; round <= ROUNDS; round++) {
    await report(app, Object.fromEntries(FLAGS.map((flag) => [flag, { yes: 2, no: 1 }])))
    reported += FLAGS.length * 3
    await nextRound(app, ROUND_MINUTES * 60_000)
    if (round === 6) afterAnHour = await rowsOf(app)
    if (round % 24 > 0) continue
    const answer = await served()
    expect([answer.status, answer.body]).toEqual([200, before])
    expect(Number(answer.headers['halyard-upstream-age'])).toBe(round * ROUND_MINUTES * 60)
  }
  // one row for each flag and hour, and all reports are of one hour: a day needs no more than the first hour
  expect(await rowsOf(app)).toEqual(afterAnHour)
  const { sources } = (await app.call(getMirror)).body
  expect(sources).toMatchObject([{ problem: expect.any(String) as string }])
  expect(await stateOf(app)).toMatchObject({
    waiting: { reports: FLAGS.length, evaluations: reported },
    ...{ sent: 0, dropped: 0, unconfirmed: 0 },
  })

  await upstream.start()
  await nextRound(app)
  await nextRound(app)
  expect(await stateOf(app)).toMatchObject({
    waiting: { reports: 0 },
    sent: reported,
    dropped: 0,
    unconfirmed: 0,
  })
  expect(evaluationsIn(upstream.sums)).toBe(reported)
  expect((await served()).headers['halyard-upstream-age']).toBe('0')
  await nextRound(app, 60 * 60_000)
  expect(evaluationsIn(upstream.sums)).toBe(reported)
})
