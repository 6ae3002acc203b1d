import { expect, it } from 'vitest'

import { checkHistory } from '../histories/check-history.ts'
import { PLANTINGS } from '../histories/plant.ts'
import { runChaos, type Disaster } from './run-chaos.ts'

const DISASTERS: readonly Disaster[] = [
  'kill a Halyard',
  'halt a Halyard',
  'cut a Halyard off',
  'crash the database',
  'fail over',
]

/** The short form of `npm run chaos`: one of each disaster. Needs `npm run build` first, as the other processes do. */
it('three Halyards lose nothing, repeat nothing and keep the order whatever happens to one of them, or to the database', async () => {
  const figures = await runChaos(DISASTERS, { pauseMs: 700 })
  const { acknowledged, unknown, staleness, disasters, history, ...rest } = figures
  console.log(
    `chaos: ${history.length} calls judged, ${acknowledged} acknowledged, ${unknown} unknown; staleness: median ${staleness.median} ms, p99 ${staleness.p99} ms`,
  )
  expect(rest).toEqual({
    lost: [],
    twice: [],
    refusedButThere: [],
    disordered: [],
    surprises: [],
    staleReads: 0,
    different: 0,
    anomalies: [],
  })
  expect(acknowledged).toBeGreaterThan(20)
  expect(staleness.count).toBeGreaterThan(0)
  expect(disasters).toEqual(Object.fromEntries(DISASTERS.map((one) => [one, 1])))

  // the same history with a fault in it is not explained: the judge is awake
  const found = Object.entries(PLANTINGS).map(([name, plant]) => {
    const planted = plant(history)
    return [name, planted && checkHistory(planted).length > 0]
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.keys(PLANTINGS).map((name) => [name, true])),
  )
})
