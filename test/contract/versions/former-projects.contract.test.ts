import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { archiveFeatures } from '#shared/flags/contract/archive.ts'
import { addFavoriteProject, addFavoriteFeature } from '#shared/flags/contract/favorites.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'

/** Contract 6: a project with its flags in one answer. */
const PROJECT = '/api/admin/projects/default'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    contract: '6',
    users: [
      { username: 'ann', roles: ['Editor', 'Member'] },
      { username: 'outsider', roles: ['Viewer'] },
    ],
  })
})
afterAll(() => app.stop())
const get = async (path: string, as = 'ann') =>
  (await app.call('GET', path, { as })).body as Record<string, unknown>

describe('a former project', () => {
  it('has the properties of its overview, and its flags', async () => {
    for (const name of ['one', 'two', 'gone'])
      await app.call(createFeature, { params: { projectId: 'default' }, body: { name }, as: 'ann' })
    await app.call(archiveFeatures, {
      params: { projectId: 'default' },
      body: { features: ['gone'] },
      as: 'ann',
    })
    await app.call(addFavoriteProject, { params: { projectId: 'default' }, as: 'ann' })
    await app.call(addFavoriteFeature, { params: { projectId: 'default', featureName: 'two' }, as: 'ann' })

    const { features, ...project } = await get(PROJECT)
    const { featureTypeCounts, onboardingStatus, linkTemplates, ...overview } = await get(
      `${PROJECT}/overview`,
    )
    expect(project).toEqual(overview)
    expect([featureTypeCounts, onboardingStatus, linkTemplates]).not.toContain(undefined)
    expect(features).toEqual((await get(`${PROJECT}/features`))['features'])
    expect(features).toMatchObject([
      { name: 'one', favorite: false },
      { name: 'two', favorite: true, environments: [{ name: 'development' }, { name: 'production' }] },
    ])
    expect(project).toMatchObject({ version: 1, name: 'Default', favorite: true, members: 1, health: 100 })
  })

  it('is 404 where it is unknown or hidden', async () => {
    await app.call(createProject, { body: { id: 'secret', name: 'secret', mode: 'private' } })
    const answers = [
      await app.call('GET', '/api/admin/projects/nope'),
      await app.call('GET', '/api/admin/projects/secret', { as: 'outsider' }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 404,
        body: { name: 'NotFoundError', message: 'No project found' },
      })
    expect((await app.call('GET', '/api/admin/projects/secret')).status).toBe(200)
  })
})
