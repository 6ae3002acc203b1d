import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { createSignalEndpointToken } from '#shared/signals/contract/signal-endpoints.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { actionSet, addServiceAccount, createSet, switching } from '#support/stages/actions.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'

/** Whatever senders repeat, in whatever order and at whatever moment: each delivery is stored once, and starts its action once. */
let app: TestBackend
let endpoint: TestEndpoint
let tokens: string[]

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  endpoint = await addSignalEndpoint(app, 'once')
  const second = await app.call(createSignalEndpointToken, {
    params: { signalEndpointId: String(endpoint.id) },
    body: { name: 'second' },
  })
  tokens = [endpoint.token, second.body.token]
  const robot = await addServiceAccount(app, 'robot')
  await createSet(app, actionSet(endpoint.id, robot, { actions: [switching('ON', 'flag')] }))
})
afterAll(() => app.stop())

/** A request: its sender, its delivery, and whether it waits for the answers of those before it. */
const requests = fc.array(
  fc.record({
    token: fc.nat(1),
    delivery: fc.option(fc.nat(5)),
    waits: fc.boolean(),
    header: fc.constantFrom('webhook-id', 'x-github-delivery', 'idempotency-key'),
  }),
  { minLength: 1, maxLength: 30 },
)

let run = 0

it('each delivery is stored once, and its actions run once', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      run += 1
      const before = await readState()
      const ids: Promise<number>[] = []
      for (const { token, delivery, waits, header } of sent) {
        if (waits) await Promise.all(ids)
        ids.push(
          send(tokens[token] ?? '', delivery === null ? undefined : { header, id: `${run}-${delivery}` }),
        )
      }
      const answered = await Promise.all(ids)
      await app.backend.runJobs()
      const after = await readState()

      const keyOf = ({ token, delivery }: (typeof sent)[number], n: number) =>
        delivery === null ? `unnamed ${n}` : `${token} ${delivery}`
      const distinct = new Set(sent.map(keyOf)).size
      expect(after.signals - before.signals).toBe(distinct)
      expect(after.executions - before.executions).toBe(distinct)
      expect(new Set(answered).size).toBe(distinct)
      // one delivery, one answer
      const answers = new Set(sent.map((one, n) => `${keyOf(one, n)} ${answered[n]}`))
      expect(answers.size).toBe(distinct)
      const named = sent.filter(({ delivery }) => delivery !== null).length
      expect(after.requests - before.requests).toBe(named)
    }),
    { numRuns: propertyRuns(60) },
  )
})

async function send(token: string, named: { header: string; id: string } | undefined): Promise<number> {
  const { status, body, text } = await app.call('POST', '/api/signal-endpoint/once', {
    token: `Bearer ${token}`,
    body: { id: named?.id ?? null },
    headers: named ? { [named.header]: named.id } : {},
  })
  if (status !== 200) throw new Error(text)
  return (body as { signals: { id: number }[] }).signals[0]?.id ?? -1
}

async function readState(): Promise<{ signals: number; executions: number; requests: number }> {
  const { queries } = app.backend.store
  const count = async (table: 'signals' | 'action_set_events') =>
    (
      await queries
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const { times } = await queries
    .selectFrom('signal_deliveries')
    .select((eb) => eb.fn.sum<number | null>('times').as('times'))
    .executeTakeFirstOrThrow()
  return {
    signals: Number(await count('signals')),
    executions: Number(await count('action_set_events')),
    requests: Number(times ?? 0),
  }
}
