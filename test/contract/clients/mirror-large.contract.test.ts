import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { measureTurns } from '#support/runner/processor-time.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { Program } from '#support/service/program.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** By hand: HALYARD_ROUNDS=all makes it the documented limit. */
const FLAGS = process.env['HALYARD_ROUNDS'] === 'all' ? 5000 : 500
const STRATEGIES = 30
/** The goal for a turn of the event loop, in milliseconds of the processor. */
const MAX_TURN_MS = 50

/** Serves a file with all flags, from a process of its own: its turns are not those of the mirror. */
const UPSTREAM = `
  const { readFileSync } = require('node:fs')
  const server = require('node:http').createServer((request, response) => {
    if (request.url !== '/api/client/features') return response.writeHead(404).end()
    const bytes = readFileSync(process.argv[1])
    const etag = '"' + require('node:crypto').createHash('sha1').update(bytes).digest('hex') + '"'
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    response.writeHead(200, { etag, 'content-type': 'application/json' }).end(bytes)
  })
  server.listen(0, '127.0.0.1', () => console.log('listens on ' + server.address().port))`

const temp = makeTempFolder()
const file = path.join(temp.folder, 'flags.json')
let upstream: Program
let app: TestBackend

beforeAll(async () => {
  writeFlags()
  upstream = new Program(process.execPath, ['-e', UPSTREAM, file])
  const [, port = ''] = await upstream.says(/listens on (\d+)/)
  app = await startBackend({
    env: { HALYARD_UPSTREAM: `http://127.0.0.1:${port}`, HALYARD_UPSTREAM_TOKENS: BACKEND },
  })
})
afterAll(async () => {
  await app.stop()
  await upstream.stop()
  temp.remove()
})

/** Writes the flags of the upstream; `isOn`: the last of them is on. */
function writeFlags(isOn = false): void {
  const strategies = (flag: number) =>
    Array.from({ length: STRATEGIES }, (_, n) => ({
      name: 'flexibleRollout',
      parameters: { rollout: String(n), stickiness: 'default', groupId: `flag-${flag}` },
      constraints: [{ contextName: 'userId', operator: 'IN', values: [`user-${flag}`, `user-${n}`] }],
      ...{ segments: [], variants: [] },
    }))
  const features = Array.from({ length: FLAGS }, (_, n) => ({
    name: `flag-${String(n).padStart(4, '0')}`,
    ...{ type: 'release', project: 'default', stale: false, impressionData: false, variants: [] },
    enabled: n < FLAGS - 1 || isOn,
    strategies: strategies(n),
  }))
  writeFileSync(file, JSON.stringify({ version: 2, features, segments: [] }))
}

const round = async () => {
  app.clock.advance(15_000)
  await app.backend.runJobs()
  expect((await app.call(getMirror)).body.sources).toMatchObject([{ problem: null }])
}
const lastFlag = async () => {
  const { body, status } = await app.call(getAllClientFeatures, {
    ...{ token: BACKEND, headers: { 'unleash-client-spec': '5.2.0' } },
  })
  expect(status).toBe(200)
  const { features } = body as { features: { enabled: boolean; strategies: unknown[] }[] }
  return { count: features.length, ...features.at(-1) }
}

it(`a mirror takes over ${FLAGS} flags with ${STRATEGIES} strategies each, and a change of one, in short turns`, async () => {
  const first = await app.answers.unchecked(() => measureTurns(round))
  const same = await app.answers.unchecked(() => measureTurns(round))
  expect(await lastFlag()).toMatchObject({ count: FLAGS, enabled: false })
  // the best of three, as the collection of garbage falls into any of them
  const turns: number[] = []
  for (const isOn of [true, false, true]) {
    writeFlags(isOn)
    turns.push((await app.answers.unchecked(() => measureTurns(round))).longest)
  }
  const last = await lastFlag()
  expect([last.count, last.enabled, last.strategies?.length]).toEqual([FLAGS, true, STRATEGIES])
  console.log(
    `mirror, ${FLAGS} flags: longest turn ${first.longest.toFixed(0)} ms of ${first.total.toFixed(0)} at first, ` +
      `${same.longest.toFixed(0)} without a change, ${turns.map((one) => one.toFixed(0)).join(', ')} with one`,
  )
  expect(Math.min(...turns)).toBeLessThan(MAX_TURN_MS)
  expect(same.longest).toBeLessThan(MAX_TURN_MS)
})
