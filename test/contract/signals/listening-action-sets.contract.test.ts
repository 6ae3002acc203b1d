import { describe, expect, it } from 'vitest'

import type { StoredSignal } from '#domains/signals/signals/signal.ts'
import { findSignal, insertSignal, insertSignals } from '#domains/signals/signals/signals.store.ts'
import { addEndpoint, switching } from '#support/stages/actions.ts'
import { getListeningActionSets, toggleActionSetOn } from '#shared/signals/contract/actions.ts'
import { createSignalEndpoint, deleteSignalEndpoint } from '#shared/signals/contract/signal-endpoints.ts'
import { UNKNOWN, useActionSets } from './action-set-stage.ts'

const stage = useActionSets()
const { create, list } = stage

describe('the action sets of an endpoint', () => {
  const listening = async (id: number | string, as?: string) => {
    const { status, body } = await stage.app.call(getListeningActionSets, {
      params: { signalEndpointId: id },
      ...(as ? { as } : {}),
    })
    return { status, sets: body.actionSets }
  }

  const params = { project: 'other', environment: 'development', featureName: 'flag' }
  const elsewhere = { ...switching('OFF', 'flag'), executionParams: params }

  it('are listed with their projects, without those of other endpoints', async () => {
    const quiet = await addEndpoint(stage.app, `quiet-${stage.count}`)
    const here = await create({ description: 'Roll back' })
    await create({ name: 'Elsewhere', actions: [elsewhere] }, 'other')
    expect(await listening(quiet)).toEqual({ status: 200, sets: [] })
    const { sets } = await listening(stage.endpoint)
    expect(sets?.map((one) => one.name).sort()).toEqual(['Elsewhere', stage.name].sort())
    expect(sets).toContainEqual({
      id: here.id,
      name: stage.name,
      description: 'Roll back',
      enabled: true,
      project: 'default',
      projectName: 'Default',
      actions: here.actions.length,
    })
  })

  it("are visible to readers of their project's settings", async () => {
    await create()
    await create({ name: 'Elsewhere', actions: [elsewhere] }, 'other')
    expect((await listening(stage.endpoint, 'owner')).sets?.map((one) => one.name)).toEqual([stage.name])
    expect((await listening(stage.endpoint, 'viewer')).sets).toEqual([])
  })

  it('are 404 for an unknown endpoint', async () => {
    expect((await listening(UNKNOWN)).status).toBe(404)
    expect((await listening('alerts')).status).toBe(400)
  })
})

describe('an action set whose endpoint is deleted', () => {
  it('is turned off, and stays off until it has another one', async () => {
    const made = await stage.app.call(createSignalEndpoint, { body: { name: 'passing' } })
    const { id: sourceId } = made.body
    const { id } = await create({ match: { source: 'signal-endpoint', sourceId, payload: {} } })
    await stage.app.call(deleteSignalEndpoint, { params: { id: sourceId } })
    expect(await list()).toMatchObject([{ id, enabled: false }])
    expect(await stage.app.call(toggleActionSetOn, { params: { projectId: 'default', id } })).toMatchObject({
      status: 404,
      body: { message: `Signal endpoint with id ${sourceId} does not exist` },
    })
  })
})

describe('signals of the same moment', () => {
  it.each([
    ['short payloads, in one statement', 'x'],
    ['payloads too long for one', 'x'.repeat(40_000)],
    ['payloads with characters that JSON rows cannot hold', 'a\u{d800}'],
  ])('%s: are kept as each alone would be', async (_what, text) => {
    const quiet = await addEndpoint(stage.app, `quiet-${stage.count}`)
    await create()
    const { queries } = stage.app.backend.store
    const signals = Array.from({ length: 12 }, (_none, index) => ({
      sourceId: index % 3 === 0 ? quiet : stage.endpoint,
      payload: { index, text, list: [true, null] },
      headers: { ip: '127.0.0.1' },
      createdAt: '2026-11-21T12:00:00.000Z',
    }))
    const together = await insertSignals(queries, signals)
    const alone: StoredSignal[] = []
    for (const signal of signals) alone.push(await insertSignal(queries, signal))
    const withoutIds = (list: readonly StoredSignal[]) => list.map((one) => ({ ...one, id: 0 }))
    expect(withoutIds(together)).toEqual(withoutIds(alone))
    expect(together.map(({ outcome }) => outcome)).toContain('waiting')
    expect(together.map(({ id }) => id)).toEqual([...together.map(({ id }) => id)].sort((a, b) => a - b))
    const read = await Promise.all([...together, ...alone].map(({ id }) => findSignal(queries, id)))
    expect(read).toEqual([...together, ...alone])
  })
})
