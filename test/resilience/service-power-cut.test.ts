import { describe, expect, it } from 'vitest'

import { cutPower } from './torture/power-cuts.ts'

const CUTS = 8

describe('power cuts of the whole service under mixed load', () => {
  it('lose nothing that was acknowledged, in no image of the disk', async () => {
    const { faults, ...count } = await cutPower({ cuts: CUTS, seed: 5, mostChanges: 700, restoreEvery: 3 })
    console.log(`power cuts of the service: ${JSON.stringify(count)}; faults: ${faults.length}`)
    expect(faults).toEqual([])
    // the test proves nothing unless the service was at work
    expect(count.acknowledged).toBeGreaterThan(CUTS * 8)
    expect(count.backups).toBeGreaterThan(0)
    expect(count.cutRestores).toBeGreaterThan(0)
  })

  it('would lose acknowledged writes without the syncs before (control)', async () => {
    // it ends with the first cut that finds a loss
    const options = { cuts: 40, seed: 5, mostChanges: 700, restoreEvery: 3, liesOnSync: true }
    const { faults, images } = await cutPower(options)
    console.log(`control without syncs: ${images} disk images, ${faults.length} faults`)
    expect(faults.join('\n')).toMatch(/promised|LOST|integrity/)
  })
})
