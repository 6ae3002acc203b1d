import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Past } from '#shared/audit/schemas/past.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend
let start = ''
let segment = 0

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  await app.call('POST', FEATURES, { body: { name: 'old', description: 'first' } })
  const { body } = await app.call('POST', '/api/admin/segments', {
    body: { name: 'people', constraints: [] },
  })
  segment = (body as { id: number }).id
  start = app.clock.now().toISOString()
  app.clock.advance(60_000)
  await app.call('PUT', `${FEATURES}/old`, { body: { description: 'second' } })
  await app.call('POST', `${FEATURES}/old/environments/production/on`)
  await app.call('POST', FEATURES, { body: { name: 'young' } })
  await app.call('PUT', `/api/admin/segments/${segment}`, { body: { name: 'folk', constraints: [] } })
  await app.call('PUT', '/api/admin/projects/default', { body: { name: 'Renamed' } })
  app.clock.advance(60_000)
})
afterAll(() => app.stop())

const look = (query: string) => app.call('GET', `/api/admin/past?${query}`)
const partsOf = async (query: string) =>
  new Map(
    ((await look(query)).body as Past).parts.map(
      ({ path, then, now }) => [path.join('/'), { then, now }] as const,
    ),
  )

describe('the view of the past', () => {
  it('shows a flag at that time beside its current state', async () => {
    const parts = await partsOf(`kind=flag&name=old&at=${start}`)
    expect(parts.get('flag/old/settings')).toMatchObject({
      then: { description: 'first' },
      now: { description: 'second' },
    })
    expect(parts.get('flag/old/env/production/enabled')).toEqual({ then: false, now: true })
  })

  it('shows segments, roles and projects, and what did not exist yet', async () => {
    expect(
      (await partsOf(`kind=segment&name=${segment}&at=${start}`)).get(`segment/${segment}`),
    ).toMatchObject({
      then: { name: 'people' },
      now: { name: 'folk' },
    })
    const project = await partsOf(`kind=project&name=default&at=${start}`)
    expect(project.get('project/default/settings')).toMatchObject({
      then: { name: 'Default' },
      now: { name: 'Renamed' },
    })
    expect(project.get('flag/young')?.then).toBeUndefined()
    const { body } = await look(`kind=role&name=2&at=${start}&changedOnly=true`)
    expect(body).toMatchObject({ parts: [], total: 0, changed: 0 })
  })

  it('compares two times of the whole instance, in pages', async () => {
    const now = app.clock.now().toISOString()
    const all = (await look(`kind=instance&at=${start}&and=${now}&changedOnly=true`)).body as Past
    expect(all.parts.every((part) => part.isChanged)).toBe(true)
    expect(all.total).toBe(all.changed)
    const page = (await look(`kind=instance&at=${start}&changedOnly=true&limit=2&offset=1`)).body as Past
    expect(page.parts).toEqual(all.parts.slice(1, 3))
    const same = (await look(`kind=instance&at=${now}&changedOnly=true`)).body as Past
    expect(same).toMatchObject({ changed: 0, replayed: 0 })
  })

  it('shows what was added or deleted as a whole in a list of differences', async () => {
    await app.call('POST', FEATURES, { body: { name: 'gone' } })
    await app.call('DELETE', `${FEATURES}/gone`)
    const at = app.clock.now().toISOString()
    app.clock.advance(60_000)
    await app.call('DELETE', '/api/admin/archive/gone')
    const paths = async (query: string) => [...(await partsOf(query)).keys()]
    const changed = await paths(`kind=project&name=default&at=${at}&changedOnly=true`)
    expect(changed).toEqual(['flag/gone'])
    expect((await paths(`kind=flag&name=gone&at=${at}&changedOnly=true`)).length).toBeGreaterThan(1)
    const body = { at, path: ['flag', 'gone'] }
    const restored = await app.call('POST', '/api/admin/past/restore', { body })
    expect(restored.status).toBe(200)
    expect(await paths(`kind=project&name=default&at=${at}&changedOnly=true`)).toEqual([])
  })

  it('rejects invalid requests', async () => {
    expect((await look(`kind=flag&name=never&at=${start}`)).status).toBe(404)
    expect((await look(`kind=flag&at=${start}`)).status).toBe(400)
    expect((await look(`kind=instance&at=2999-01-01T00:00:00.000Z`)).status).toBe(400)
  })

  it('reports what is unknown after an environment was deleted', async () => {
    await app.call('POST', '/api/admin/environments', { body: { name: 'lost', type: 'test' } })
    await app.call('DELETE', '/api/admin/environments/lost')
    const { limit } = (await look(`kind=instance&at=${start}`)).body as Past
    expect(limit.unknown.map(({ label }) => label)).toEqual(['Environment deleted'])
  })

  it('shows nothing of a private project to users who cannot see it', async () => {
    const body = { id: 'hidden', name: 'Hidden', mode: 'private', environments: ['development'] }
    await app.call('POST', '/api/admin/projects', { body })
    await app.call('POST', '/api/admin/projects/hidden/features', { body: { name: 'secret-flag' } })
    const path = `/api/admin/past?kind=instance&limit=1000&at=${start}`
    expect((await app.call('GET', path)).text).toContain('secret-flag')
    const seen = await app.call('GET', path, { as: 'viewer' })
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain('hidden')
    expect(seen.text).not.toContain('secret-flag')
  })
})

describe('restoring a part', () => {
  const restore = (path: string[], as?: string) =>
    app.call('POST', '/api/admin/past/restore', { body: { at: start, path }, ...(as ? { as } : {}) })

  it('has a preview, needs the permissions of the operations, and writes an event', async () => {
    const body = { at: start, path: ['flag', 'old', 'settings'] }
    const shown = await app.call('POST', '/api/admin/past/restore/preview', { body })
    expect(shown.body).toMatchObject({ refusal: null, changes: [{ after: { description: 'first' } }] })
    expect((await restore(body.path, 'viewer')).status).toBe(403)
    expect((await restore(body.path)).status).toBe(200)
    expect((await app.call('GET', `${FEATURES}/old`)).body).toMatchObject({ description: 'first' })
    const [event] = await readEventLog(app, { limit: '1' })
    expect(event).toMatchObject({ type: 'part-restored', featureName: 'old', data: { at: start } })
    expect((await restore(body.path)).status).toBe(409)
  })

  it('restores one part and leaves the rest', async () => {
    expect((await restore(['flag', 'old', 'env', 'production', 'enabled'])).status).toBe(200)
    const { body } = await app.call('GET', `${FEATURES}/old/environments/production`)
    expect(body).toMatchObject({ enabled: false, strategies: [expect.anything()] })
    expect((await restore(['segment', String(segment)])).status).toBe(200)
    expect((await app.call('GET', `/api/admin/segments/${segment}`)).body).toMatchObject({ name: 'people' })
  })

  it('rejects unknown kinds', async () => {
    expect((await restore(['user', '1'])).status).toBe(409)
    expect((await app.call('POST', '/api/admin/past/restore', { body: {} })).status).toBe(400)
  })
})
