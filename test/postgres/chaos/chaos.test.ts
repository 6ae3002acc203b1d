import { expect, it } from 'vitest'

import { runChaos } from './run-chaos.ts'

/** The short form of `npm run chaos`: one of each disaster. Needs `npm run build` first, as the other processes do. */
it('three Halyards lose nothing, repeat nothing and keep the order while one is killed and the database fails over', async () => {
  const figures = await runChaos(['kill a Halyard', 'crash the database', 'fail over'], { pauseMs: 700 })
  const { acknowledged, unknown, staleness, disasters, calls, ...rest } = figures
  console.log(
    `chaos: ${calls} calls judged, ${acknowledged} acknowledged, ${unknown} unknown; staleness: median ${staleness.median} ms, p99 ${staleness.p99} ms`,
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
  expect(calls).toBeGreaterThan(100)
  expect(staleness.count).toBeGreaterThan(0)
  expect(disasters).toEqual({ 'kill a Halyard': 1, 'crash the database': 1, 'fail over': 1 })
})
