import { EventSource } from 'eventsource'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { Delta } from '#shared/clients/schemas/client.ts'
import { evaluateFlagsBulk } from '#shared/clients/contract/remote-evaluation.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { eventually } from '#support/runner/eventually.ts'

const ADA = { 'x-halyard-overlay': 'ada' }
let app: TestBackend
let url = ''
const opened: EventSource[] = []

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen('auto')
  for (const name of ['checkout', 'theme'])
    await requireSuccess(app.call(createFeature, { params: { projectId: 'default' }, body: { name } }))
})
afterEach(() => opened.splice(0).forEach((source) => source.close()))
afterAll(() => app.stop())

const at = (audience: string, featureName = 'checkout') => ({
  params: { projectId: 'default', featureName, environment: 'development', audience },
})
const lay = (audience: string, featureName = 'checkout') =>
  requireSuccess(app.call(setOverride, { ...at(audience, featureName), body: { enabled: true } }))
const remove = (audience: string, featureName = 'checkout') =>
  requireSuccess(app.call(removeOverride, at(audience, featureName)))

function connect(path: string, headers: Record<string, string>) {
  const source = new EventSource(url + path, {
    fetch: (target, init) => fetch(target, { ...init, headers: { ...init.headers, ...headers } }),
  })
  opened.push(source)
  return source
}

/** Opens the stream of an SDK; `flags` has the state of each flag as the SDK has it. */
async function sdk(headers: Record<string, string>, before: Record<string, boolean> = {}) {
  const flags = { ...before }
  let id = ''
  let messages = 0
  const source = connect('/api/client/streaming', { authorization: BACKEND, ...headers })
  for (const name of ['unleash-connected', 'unleash-updated'])
    source.addEventListener(name, ({ data, lastEventId }: MessageEvent) => {
      for (const event of (JSON.parse(String(data)) as Delta).events)
        if (event.type === 'hydration') for (const one of event.features) flags[one.name] = one.enabled
        else if (event.type === 'feature-updated') flags[event.feature.name] = event.feature.enabled
      id = lastEventId
      messages += 1
    })
  await eventually(() => expect(messages).toBe(1))
  return { flags, lastId: () => id, messages: () => messages, close: () => source.close() }
}

describe('the stream of an SDK', () => {
  it.each([
    ['token:admin', {}],
    ['header:ada', ADA],
  ])('learns of an override for %s, and of its end', async (audience, headers) => {
    const [own, another] = [await sdk(headers), await sdk({ 'x-halyard-overlay': 'bob' })]
    expect(own.flags['checkout']).toBe(false)
    await lay(audience)
    await eventually(() => expect(own.flags['checkout']).toBe(true))
    await remove(audience)
    await eventually(() => expect(own.flags['checkout']).toBe(false))
    if (audience.startsWith('header')) expect(another.messages()).toBe(1)
  })

  it('that comes back after an override has ended no longer has it', async () => {
    await lay('header:ada')
    const first = await sdk(ADA)
    expect(first.flags['checkout']).toBe(true)
    first.close()
    await remove('header:ada')
    const again = await sdk({ ...ADA, 'last-event-id': first.lastId() }, first.flags)
    expect(again.flags['checkout']).toBe(false)
  })
})

describe('the stream of a page', () => {
  const evaluate = (headers: Record<string, string>) =>
    app.call(evaluateFlagsBulk, { body: {}, token: FRONTEND, headers })
  const pathOf = async (headers: Record<string, string>) => {
    const [stream] = (await evaluate(headers)).body?.eventStreams ?? []
    return stream?.endpoint.requestUri ?? ''
  }

  it('asks for another evaluation when an override for its header is set, though it sends none', async () => {
    const heard = { ada: 0, bob: 0 }
    for (const name of ['ada', 'bob'] as const) {
      const path = await pathOf({ 'x-halyard-overlay': name })
      const source = connect(path, {})
      source.addEventListener('message', () => (heard[name] += 1))
      await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }))
    }
    await eventually(() => expect(heard).toEqual({ ada: 1, bob: 1 }))
    await lay('header:ada', 'theme')
    await eventually(() => expect(heard).toEqual({ ada: 2, bob: 1 }))
    // what concerns both comes to both, and nothing came to bob before it
    await lay('everybody', 'theme')
    await eventually(() => expect(heard).toMatchObject({ bob: 2 }))
  })

  it('has a ticket that nobody can make for another header', async () => {
    const path = await pathOf(ADA)
    const [time, hash, , signature] = path.split('/').at(-1)?.split('.') ?? []
    const bob = Buffer.from('bob').toString('base64url')
    const forged = path.replace(/[^/]+$/, [time, hash, bob, signature].join('.'))
    const statusOf = async (target: string) => (await app.call('GET', target, { token: null })).status
    expect([await statusOf(forged), path.split('.')]).toEqual([401, expect.objectContaining({ length: 4 })])
  })
})
