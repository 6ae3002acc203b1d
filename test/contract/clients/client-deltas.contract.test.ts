import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ClientFeature, Delta } from '#shared/clients/schemas/client.ts'
import {
  BACKEND,
  BACKEND_PRODUCTION,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { getDelta, getAllClientFeatures, getStreaming } from '#shared/clients/contract/client-api.ts'
import { reviveFeature } from '#shared/flags/contract/archive.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend
let url = ''

beforeAll(async () => {
  app = await startBackend()
  url = await app.backend.listen()
})
afterAll(() => app.stop())

const create = (name: string) => app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
const on = (name: string) =>
  app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: name, environment: 'development' },
  })
const ask = async (etag?: string, token = BACKEND) => {
  const answer = await app.call(getDelta, {
    token,
    ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
  })
  return {
    ...answer,
    etag: String(answer.headers['etag']),
    events: answer.body?.events,
  }
}

describe('a delta', () => {
  it('is complete at first, then has the changes, then is empty', async () => {
    await create('first')
    const all = await ask()
    expect(all.events).toMatchObject([{ type: 'hydration', features: [{ name: 'first' }], segments: [] }])
    expect(await ask(all.etag)).toMatchObject({ status: 304, text: '' })
    await on('first')
    await create('second')
    const changed = await ask(all.etag)
    expect(changed.events).toMatchObject([
      { type: 'feature-updated', feature: { name: 'first', enabled: true } },
      { type: 'feature-updated', feature: { name: 'second', enabled: false } },
    ])
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'second' } })
    expect((await ask(changed.etag)).events).toMatchObject([
      { type: 'feature-removed', featureName: 'second', project: 'default' },
    ])
  })

  it('adds segments before the flags that use them, and removes them after', async () => {
    await create('targeted')
    const { etag } = await ask()
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }]
    const { body } = await app.call('POST', '/api/admin/segments', { body: { name: 'beta', constraints } })
    const { id } = body as { id: number }
    const path = `${FEATURES}/targeted/environments/development/strategies`
    const strategy = await app.call('POST', path, { body: { name: 'default', segments: [id] } })
    const added = await ask(etag)
    expect(added.events).toMatchObject([
      { type: 'segment-updated', segment: { id, constraints } },
      { type: 'feature-updated', feature: { strategies: [{ segments: [id] }] } },
    ])
    await app.call('DELETE', `${path}/${(strategy.body as { id: string }).id}`)
    expect((await ask(added.etag)).events).toMatchObject([
      { type: 'feature-updated' },
      { type: 'segment-removed', segmentId: id },
    ])
  })

  it('is complete again for a client with an unknown state', async () => {
    const other = await ask(undefined, BACKEND_PRODUCTION)
    for (const etag of [other.etag, '"00000000:1:delta"', '"nonsense"']) {
      expect((await ask(etag)).events).toMatchObject([{ type: 'hydration' }])
    }
  })

  it('always leads to the same state as the full response', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('on', 'off', 'archive', 'revive')),
          {
            maxLength: 8,
          },
        ),
        fc.nat({ max: 3 }),
        async (deeds, every) => {
          for (const name of ['a', 'b', 'c']) await create(name)
          const state = new Map<string, ClientFeature>()
          let etag: string | undefined
          const follow = async () => {
            const answer = await ask(etag)
            etag = answer.etag
            for (const event of answer.events ?? []) {
              if (event.type === 'hydration') {
                state.clear()
                for (const feature of event.features) state.set(feature.name, feature)
              } else if (event.type === 'feature-updated') state.set(event.feature.name, event.feature)
              else if (event.type === 'feature-removed') state.delete(event.featureName)
            }
          }
          for (const [index, [name, deed]] of deeds.entries()) {
            if (deed === 'archive')
              await app.call(archiveFeature, { params: { projectId: 'default', featureName: name } })
            else if (deed === 'revive') await app.call(reviveFeature, { params: { featureName: name } })
            else await app.call('POST', `${FEATURES}/${name}/environments/development/${deed}`)
            if (index % (every + 1) === 0) await follow()
          }
          await follow()
          const { body } = await app.call(getAllClientFeatures, {
            token: BACKEND,
            headers: { 'unleash-client-spec': '5.2.0' },
          })
          const whole = (body as { features: ClientFeature[] }).features
          expect([...state.values()].sort((x, y) => (x.name < y.name ? -1 : 1))).toEqual(
            [...whole].sort((x, y) => (x.name < y.name ? -1 : 1)),
          )
        },
      ),
      { numRuns: 15, seed: 3 },
    )
  })
})

describe('the stream for SDKs', () => {
  it('sends everything at first, and then every change', async () => {
    const stop = new AbortController()
    const response = await fetch(`${url}/api/client/streaming`, {
      headers: { authorization: BACKEND, accept: 'text/event-stream' },
      signal: stop.signal,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const messages = readMessages(response)
    const first = await messages.next()
    expect(first.value).toMatchObject({ event: 'unleash-connected', events: [{ type: 'hydration' }] })
    await create('streamed')
    expect((await messages.next()).value).toMatchObject({
      event: 'unleash-updated',
      events: [{ type: 'feature-updated', feature: { name: 'streamed' } }],
    })
    stop.abort()
    const again = await fetch(`${url}/api/client/streaming`, {
      headers: {
        authorization: BACKEND,
        accept: 'text/event-stream',
        'last-event-id': String((first.value as { id: number }).id),
      },
    })
    const resumed = await readMessages(again).next()
    expect(resumed.value).toMatchObject({
      events: [{ type: 'feature-updated', feature: { name: 'streamed' } }],
    })
    await again.body?.cancel().catch(() => {})
  })

  it('is for clients that accept streams', async () => {
    expect((await app.call(getStreaming, { token: BACKEND })).status).toBe(400)
  })
})

async function* readMessages(response: Response) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      text = text.slice(end + 2)
      yield {
        event: fields.get('event'),
        id: Number(fields.get('id')),
        ...(JSON.parse(fields.get('data') ?? '{}') as Delta),
      }
    }
  }
}
