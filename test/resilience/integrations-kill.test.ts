import { expect, it } from 'vitest'

import { seededRandom } from '#support/runner/random.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { runUntilKilled } from './run-until-killed.ts'

const KILLS = 15
/** Runs end by the flags they created, then by time: a slow machine gets as far as a fast one. */
const MOST_FLAGS = 30
const LONGEST_WAIT_MS = 50
const FLAGS_A_RUN = 10_000

it(`an integration is told of every flag, in order, through ${KILLS} times kill -9`, async () => {
  const { at, remove } = await makeTempPlace('halyard-integrations-')
  const { dataDir } = at
  const random = seededRandom(20261121)
  const receiver = await startRecordingServer(() => ({ status: 200 }))
  const created: string[] = []
  for (let round = 0; round < KILLS; round++)
    created.push(
      ...(await run(dataDir, round, receiver.url, {
        killAfterMs: random() * LONGEST_WAIT_MS,
        killAfterFlags: 2 + Math.floor(random() * MOST_FLAGS),
      })),
    )
  await run(dataDir, KILLS, receiver.url)

  const told = receiver.seen.map(({ body }) => JSON.parse(body) as { id: number; featureName: string })
  const flags = new Set(told.map(({ featureName }) => featureName))
  const repeated = told.length - new Set(told.map(({ id }) => id)).size
  console.log(
    `integrations: ${KILLS} kills, ${created.length} flags created, told of ${flags.size}, ${repeated} of them again`,
  )
  expect(created.length).toBeGreaterThan(KILLS)
  // nothing acknowledged is lost
  expect(created.filter((flag) => !flags.has(flag))).toEqual([])
  // in the order of the log; the delivery in progress may be repeated once per kill
  expect(told.filter(({ id }, index) => id < (told[index - 1]?.id ?? 0))).toEqual([])
  expect(repeated).toBeLessThanOrEqual(KILLS)
  await receiver.stop()
  await remove()
})

/** Runs the process until it is killed, or has told of everything; answers the flags whose creation it was answered. */
async function run(
  dataDir: string,
  round: number,
  url: string,
  { killAfterMs, killAfterFlags }: { killAfterMs?: number; killAfterFlags?: number } = {},
): Promise<string[]> {
  const args = [dataDir, String(round * FLAGS_A_RUN), `${url}/hook`, killAfterMs === undefined ? 'no' : 'yes']
  const output = await runUntilKilled('integration-process.ts', args, killAfterMs, killAfterFlags)
  return [...output.matchAll(/^created (\S+)$/gm)].map(([, flag = '']) => flag)
}
