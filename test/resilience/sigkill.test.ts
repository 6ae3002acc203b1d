import { existsSync, statSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { seededRandom } from '#support/runner/random.ts'
import { checkWithOwnStore, checkWithSqlite, copyDatabase } from './read-ledger.ts'
import { runUntilKilled } from './run-until-killed.ts'

const KILLS = 40
/** A third of the kills come by time, of which some before the first write; the others by what was acknowledged. */
const LONGEST_RUN_MS = 400
const MOST_WRITES = 60
/** At most so many entries are on their way at once (writer-process.ts). */
const CALLERS = 5

it(`keeps every acknowledged write through ${KILLS} times kill -9`, async () => {
  const { folder, remove } = makeTempFolder('halyard-kill-')
  const dataDir = path.join(folder, 'data')
  const file = path.join(dataDir, 'halyard.db')
  const random = seededRandom(20261121)
  const faults: string[] = []
  const count = { acknowledged: 0, logsLeft: 0, keptUnpromised: 0, silent: 0 }
  let acknowledged = 0
  for (let round = 0; round < KILLS; round++) {
    const acks =
      round % 3 === 0
        ? await writeUntilKilled(dataDir, round, random() ** 2 * LONGEST_RUN_MS)
        : await writeUntilKilled(dataDir, round, random() * 10, 1 + Math.floor(random() * MOST_WRITES))
    if (acks.length === 0) count.silent++
    count.acknowledged += acks.length
    acknowledged = Math.max(acknowledged, ...acks)
    if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) count.logsLeft++

    // on a copy: the next writer recovers the original by itself
    const copy = copyDatabase(file, path.join(folder, 'copy'))
    const bounds = { acknowledged, written: acknowledged + CALLERS }
    const found = round % 2 === 0 ? await checkWithOwnStore(copy, bounds) : checkWithSqlite(copy, bounds)
    const { last } = found
    faults.push(...found.faults.map((fault) => `round ${round}: ${fault}`))
    count.keptUnpromised += Math.max(0, last - acknowledged)
    acknowledged = Math.max(acknowledged, last)
  }
  console.log(
    `kill -9: ${KILLS} kills, ${count.acknowledged} acknowledged transactions, ${count.logsLeft} times a log to recover from, ` +
      `${count.keptUnpromised} committed but not yet acknowledged, ${count.silent} kills before the first acknowledgement; ` +
      `faults: ${faults.length}; database ${(statSync(file).size / 1e6).toFixed(1)} MB`,
  )
  expect(faults).toEqual([])
  // the test proves nothing unless the writers were at work
  expect(count.acknowledged).toBeGreaterThan(KILLS * 5)
  expect(count.logsLeft).toBeGreaterThan(KILLS / 2)
  remove()
})

/** Starts a writer, kills it some time after it has written so much; answers what it had acknowledged. */
async function writeUntilKilled(
  dataDir: string,
  seed: number,
  afterMs: number,
  afterWrites = 0,
): Promise<number[]> {
  const output = await runUntilKilled('writer-process.ts', [dataDir, String(seed)], afterMs, afterWrites)
  return [...output.matchAll(/^ack (\d+)$/gm)].map(([, entry]) => Number(entry))
}
