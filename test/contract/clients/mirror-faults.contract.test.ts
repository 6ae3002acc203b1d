import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { seededRandom } from '#support/runner/random.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { FaultyUpstream, FAULTS } from '#support/stand-ins/faulty-upstream.ts'

const ROUND_MS = 15_000

let upstream: FaultyUpstream
let app: TestBackend
beforeEach(async () => {
  upstream = await new FaultyUpstream().listen()
  app = await startBackend({
    env: { HALYARD_UPSTREAM: upstream.url, HALYARD_UPSTREAM_TOKENS: BACKEND },
  })
  await app.backend.runJobs()
})
afterEach(async () => {
  await app.stop()
  await upstream.stop()
})

async function round(): Promise<void> {
  app.clock.advance(ROUND_MS)
  await app.backend.runJobs()
}

/** Results that SDKs of servers and pages get: by name, whether a flag is on. */
async function servedNow(): Promise<{ flags: Record<string, boolean>; toggles: string[] }> {
  const client = await app.call(getAllClientFeatures, { token: BACKEND })
  const page = await app.call(getFrontendFeatures, { token: FRONTEND })
  expect([client.status, page.status]).toEqual([200, 200])
  const { features } = client.body as { features: { name: string; enabled: boolean }[] }
  return {
    flags: Object.fromEntries(features.map(({ name, enabled }) => [name, enabled])),
    toggles: page.body.toggles.map(({ name }) => name).sort(),
  }
}

/** The same of a revision of the upstream. */
function servedAt(revision: number) {
  const flags = FaultyUpstream.stateOf(revision)
  const toggles = Object.keys(flags).filter((name) => flags[name])
  return { flags, toggles: toggles.sort() }
}
const problemNow = async () => (await app.call(getMirror)).body.sources[0]?.problem

describe('a mirror whose upstream', () => {
  it.each(FAULTS)('answers a change with %s evaluates as before, and then as the change', async (fault) => {
    expect(await servedNow()).toEqual(servedAt(1))
    upstream.revision = 3
    await round()
    expect(await servedNow()).toEqual(servedAt(3))
    if (fault !== 'an older state') upstream.revision = 4
    upstream.fault = fault
    await round()
    expect(await servedNow()).toEqual(servedAt(3))
    // an older state is no problem of the upstream
    expect((await problemNow()) === null).toBe(fault === 'an older state')
    upstream.fault = undefined
    for (let rounds = 0; rounds < 3; rounds++) await round()
    expect(await servedNow()).toEqual(servedAt(upstream.revision))
    expect(await problemNow()).toBeNull()
  })

  it('was restored from a backup is followed, once it has said so for a minute', async () => {
    upstream.revision = 9
    await round()
    upstream.revision = 5
    await round()
    expect(await servedNow()).toEqual(servedAt(9))
    for (let rounds = 0; rounds < 4; rounds++) await round()
    expect(await servedNow()).toEqual(servedAt(5))
  })

  it('asks to wait is left alone for that time', async () => {
    upstream.fault = 'too many requests, with a time'
    await round()
    const { polls } = upstream
    await round()
    await round()
    expect(upstream.polls).toBe(polls)
    await round()
    expect(upstream.polls).toBe(polls + 1)
  })

  it('fails in all ways at random is never evaluated wrongly, across restarts of it', async () => {
    const random = seededRandom(34)
    let taken = 1
    let wholeAnswers = 0
    const { port } = new URL(upstream.url)
    for (let rounds = 0; rounds < propertyRuns(150); rounds++) {
      if (random() < 0.5) upstream.revision += 1
      upstream.fault = random() < 0.7 ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined
      if (random() < 0.1) {
        const { revision, fault } = upstream
        await upstream.stop()
        // killed: a round without anybody there
        await round()
        expect(await servedNow()).toEqual(servedAt(taken))
        upstream = await new FaultyUpstream().listen(Number(port))
        Object.assign(upstream, { revision, fault })
      }
      const { polls } = upstream
      await round()
      const wasAsked = upstream.polls > polls
      const isWhole = upstream.fault === undefined && wasAsked
      // one that lags by a change still has what is newer than what was taken before
      if (isWhole) taken = upstream.revision
      else if (upstream.fault === 'an older state' && wasAsked) taken = Math.max(taken, upstream.revision - 1)
      wholeAnswers += Number(isWhole)
      expect(await servedNow()).toEqual(servedAt(taken))
    }
    expect(wholeAnswers).toBeGreaterThan(10)
  })
})
