import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { undoEvent } from '#shared/audit/contract/undo.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getSignalActions } from '#shared/signals/contract/action-execution.ts'
import { deleteActions } from '#shared/signals/contract/actions.ts'
import { setSenderSecret } from '#shared/signals/contract/senders.ts'
import { getSignal } from '#shared/signals/contract/signals.ts'
import { byTag, useActionStage } from '#support/stages/action-execution.ts'
import { switching } from '#support/stages/actions.ts'
import { addSignalEndpoint } from '#support/stages/signal-endpoints.ts'
import { hmacOf, webhookHeaders, VECTOR } from '#support/stages/webhook-senders.ts'
import { BACKEND, BACKEND_PRODUCTION } from '#support/service/start-backend.ts'

/** The chain from a signal to a flag (ADR 86). */
const stage = useActionStage()
const chainOf = async (id: number, as?: string) =>
  (await stage.app.call(getSignalActions, { params: { id: String(id) }, ...(as ? { as } : {}) })).body
const now = () => stage.app.clock.now().toISOString()
const poll = (appName: string, token = BACKEND) =>
  stage.app.call(getAllClientFeatures, {
    token,
    headers: { 'unleash-appname': appName, 'unleash-connection-id': appName, 'unleash-sdk': 'sdk:1' },
  })

describe('the chain of a signal', () => {
  it('leads from its filters to the event, to the first SDK that got it, and to whoever undid it', async () => {
    const severity = { 'payload.severity': { operator: 'IN', values: ['critical'] } }
    const set = await stage.create({ ...stage.when(severity), actorId: stage.switcher })
    await poll('before')
    const id = await stage.signal({ payload: { severity: 'critical' } })
    stage.app.clock.advance(30_000)
    await stage.run()
    const executedAt = now()
    const [execution] = (await chainOf(id)).executions
    expect(execution).toMatchObject({
      createdAt: executedAt,
      attempt: 1,
      requestedBy: null,
      retryAt: null,
      actor: { id: stage.switcher, name: 'The switcher' },
      filters: [{ path: 'payload.severity', actual: 'critical', holds: true }],
    })
    const step = execution?.steps[0]
    expect(step).toMatchObject({ startedAt: executedAt, endedAt: executedAt, moreEvents: 0 })
    expect(step?.events).toEqual([
      {
        id: expect.any(Number) as number,
        label: 'Flag disabled',
        createdAt: executedAt,
        createdBy: 'switcher',
        featureName: stage.flag,
        environment: 'development',
        undone: null,
        delivered: { is: 'not yet' },
      },
    ])
    const eventId = step?.events[0]?.id ?? 0
    const event = async () => (await chainOf(id)).executions[0]?.steps[0]?.events[0]

    stage.app.clock.advance(3000)
    await poll('other environment', BACKEND_PRODUCTION)
    expect((await event())?.delivered).toEqual({ is: 'not yet' })
    await poll('checkout')
    const deliveredAt = now()
    stage.app.clock.advance(3000)
    await poll('late')
    const first = { is: 'first', at: deliveredAt, appName: 'checkout', sdk: 'sdk:1', way: 'poll' }
    expect((await event())?.delivered).toEqual(first)

    const undo = await stage.app.call(undoEvent, { params: { eventId: String(eventId) }, as: 'owner' })
    expect(undo.status).toBe(200)
    const undone = (await event())?.undone
    expect(undone).toEqual({ eventId: expect.any(Number) as number, by: 'owner', at: now() })
    await stage.app.call(undoEvent, { params: { eventId: String(undone?.eventId) } })
    expect((await event())?.undone).toBeNull()

    // the set is gone, and the chain says what it was
    await stage.app.call(deleteActions, { params: { projectId: 'default', id: String(set.id) } })
    expect((await chainOf(id)).executions).toMatchObject([
      { filters: [{ holds: true }], actor: { name: 'The switcher' } },
    ])
  })

  it('tells the events of each action apart, also of two sets, and of tags only the first twenty', async () => {
    for (let n = 0; n < 22; n++) {
      const name = `${stage.flag}-${n}`
      await stage.app.call('POST', '/api/admin/projects/default/features', { body: { name } })
      await stage.turn(name, 'on')
      await stage.tag(name, stage.flag)
    }
    await stage.create({
      name: 'First',
      actions: [switching('OFF', stage.flag), switching('ON', 'no-flag', 2)],
    })
    const actions = [
      byTag('OFF', stage.flag),
      switching('OFF', stage.flag, 2),
      switching('ON', stage.flag, 3),
    ]
    await stage.create({ name: 'Second', actions })
    const id = await stage.signal()
    await stage.run()
    const { executions } = await chainOf(id)
    const told = executions.map(({ steps }) =>
      steps.map((step) => step && [step.events.map(({ featureName }) => featureName), step.moreEvents]),
    )
    const tagged = Array.from({ length: 20 }, (_, n) => `${stage.flag}-${n}`).sort()
    expect(told[0]).toEqual([
      [[stage.flag], 0],
      [[], 0],
    ])
    expect(told[1]?.[0]?.[1]).toBe(2)
    expect(told[1]?.[0]?.[0]).toHaveLength(tagged.length)
    expect(told[1]?.slice(1)).toEqual([
      [[], 0],
      [[stage.flag], 0],
    ])
  })

  it('of an execution by a former version has no steps', async () => {
    await stage.create()
    const id = await stage.signal()
    await stage.run()
    await stage.app.backend.store.queries
      .updateTable('action_set_events')
      .set({ write_id: null, steps: null })
      .where('signal_id', '=', id)
      .execute()
    expect((await chainOf(id)).executions).toMatchObject([{ state: 'success', steps: [] }])
  })

  it('is empty for who may not read the settings of the project', async () => {
    await stage.create()
    const id = await stage.signal()
    await stage.run()
    expect((await chainOf(id, 'viewer')).executions).toEqual([])
  })
})

describe('the proof of a sender', () => {
  it('is a token, a signature of the body, or Standard Webhooks; none where a person sent it', async () => {
    const { app } = stage
    const endpoint = await addSignalEndpoint(app, 'proofs')
    const params = { signalEndpointId: String(endpoint.id), id: String(endpoint.tokenId) }
    const send = async (headers: Record<string, string>, token: string | null = null) => {
      const answer = await app.call('POST', '/api/signal-endpoint/proofs', {
        token,
        raw: '{"a":1}',
        headers: { 'content-type': 'application/json', ...headers },
      })
      app.clock.advance(2000)
      expect(answer.status).toBe(200)
      return (answer.body as { signals: { id: number }[] }).signals[0]?.id ?? 0
    }
    const proofOf = async (id: number) =>
      (await app.call(getSignal, { params: { id: String(id) } })).body.proof
    const byToken = await send({}, `Bearer ${endpoint.token}`)
    await app.call(setSenderSecret, { params, body: { secret: 'a-secret-of-the-sender' } })
    const digest = createHmac('sha256', 'a-secret-of-the-sender').update('{"a":1}').digest('hex')
    const signed = await send({ 'x-hub-signature-256': `sha256=${digest}` })
    await app.call(setSenderSecret, { params, body: { secret: VECTOR.secret } })
    const delivery = { id: 'one', timestamp: Math.floor(app.clock.now().getTime() / 1000), body: '{"a":1}' }
    const standard = await send(webhookHeaders(delivery, hmacOf(VECTOR.secret, delivery)))
    expect([await proofOf(byToken), await proofOf(signed), await proofOf(standard)]).toEqual([
      'token',
      'signature',
      'standard-webhooks',
    ])
    expect(await proofOf(await stage.signal())).toBeNull()
  })
})
