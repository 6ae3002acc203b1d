import { expect, it } from 'vitest'

import { soak } from './soak/soak.ts'

/** `npm run soak` takes an hour. */
const SECONDS = 180

it('memory and handles stay flat under mixed load, with streams that come and vanish', async () => {
  const { samples, failures, faults, ...report } = await soak({ seconds: SECONDS, sampleEvery: 3 })
  console.log(`soak: ${JSON.stringify(report)}, ${samples.length} samples`)
  expect([failures, faults]).toEqual([[], []])
  // the test proves nothing unless the service was at work
  expect(report.requests).toBeGreaterThan(500)
  expect(report.streams).toBeGreaterThan(50)
})
