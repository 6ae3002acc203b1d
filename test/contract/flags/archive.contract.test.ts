import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { OWNER_AND_VIEWER, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addProject } from '#support/stages/projects.ts'
import { createFeature, getFeature } from '#shared/flags/contract/features.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { reviveFeature, deleteFeature } from '#shared/flags/contract/archive.ts'

const PROJECT = '/api/admin/projects/default'
let app: TestBackend
let count = 0
let flag: string

beforeAll(async () => {
  app = await startBackend({
    users: OWNER_AND_VIEWER,
  })
  await addProject(app, 'other')
})
beforeEach(async () => {
  flag = `flag-${count++}`
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
})
afterAll(() => app.stop())

const post = (path: string, features: string[]) =>
  app.call('POST', `${PROJECT}/${path}`, { body: { features } })
const isArchived = async (name = flag) => {
  const { queries } = app.backend.store
  const row = await queries
    .selectFrom('features')
    .select('archived_at')
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? row.archived_at !== null : 'gone'
}
const dependOn = (child: string, parent: string) =>
  app.backend.store.queries
    .insertInto('feature_dependencies')
    .values({ child, parent, enabled: true, variants: '[]' })
    .execute()
const eventsOf = async (name: string) => {
  const { body } = await app.call(searchEvents, { query: { feature: `IS:${name}` } })
  return body.events.map((event) => event.type)
}

describe('archiving a flag by changing it', () => {
  const at = () => `${PROJECT}/features/${flag}`
  it.each([
    ['PUT', { archived: true, description: 'gone' }],
    [
      'PATCH',
      [
        { op: 'replace', path: '/archived', value: true },
        { op: 'replace', path: '/description', value: 'gone' },
      ],
    ],
  ])('%s archives it, as its operation does', async (method, body) => {
    const changed = await app.call(method, at(), { body })
    expect(changed).toMatchObject({ status: 200, body: { name: flag, archived: true, description: 'gone' } })
    expect(changed.body).toHaveProperty('archivedAt')
    expect(await isArchived()).toBe(true)
    expect(await eventsOf(flag)).toEqual(['feature-archived', 'feature-metadata-updated', 'feature-created'])
  })

  it('is refused while others depend on it, with nothing changed', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: `${flag}-child` } })
    await dependOn(`${flag}-child`, flag)
    const refused = await app.call('PUT', at(), { body: { archived: true, description: 'gone' } })
    expect(refused).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } })
    expect(await isArchived()).toBe(false)
    expect(await eventsOf(flag)).toEqual(['feature-created'])
  })

  it('keeps it if it is not to be archived', async () => {
    expect(await app.call('PUT', at(), { body: { archived: false } })).toMatchObject({
      status: 200,
      body: { archived: false },
    })
  })
})

describe('archiving flags in bulk', () => {
  it('skips flags that are unknown or already archived', async () => {
    expect(await post('archive', [flag, 'nope', flag])).toMatchObject({ status: 202, text: '' })
    expect(await isArchived()).toBe(true)
    expect((await post('archive', [flag])).status).toBe(202)
    expect((await eventsOf(flag)).filter((type) => type === 'feature-archived')).toHaveLength(1)
  })

  it('archives none when a child flag would stay active', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: `${flag}-child` } })
    await dependOn(`${flag}-child`, flag)
    expect((await post('archive/validate', [flag])).body).toEqual({
      parentsWithChildFeatures: [flag],
      hasDeletedDependencies: true,
    })
    expect(await post('archive', ['flag-0', flag])).toMatchObject({
      status: 403,
      body: {
        name: 'InvalidOperationError',
        message: 'You can not archive/delete this feature since other features depend on it.',
      },
    })
    expect(await isArchived()).toBe(false)
    expect((await post('archive/validate', [flag, `${flag}-child`])).body).toMatchObject({
      parentsWithChildFeatures: [],
    })
    expect((await post('archive', [flag, `${flag}-child`])).status).toBe(202)
  })

  it('reports no problem for flags without dependencies', async () => {
    expect(await post('archive/validate', [flag, 'nope'])).toMatchObject({
      status: 200,
      body: { parentsWithChildFeatures: [], hasDeletedDependencies: false },
    })
    expect((await post('archive/validate', [])).status).toBe(200)
  })

  it('leaves flags of other projects unchanged', async () => {
    for (const path of ['archive', 'archive/validate', 'revive', 'delete']) {
      const answer = await app.call('POST', `/api/admin/projects/other/${path}`, {
        body: { features: [flag] },
      })
      expect([path, answer.status]).toEqual([path, 403])
      expect(answer.body).toMatchObject({
        message: `The feature "${flag}" belongs to project "default", not to "other".`,
      })
    }
  })
})

