import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { PowerLossDisk } from '#support/faults/power-loss-disk.ts'
import { seededRandom } from '#support/runner/random.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { LEDGER, lastEntry, writeEntry, type Bounds } from './ledger.ts'
import { checkWithOwnStore } from './read-ledger.ts'

/** HALYARD_ROUNDS=all: a hundred. */
const CUTS = process.env['HALYARD_ROUNDS'] === 'all' ? 100 : 30
const MAX_ENTRIES = 1000
/** The chances that a write that was on its way has reached the disk: one image of each cut for each. */
const KEPT = [0, 0.5, 0.9, 0.2, 1]

describe('power cuts', () => {
  it('lose nothing that was acknowledged, and leave no partial write', async () => {
    const { faults, ...count } = await simulate({ cuts: CUTS, liesOnSync: false })
    console.log(
      `power cuts: ${CUTS} cuts, ${count.images} disk images (${count.secondCuts} with a second cut in or after the recovery), ` +
        `${count.acknowledged} acknowledged transactions, ${count.pending} writes on their way; faults: ${faults.length}`,
    )
    expect(count.images).toBeGreaterThanOrEqual(CUTS * 4)
    expect(count.secondCuts).toBeGreaterThan(CUTS)
    expect(count.acknowledged).toBeGreaterThan(CUTS * 20)
    expect(faults).toEqual([])
  })

  it('would lose acknowledged writes without the sync before (control)', async () => {
    const cuts = 10
    const { faults, images } = await simulate({ cuts, liesOnSync: true })
    const lost = faults.filter((fault) => fault.includes('LOST'))
    console.log(
      `control without the sync: ${images} disk images, ${lost.length} of them lost acknowledged transactions`,
    )
    expect(lost.length).toBeGreaterThan(0)
  })
})

async function simulate({ cuts, liesOnSync }: { cuts: number; liesOnSync: boolean }) {
  const { folder, remove } = makeTempFolder('halyard-power-')
  const count = { images: 0, secondCuts: 0, acknowledged: 0, pending: 0 }
  const faults: string[] = []
  let opened = 0
  const nextFolder = () => path.join(folder, String(opened++))
  for (let cut = 0; cut < cuts; cut++) {
    const random = seededRandom(cut * 104_729 + 7)
    const disk = new PowerLossDisk(random)
    disk.liesOnSync = liesOnSync
    const first = nextFolder()
    const bounds = await writeUntilCut(disk, first, random, 1 + Math.floor(random() ** 1.3 * 8000))
    count.acknowledged += bounds.acknowledged
    count.pending += disk.pending
    for (const kept of KEPT) {
      let at = nextFolder()
      let image = disk.imageAfterCut(kept, moved(first, at))
      let expected = bounds
      count.images++
      if (random() < 0.5) {
        count.secondCuts++
        image.liesOnSync = liesOnSync
        const second = await writeUntilCut(image, at, random, 1 + Math.floor(random() * 60), bounds)
        const again = nextFolder()
        image = image.imageAfterCut(kept, moved(at, again))
        expected = second
        at = again
      }
      const { faults: found } = await checkWithOwnStore(path.join(at, 'halyard.db'), expected, image.fs)
      faults.push(...found.map((fault) => `cut ${cut}, ${kept} kept: ${fault}`))
    }
  }
  remove()
  return { ...count, faults }
}

/** Opens the store on a disk and writes until the power fails, `changes` from now; answers what must be there after it. */
async function writeUntilCut(
  disk: PowerLossDisk,
  dataDir: string,
  random: () => number,
  changes: number,
  before: Bounds = { acknowledged: 0, written: 0 },
): Promise<Bounds> {
  let { acknowledged, written } = before
  let store: Store | undefined
  disk.cutAfter = disk.changes + changes
  try {
    store = await openStore({ dataDir, wasm, now: () => new Date(0), migrations: LEDGER, fs: disk.fs })
    let last = await lastEntry(store)
    while (last < MAX_ENTRIES) {
      const callers = 1 + Math.floor(random() * 4)
      for (let caller = 0; caller < callers; caller++) {
        written = Math.max(written, last + 1)
        await writeEntry(store, ++last, random)
      }
      await store.durable()
      acknowledged = Math.max(acknowledged, last)
    }
  } catch (error) {
    if (!disk.isOff) throw error
  }
  disk.cutPower()
  await store?.close().catch(() => undefined)
  return { acknowledged, written }
}

const moved = (from: string, to: string) => (name: string) => name.replace(from, to)
