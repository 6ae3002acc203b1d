import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hasBody, type Operation } from '#shared/contract/index.ts'
import { SERVED_OPERATIONS } from '#support/service/contract-of.ts'
import { Faults, type FaultKind } from '#support/faults/faults.ts'
import { compareMemory, prepareStage, type Stage } from '#support/faults/fault-stage.ts'
import { minimalBody } from '#support/service/minimal-body.ts'
import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { SIGN_IN_STEPS } from '#support/window/sign-in-steps.ts'
import { deleteApiToken } from '#shared/access/contract/api-tokens.ts'
import { eventually } from '#support/runner/eventually.ts'

/** Operations that never end, or need another instance. */
const LEFT_OUT = [
  'getStreaming',
  'checkRemote',
  'previewRemotePull',
  'pullRemote',
  'addListener',
  'updateListener',
]
/** GETs that need a writable store: readiness, sign-in, and simulations that are rolled back. */
const NEEDS_WRITING = [
  'getReady',
  'redeemSignInLink',
  'getChangeRequestBlastRadius',
  'getSegmentBlastRadius',
  'checkChangeRequest',
  ...SIGN_IN_STEPS,
]
/** Environment that allows this machine: the stored integration points to it. */
const ENV = { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' }
/** Tells of a failing store, instead of failing with it: what cannot be read is null. */
const TELLS_OF_IT = 'getSupportBundle'
/** Number of operations that share an instance before a new one starts. */
const OF_INSTANCE = 60
/** Numbers of the failing statements in a request: dense at first, then sparser. */
const SAMPLED = [1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 150]

const users = [{ username: 'fuzzer', roles: ['Admin' as const] }]
const isDestructive = ({ method, operationId }: Operation) =>
  method === 'DELETE' ||
  /^(delete|remove|archive|forget|clear|overwrite|import|toggleMaintenance)/i.test(operationId)
/** Ranks operations: reads first, deletions last. */
const rank = (operation: Operation) => (isDestructive(operation) ? 2 : operation.method === 'GET' ? 0 : 1)
const operations = SERVED_OPERATIONS.filter(({ operationId }) => !LEFT_OUT.includes(operationId)).sort(
  (a, b) => rank(a) - rank(b),
)

let app: TestBackend
let stage: Stage
let faults: Faults
let stages = 0
/** Counts of what was reached, to show that the suite tested something. */
const count = { faults: 0, requests: 0, succeeded: 0 }

async function begin(): Promise<void> {
  faults = new Faults()
  app = await startBackend({ users, rateLimits: { perMinute: {} }, disk: faults.disk, env: ENV })
  stage = await prepareStage(app, `flag-${stages++}`)
}
beforeAll(begin)
afterAll(() => app.stop())

const ask = (operation: Operation) => {
  count.requests++
  return app.call(operation.method, stage.pathOf(operation), {
    token: stage.tokenOf(operation),
    ...(hasBody(operation) ? { body: minimalBody(operation) } : {}),
  })
}

/**
 * Fails each of the sampled statements of the kind. Stops once the request has fewer statements and
 * succeeded.
 */
async function failEach(operation: Operation, kind: FaultKind, why: 'io' | 'full') {
  for (const number of SAMPLED) {
    const answer = await faults.during(kind, number, why, () => ask(operation))
    const { hasFired, firedAfterCommit } = faults
    if (!hasFired) return answer
    count.faults++
    const told = `${kind} ${number}: ${answer.status} ${answer.text}`
    // after the commit the write has happened: the caller gets a success, and memory catches up by itself
    if (firedAfterCommit) {
      expect(answer.status, told).toBeLessThan(500)
      return answer
    }
    if (operation.operationId === TELLS_OF_IT) {
      expect(answer, told).toMatchObject({ status: 200, body: { database: null } })
      continue
    }
    expect(answer.status, told).toBe(why === 'io' ? 503 : 507)
    // SCIM has a record of its own
    if (operation.audience === 'scim') expect(answer.body, told).toHaveProperty('detail')
    else
      expect(answer.body, told).toMatchObject({
        name: why === 'io' ? 'StoreUnavailableError' : 'StoreFullError',
        message: expect.any(String) as unknown,
        id: expect.any(String) as unknown,
      })
  }
  return undefined
}

const expectAgreement = () =>
  eventually(async () => {
    const { kept, read } = await compareMemory(app, stage.endpoint)
    expect(kept).toEqual(read)
  })

describe.each(operations.map((operation, index) => [operation.operationId, operation, index] as const))(
  '%s',
  (_id, operation, index) => {
    it('answers a failing store with its error record, writes nothing by halves, and works again', async () => {
      if (index > 0 && index % OF_INSTANCE === 0) {
        await app.stop()
        await begin()
      }
      // the commit is last: a failure before it leaves everything unchanged
      for (const [kind, why] of [
        ['read', 'io'],
        ['write', 'full'],
        ['commit', 'io'],
      ] as const)
        await failEach(operation, kind, why)
      await expectAgreement()
      const again = await ask(operation)
      expect(again.status, again.text).toBeLessThan(500)
      if (again.status < 400) count.succeeded++
    })
  },
)

it('most operations reach their write in this suite', () => {
  console.log(
    `faults: ${count.faults} of ${count.requests} requests failed, ${count.succeeded} operations succeeded after`,
  )
  expect(count.succeeded / operations.length).toBeGreaterThan(0.6)
})

describe('a failed sync', () => {
  it('ends writing with 503 for every operation; reads continue, and memory matches them', async () => {
    await app.stop()
    await begin()
    faults.failsSync = true
    expect(await app.call(deleteApiToken, { params: { token: BACKEND_PRODUCTION } })).toMatchObject({
      status: 503,
      body: { name: 'StoreUnavailableError' },
    })
    faults.failsSync = false
    // only the client configuration stays as durably published
    const { kept, read } = await compareMemory(app, stage.endpoint)
    expect({ ...kept, features: [] }).toEqual({ ...read, features: [] })
    const refused: string[] = []
    for (const operation of operations) {
      const { status, text } = await ask(operation)
      if (status >= 500) expect(status, `${operation.operationId}: ${text}`).toBe(503)
      if (operation.method === 'GET' && status >= 500) refused.push(operation.operationId)
    }
    expect(refused.filter((id) => !NEEDS_WRITING.includes(id))).toEqual([])
    expect(app.backend.status().writable).toBe(false)
  })
})