describe('reviving flags', () => {
  it('restores flags, disabled in every environment', async () => {
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: flag, environment: 'development' },
    })
    await post('archive', [flag])
    expect(await post('revive', [flag, 'nope'])).toMatchObject({ status: 200, text: '' })
    const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })
    const { archived, environments } = body
    expect([archived, environments.map((one) => one.enabled)]).toEqual([false, [false, false]])
    expect((await eventsOf(flag))[0]).toBe('feature-revived')
  })

  it('works for one flag by its name; an active flag stays unchanged', async () => {
    await post('archive', [flag])
    const revive = (name: string) => app.call(reviveFeature, { params: { featureName: name } })
    expect(await revive(flag)).toMatchObject({ status: 200, text: '' })
    expect((await revive(flag)).status).toBe(200)
    expect(await isArchived()).toBe(false)
    expect(await revive('nope')).toMatchObject({ status: 404, body: { message: 'No feature flag found' } })
  })

  it('is rejected in an archived project', async () => {
    await post('archive', [flag])
    const archived = (at: string | null) =>
      app.backend.store.queries
        .updateTable('projects')
        .set({ archived_at: at })
        .where('id', '=', 'default')
        .execute()
    await archived('2026-11-21T12:00:00.000Z')
    const answers = [
      await post('revive', [flag]),
      await post('delete', [flag]),
      await app.call(reviveFeature, { params: { featureName: flag } }),
    ]
    await archived(null)
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
    expect(await isArchived()).toBe(true)
  })
})

describe('deleting archived flags', () => {
  it('is for archived flags only, and frees the name', async () => {
    const other = `${flag}-live`
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: other } })
    await post('archive', [flag])
    expect(await post('delete', [flag, other, 'nope'])).toMatchObject({ status: 200, text: '' })
    expect([await isArchived(), await isArchived(other)]).toEqual(['gone', false])
    expect(
      (await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })).status,
    ).toBe(201)
    expect(await eventsOf(flag)).toContain('feature-deleted')
  })

  it('works for one flag by its name, and is rejected with the reason for an active one', async () => {
    const remove = (name: string) => app.call(deleteFeature, { params: { featureName: name } })
    expect(await remove(flag)).toMatchObject({
      status: 403,
      body: {
        name: 'InvalidOperationError',
        message: `The feature "${flag}" is not archived. Archive it first.`,
      },
    })
    await post('archive', [flag])
    expect(await remove(flag)).toMatchObject({ status: 200, text: '' })
    expect(await remove(flag)).toMatchObject({ status: 404 })
  })
})

describe('the permissions of the archive', () => {
  it.each([
    ['POST', 'archive/validate'],
    ['POST', 'archive'],
    ['POST', 'revive'],
    ['POST', 'delete'],
  ])('%s %s: given to the Owner of the project, not to a Viewer', async (method, path) => {
    const as = async (who: string) =>
      (await app.call(method, `${PROJECT}/${path}`, { as: who, body: { features: [] } })).status
    expect([await as('viewer'), [200, 202].includes(await as('owner'))]).toEqual([403, true])
  })

  it('are checked in the project of the flag, where the path names none', async () => {
    await post('archive', [flag])
    const calls = [
      ['POST', `/api/admin/archive/revive/${flag}`],
      ['DELETE', `/api/admin/archive/${flag}`],
    ] as const
    for (const [method, path] of calls) {
      expect((await app.call(method, path, { as: 'viewer' })).body).toMatchObject({
        decision: { needed: { project: 'default' } },
      })
    }
    expect((await app.call(deleteFeature, { params: { featureName: flag }, as: 'owner' })).status).toBe(200)
  })
})
