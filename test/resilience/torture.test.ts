import { expect, it } from 'vitest'

import { torture } from './torture/torture.ts'

const KILLS = 8

it(`keeps every acknowledged write, and executes nothing twice, through ${KILLS} times kill -9 of the whole service`, async () => {
  const { faults, ...count } = await torture({ kills: KILLS, seed: 7, mostWrites: 80, restoreEvery: 4 })
  console.log(`torture: ${JSON.stringify(count)}; faults: ${faults.length}`, ...faults)
  expect(faults).toEqual([])
  // the test proves nothing unless the service was at work
  expect(count.acknowledged).toBeGreaterThan(KILLS * 8)
  expect(count.backups).toBeGreaterThan(0)
})
