import { afterAll, beforeAll, expect, it } from 'vitest'

import { setSenderSecret } from '#shared/signals/contract/senders.ts'
import { eventually } from '#support/runner/eventually.ts'
import { startSeveral } from '#support/service/several-halyards.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'
import { hmacOf, VECTOR, webhookHeaders } from '#support/stages/webhook-senders.ts'

const DELIVERIES = 60
const HALYARDS = 3

let several: Awaited<ReturnType<typeof startSeveral>>
let one: TestBackend
let endpoint: TestEndpoint

beforeAll(async () => {
  several = await startSeveral(HALYARDS, { rateLimits: { perMinute: {} } })
  const [first] = several.halyards
  if (!first) throw new Error('nothing was started')
  one = first
  endpoint = await addSignalEndpoint(one, 'once')
  for (const at of several.halyards)
    await eventually(async () => expect((await send(at, {}, '{}')).status).toBe(200))
})
afterAll(() => several.stop())

const send = (at: TestBackend, headers: Record<string, string>, raw: string, token?: null) =>
  at.call('POST', '/api/signal-endpoint/once', {
    token: token === null ? null : `Bearer ${endpoint.token}`,
    raw,
    headers: { 'content-type': 'application/json', ...headers },
  })
const idOf = ({ body }: { body: unknown }) => (body as { signals: { id: number }[] }).signals[0]?.id

it('stores a delivery once that several Halyards get at the same moment', async () => {
  const before = await readCounts()
  const names = Array.from({ length: DELIVERIES }, (_, n) => `delivery-${n}`)
  const answers = await Promise.all(
    names.map((name, n) =>
      Promise.all(
        // each Halyard gets the names in another order
        several.halyards.map((at, h) => {
          const turned = names[(n + h * 7) % DELIVERIES] ?? name
          return send(at, { 'webhook-id': turned }, JSON.stringify({ turned }))
        }),
      ),
    ),
  )
  const all = answers.flat()
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(all.map(idOf)).size).toBe(DELIVERIES)
  const after = await readCounts()
  expect(after.signals - before.signals).toBe(DELIVERIES)
  expect(after.times - before.times).toBe(DELIVERIES * HALYARDS)
})

it('refuses everywhere what is signed with a secret that was replaced', async () => {
  const set = (secret: string) =>
    one.call(setSenderSecret, {
      params: { signalEndpointId: String(endpoint.id), id: String(endpoint.tokenId) },
      body: { secret },
    })
  let n = 0
  const signed = (at: TestBackend) => {
    const timestamp = Math.floor(at.clock.now().getTime() / 1000)
    const delivery = { id: `signed-${(n += 1)}`, timestamp, body: '{}' }
    return send(at, webhookHeaders(delivery, hmacOf(VECTOR.secret, delivery)), '{}', null)
  }
  await set(VECTOR.secret)
  for (const at of several.halyards) await eventually(async () => expect((await signed(at)).status).toBe(200))
  await set(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)
  for (const at of several.halyards) await eventually(async () => expect((await signed(at)).status).toBe(401))
})

async function readCounts(): Promise<{ signals: number; times: number }> {
  const { queries } = one.backend.store
  const { signals } = await queries
    .selectFrom('signals')
    .select((eb) => eb.fn.countAll<number>().as('signals'))
    .executeTakeFirstOrThrow()
  const { times } = await queries
    .selectFrom('signal_deliveries')
    .select((eb) => eb.fn.sum<number | null>('times').as('times'))
    .executeTakeFirstOrThrow()
  return { signals: Number(signals), times: Number(times ?? 0) }
}
