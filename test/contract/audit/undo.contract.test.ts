import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { EVENT_TYPES } from '#shared/audit/events/index.ts'
import type { UndoPreview } from '#shared/audit/schemas/undo.ts'
import { READINGS, requestedUndo, type PartChange } from '#shared/audit/undo/index.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'editor', roles: ['Editor'] },
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'importer', roles: ['Admin'] },
    ],
  })
})
afterAll(() => app.stop())

const newest = async () => {
  const [event] = await readEventLog(app, { limit: '1' })
  if (!event) throw new Error('the log is empty')
  return event
}
const create = (name: string) => app.call('POST', FEATURES, { body: { name } })
const undo = (id: number, body: object = {}, as?: string) =>
  app.call('POST', `/api/admin/undo/${id}`, { body, ...(as ? { as } : {}) })
const preview = async (id: number, body: object = {}, as?: string) =>
  (await app.call('POST', `/api/admin/undo/${id}/preview`, { body, ...(as ? { as } : {}) }))
    .body as UndoPreview
const flag = async (name: string) =>
  (await app.call('GET', `${FEATURES}/${name}`)).body as { description: string }

describe('the catalogue of undo', () => {
  it('has for every event type how it is undone, or why not', () => {
    expect(EVENT_TYPES.filter((type) => !(type in READINGS))).toEqual([])
    const reasons = Object.values(READINGS).flatMap((one) => (one.kind === 'final' ? [one.reason] : []))
    expect(reasons.filter((reason) => !/^[A-Z].+\.$/.test(reason))).toEqual([])
  })
})

