import { afterAll, beforeAll, expect, it } from 'vitest'

import { ownUsage } from '#runtime/process-family.ts'
import { eventually } from '#support/runner/eventually.ts'
import { BACKEND } from '#support/service/start-backend.ts'
import { startWithWorkers, type WorkerStage } from '#support/stages/worker-stage.ts'
import { RecordingUpstream } from '#support/stand-ins/recording-upstream.ts'

const PATH = '/api/client/features'
/** Bytes that a process of Node takes at least. */
const SMALLEST_WORKER = 20_000_000
let upstream: RecordingUpstream
let stage: WorkerStage

beforeAll(async () => {
  upstream = await new RecordingUpstream([{ name: 'checkout' }]).start()
  upstream.stateStatus = 202
  stage = await startWithWorkers({
    env: { HALYARD_UPSTREAM: upstream.url, HALYARD_UPSTREAM_TOKENS: BACKEND },
  })
})
afterAll(async () => {
  await stage?.stop()
  await upstream?.stop()
})

const askOften = async (times: number) => {
  for (let at = 0; at < times; at++) {
    const client = stage.connect()
    const { status } = await client.send(PATH, { headers: { authorization: BACKEND } })
    client.close()
    expect(status).toBe(200)
  }
}

it('a mirror with workers tells of the requests, the memory and the processor time of all its processes', async () => {
  await eventually(() => expect(upstream.states.length).toBeGreaterThan(0))
  stage.answeredByMain.length = 0
  await askOften(40)
  expect(stage.answeredByMain).not.toContain('getAllClientFeatures')
  const { processes, sdkTraffic, stateReporter } = stage.backend.services
  await eventually(() => expect(sdkTraffic?.read().get[PATH]?.count).toBe(40))
  // the process of the tests may be large, and grow: what counts is what the workers have beside it
  const ofWorkers = () => processes.usage.memoryBytes - ownUsage().memoryBytes
  const ownBefore = ownUsage().memoryBytes
  await stateReporter?.report()
  await stateReporter?.settled
  const own = Math.min(ownBefore, ownUsage().memoryBytes)
  const state = upstream.states.at(-1)
  expect(state?.requestsSinceLastReport?.[PATH]).toEqual({ requests200: 40, requests304: 0 })
  // each worker has a heap of its own
  expect(ofWorkers()).toBeGreaterThan(2 * SMALLEST_WORKER)
  expect(state?.processMetrics?.memoryUsage).toBeGreaterThan(own + SMALLEST_WORKER)
  expect(state?.processMetrics?.cpuUsage).toBeGreaterThan(0)
  const [before, memoryBefore] = [processes.usage, ofWorkers()]
  const [pid = 0] = stage.pool.pids
  process.kill(pid, 'SIGKILL')
  await eventually(() => expect(stage.pool.pids).not.toContain(pid))
  // its processor time stays, and its memory does not
  expect(ofWorkers()).toBeLessThan(memoryBefore - SMALLEST_WORKER)
  expect(processes.usage.cpuSeconds).toBeGreaterThanOrEqual(before.cpuSeconds)
})
