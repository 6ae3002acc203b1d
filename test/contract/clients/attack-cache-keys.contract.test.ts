import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { storedConfiguration } from '#domains/clients/client-api/configuration-source.ts'
import { ClientDeltas } from '#domains/clients/client-api/client-deltas.ts'
import { BoundedCache } from '#runtime/bounded-cache.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  for (const project of ['zqpproj', 'openp']) await addProject(app, project)
  await app.call(createFeature, { params: { projectId: 'zqpproj' }, body: { name: 'hidden-flag' } })
})
afterAll(() => app.stop())

async function tokenOf(project: string): Promise<string> {
  const body = { tokenName: project, type: 'backend', environment: 'development', projects: [project] }
  const answer = await app.call(createApiToken, { body })
  return answer.body.secret
}

describe('the cached answers of client features', () => {
  const headers = { 'unleash-client-spec': '5.2.0' }
  const namesOf = (body: unknown) =>
    (body as { features: { name: string }[] }).features.map(({ name }) => name)

  it('are kept apart for two queries whose hashes begin alike', async () => {
    // found by search: the first 32 bits of the SHA-1 of both queries are the same
    const victims = { project: ['zqpproj'], environment: 'development', inlineSegmentConstraints: false }
    const attackers = { project: ['openp'], namePrefix: 'bvMZS9a', environment: 'development' }
    const startOf = (query: object) =>
      createHash('sha1').update(JSON.stringify(query)).digest('hex').slice(0, 8)
    expect(startOf({ ...attackers, inlineSegmentConstraints: false })).toBe(startOf(victims))

    const [victim, attacker] = [await tokenOf('zqpproj'), await tokenOf('openp')]
    const asVictim = () => app.call(getAllClientFeatures, { token: victim, headers })
    const asAttacker = () =>
      app.call(getAllClientFeatures, { query: { namePrefix: 'bvMZS9a' }, token: attacker, headers })
    const first = await asVictim()
    expect(namesOf(first.body)).toEqual(['hidden-flag'])
    const stolen = await asAttacker()
    expect(namesOf(stolen.body)).toEqual([])
    expect(stolen.headers['etag']).not.toBe(first.headers['etag'])
    // and in the other order: after a change, the attacker's query comes first
    await app.call(createFeature, { params: { projectId: 'zqpproj' }, body: { name: 'second-flag' } })
    await asAttacker()
    expect(namesOf((await asVictim()).body)).toEqual(['hidden-flag', 'second-flag'])
  })

  it('have ETags with the full hash', async () => {
    for (const path of ['/api/client/features', '/api/client/delta']) {
      const { headers: answered } = await app.call('GET', path, { token: await tokenOf('openp') })
      expect(answered['etag']).toMatch(/^"[0-9a-f]{64}:\d+:(v1|delta:[\w-]{8})"$/)
    }
  })
})

describe('a bounded cache', () => {
  const cache = new BoundedCache<string>({ maxEntries: 3, maxSize: 10, sizeOf: (text) => text.length })

  it('evicts the least recently used entry beyond its number and size', () => {
    for (const key of ['a', 'b', 'c']) cache.set(key, key)
    cache.get('a')
    cache.set('d', 'd')
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd'])
    cache.set('e', 'x'.repeat(9))
    expect([cache.count, cache.size, cache.get('d'), cache.get('c')]).toEqual([2, 10, 'd', undefined])
    cache.set('huge', 'x'.repeat(1000))
    expect([cache.count, cache.get('huge')?.length]).toEqual([1, 1000])
    cache.delete('huge')
    expect([cache.count, cache.size]).toEqual([0, 0])
  })
})

describe('the client configurations in memory', () => {
  it('are empty and not kept for unknown environments', async () => {
    const configuration = new ClientConfiguration(storedConfiguration(app.backend.store.queries))
    await configuration.load()
    const deltas = new ClientDeltas(configuration)
    for (let n = 0; n < 200; n++) {
      const environment = `nope-${n}`
      const { delta } = await deltas.since({ environment, inlineSegmentConstraints: false }, undefined)
      expect(delta.events).toMatchObject([{ type: 'hydration', features: [] }])
      expect(configuration.keeps(environment)).toBe(false)
    }
    expect(deltas.keptRevisions).toBe(0)
    await deltas.since({ environment: 'development', inlineSegmentConstraints: false }, undefined)
    expect(configuration.keeps('development')).toBe(true)
    expect(deltas.keptRevisions).toBe(1)
  })

  it('are dropped with a deleted environment, and read again when it is created again', async () => {
    const configuration = new ClientConfiguration(storedConfiguration(app.backend.store.queries))
    await configuration.load()
    const before = await configuration.of('production')
    const id = configuration.revisionOf('production') + 1
    const event = { type: 'environment-deleted', environment: 'production', affectsClients: true, id }
    configuration.noteEvents([event as Parameters<typeof configuration.noteEvents>[0][number]])
    expect(configuration.keeps('production')).toBe(false)
    expect(configuration.revisionOf('production')).toBe(id)
    expect((await configuration.of('production')).features.size).toBe(before.features.size)
  })
})

describe('a delta', () => {
  it('carries its own revision, whatever changes meanwhile', async () => {
    const configuration = new ClientConfiguration(storedConfiguration(app.backend.store.queries))
    await configuration.load()
    const deltas = new ClientDeltas(configuration)
    const query = { environment: 'development', inlineSegmentConstraints: false }
    const { revision } = await deltas.since(query, undefined)
    const event = {
      type: 'feature-updated',
      environment: 'development',
      affectsClients: true,
      id: revision + 9,
    }
    configuration.noteEvents([event as Parameters<typeof configuration.noteEvents>[0][number]])
    expect(deltas.etagOf(query, revision)).toContain(`:${revision}:delta`)
    expect(deltas.etagOf(query)).toContain(`:${revision + 9}:delta`)
  })
})