describe('undoing an event', () => {
  it('of which nothing is left is rejected for everybody, and leaves the undo to those who may', async () => {
    const change = (description: string | null) =>
      app.call('PUT', `${FEATURES}/reverted`, { body: { description, type: 'release' } })
    await create('reverted')
    await change('wrong')
    const { id } = await newest()
    // by another way than an event that depends on it
    await app.backend.store.transaction(async (queries) => {
      await queries
        .updateTable('features')
        .set({ description: null })
        .where('name', '=', 'reverted')
        .execute()
    })
    const before = await newest()
    for (const as of ['viewer', 'editor'])
      expect(await undo(id, {}, as)).toMatchObject({
        status: 409,
        body: { message: 'There is nothing left to undo: all is as it was before.' },
      })
    expect((await preview(id)).refusal?.message).toContain('nothing left to undo')
    expect(await newest()).toEqual(before)
    await app.backend.store.transaction(async (queries) => {
      await queries
        .updateTable('features')
        .set({ description: 'wrong' })
        .where('name', '=', 'reverted')
        .execute()
    })
    expect((await undo(id)).status).toBe(200)
  })

  it('shows a preview without changes, and writes an event that names the undone one', async () => {
    await create('described')
    await app.call('PUT', `${FEATURES}/described`, { body: { description: 'new', type: 'release' } })
    const { id } = await newest()
    const shown = await preview(id)
    expect(shown).toMatchObject({ refusal: null, dependents: [], writeSize: 1 })
    expect(shown.changes).toEqual([
      {
        path: ['flag', 'described', 'settings'],
        before: { type: 'release', description: 'new', impressionData: false },
        after: { type: 'release', description: null, impressionData: false },
      },
    ])
    expect((await flag('described')).description).toBe('new')
    expect((await undo(id)).status).toBe(200)
    expect((await flag('described')).description).toBeNull()
    expect(await newest()).toMatchObject({
      type: 'changes-undone',
      featureName: 'described',
      data: { events: [id] },
    })
  })

  it('is rejected the second time, and an undo can be undone in turn', async () => {
    await create('again')
    await app.call('POST', `${FEATURES}/again/environments/development/on`)
    const { id } = await newest()
    const on = async () => {
      const { body } = await app.call('GET', `${FEATURES}/again/environments/development`)
      return (body as { enabled: boolean }).enabled
    }
    expect((await undo(id, { scope: 'write' })).status).toBe(200)
    expect(await on()).toBe(false)
    const twice = await undo(id, { scope: 'write' })
    expect(twice).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('undone already') as string },
    })
    expect((await undo((await newest()).id)).status).toBe(200)
    expect(await on()).toBe(true)
    expect((await undo(id, { scope: 'write' })).status).toBe(200)
    expect(await on()).toBe(false)
  })

  it('is rejected while newer changes depend on it, and names them', async () => {
    await create('stacked')
    for (const description of ['one', 'two'])
      await app.call('PUT', `${FEATURES}/stacked`, { body: { description } })
    const second = await newest()
    const shown = await preview(second.id - 1)
    expect(shown.dependents.map(({ id }) => id)).toEqual([second.id])
    expect(shown.refusal?.message).toContain(`event ${second.id}`)
    expect((await undo(second.id - 1)).status).toBe(409)
    expect((await undo(second.id)).status).toBe(200)
    expect((await undo(second.id - 1)).status).toBe(200)
    expect((await flag('stacked')).description).toBeNull()
  })

  it('needs the permission of the reverse operation', async () => {
    await create('guarded')
    await app.call('PUT', `${FEATURES}/guarded`, { body: { description: 'kept' } })
    const { id } = await newest()
    expect((await preview(id, {}, 'viewer')).refusal?.name).toBe('PermissionError')
    expect((await undo(id, {}, 'viewer')).status).toBe(403)
    expect((await flag('guarded')).description).toBe('kept')
    expect((await undo(id, {}, 'editor')).status).toBe(200)
  })

  it('follows change requests as the operation does', async () => {
    await create('controlled')
    await app.call('POST', `${FEATURES}/controlled/environments/production/on`)
    const { id } = await newest()
    const config = '/api/admin/projects/default/environments/production/change-requests/config'
    const control = (changeRequestsEnabled: boolean) =>
      app.call('PUT', config, { body: { changeRequestsEnabled, requiredApprovals: 1 } })
    await control(true)
    const refused = await undo(id, { scope: 'write' }, 'editor')
    expect(refused).toMatchObject({ status: 403, body: { changeRequest: { environment: 'production' } } })
    // the preview says what to request instead: nothing of the trial is left
    const { changeRequest, changes, refusal } = await preview(id, { scope: 'write' }, 'editor')
    expect(refusal?.name).toBe('PermissionError')
    expect(changeRequest).toEqual({ project: 'default', environment: 'production' })
    const requested = requestedUndo(changes as PartChange[], 'production')
    expect(requested?.map(({ action }) => action)).toEqual(['deleteStrategy', 'updateEnabled'])
    const started = await app.call(
      'POST',
      '/api/admin/projects/default/environments/production/change-requests/new',
      { body: requested ?? [], as: 'editor' },
    )
    expect(started).toMatchObject({ status: 200, body: { state: 'Draft' } })
    await control(false)
    expect((await undo(id, { scope: 'write' }, 'editor')).status).toBe(200)
  })

  it('reverses an import as a whole', async () => {
    await create('imported')
    const before = await flag('imported')
    const data = {
      features: [
        { name: 'imported', type: 'release', description: 'from a file' },
        { name: 'fresh', type: 'release' },
      ],
      featureStrategies: [{ name: 'default', parameters: {}, constraints: [], featureName: 'fresh' }],
      featureEnvironments: [],
      contextFields: [],
      featureTags: [{ featureName: 'fresh', tagType: 'simple', tagValue: 'x' }],
      segments: [],
      tagTypes: [],
    }
    const body = { project: 'default', environment: 'development', data }
    // admin tokens may not import
    const path = '/api/admin/features-batch/import'
    expect((await app.call('POST', path, { body, as: 'importer' })).status).toBe(200)
    const { id } = await newest()
    const shown = await preview(id, { scope: 'write' })
    expect(shown.writeSize).toBeGreaterThan(3)
    expect((await undo(id, { scope: 'write' })).status).toBe(200)
    // users who changed a flag stay its collaborators, because the log keeps their events
    expect({ ...(await flag('imported')), collaborators: null }).toEqual({ ...before, collaborators: null })
    expect((await app.call('GET', `${FEATURES}/fresh`)).status).toBe(404)
  })

  it('restores a deleted flag with its strategies, and a deleted segment and role with their ids', async () => {
    await create('deleted')
    await app.call('POST', `${FEATURES}/deleted/environments/development/on`)
    const segment = await app.call('POST', '/api/admin/segments', { body: { name: 'lost', constraints: [] } })
    const { id: segmentId } = segment.body as { id: number }
    const before = await app.call('GET', `${FEATURES}/deleted/environments/development/strategies`)
    await app.call('DELETE', `${FEATURES}/deleted`)
    await app.call('DELETE', '/api/admin/archive/deleted')
    const gone = await newest()
    await app.call('DELETE', `/api/admin/segments/${segmentId}`)
    expect((await undo((await newest()).id)).status).toBe(200)
    expect((await app.call('GET', `/api/admin/segments/${segmentId}`)).body).toEqual(segment.body)
    expect((await undo(gone.id)).status).toBe(200)
    expect((await undo(gone.id - 1)).status).toBe(200)
    const after = await app.call('GET', `${FEATURES}/deleted/environments/development/strategies`)
    expect(after.body).toEqual(before.body)
  })

  it('explains why an event cannot be undone', async () => {
    await app.call('POST', '/api/admin/user-admin', { body: { email: 'new@example.com', rootRole: 3 } })
    const { id } = await newest()
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Change the user instead') as string },
    })
    expect((await preview(id)).refusal?.message).toContain('Change the user instead')
    expect((await undo(9_999_999)).status).toBe(404)
    expect((await app.call('POST', '/api/admin/undo/9999999/preview', { body: {} })).status).toBe(404)
  })
})
