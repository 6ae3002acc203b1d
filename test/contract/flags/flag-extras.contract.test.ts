import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  ADMIN,
  BACKEND_PRODUCTION,
  BACKEND,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { createFeature, getFeature, archiveFeature, getFeatures } from '#shared/flags/contract/features.ts'
import { deleteFeatureLink, createFeatureLink } from '#shared/flags/contract/links.ts'
import { getProjects, getProjectOverview } from '#shared/projects/contract/projects.ts'
import { getAllFeatureTypes } from '#shared/flags/contract/feature-types.ts'
import { getFeatureLifecycle, getFeatureLifecycleStageCount } from '#shared/flags/contract/lifecycle.ts'
import { registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { reviveFeature } from '#shared/flags/contract/archive.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend
let flag = ''
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'ann', roles: ['Admin'] }] })
})
beforeEach(async () => {
  flag = `flag-${count++}`
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
})
afterAll(() => app.stop())

const read = async (as?: string) =>
  (await app.call(getFeature, { params: { projectId: 'default', featureName: flag }, ...(as ? { as } : {}) }))
    .body

describe('the links of a flag', () => {
  const link = (body: unknown) => app.call('POST', `${FEATURES}/${flag}/link`, { body })
  const linksOf = async () => (await read())['links']

  it('are added, changed and removed', async () => {
    expect(await link({ url: 'https://example.com/doc', title: 'Doc' })).toMatchObject({
      status: 204,
      text: '',
    })
    await link({ url: 'example.com:8080/issue' })
    const [first, second] = await linksOf()
    expect(first).toMatchObject({ url: 'https://example.com/doc', title: 'Doc', feature: flag })
    expect(second).toMatchObject({ url: 'https://example.com:8080/issue', title: null })
    const path = `${FEATURES}/${flag}/link/${first?.id}`
    const put = (body: unknown, at = path) => app.call('PUT', at, { body })
    expect((await put({ url: 'http://example.com/2' })).status).toBe(204)
    expect((await linksOf())[0]).toMatchObject({ url: 'http://example.com/2', title: null })
    expect((await app.call('DELETE', path)).status).toBe(204)
    const missing = { status: 404, body: { message: `No item with id ${first?.id}` } }
    expect(await app.call('DELETE', path)).toMatchObject(missing)
    expect(await put({ url: 'example.com' })).toMatchObject(missing)
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'another' } })
    const other = `${FEATURES}/another/link/${second?.id}`
    expect((await app.call('DELETE', other)).status).toBe(404)
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect(
      (
        await app.call(deleteFeatureLink, {
          params: { projectId: 'default', featureName: flag, linkId: `${second?.id}` },
        })
      ).status,
    ).toBe(400)
  })

  it.each(['not a url', 'javascript:alert(1)', 'file:///etc/passwd', ''])(
    'reject the address %j',
    async (url) => {
      expect(await link({ url })).toMatchObject({
        status: 400,
        body: { details: [{ message: `Invalid URL: ${url}`, path: '/body/url' }] },
      })
    },
  )

  it('are limited to ten, of existing flags', async () => {
    for (let index = 0; index < 10; index++)
      expect((await link({ url: `example.com/${index}` })).status).toBe(204)
    expect(await link({ url: 'example.com/10' })).toMatchObject({
      status: 403,
      body: { name: 'OperationDeniedError', message: 'Too many links (10) exist for this feature' },
    })
    expect(
      (
        await app.call(createFeatureLink, {
          params: { projectId: 'default', featureName: 'nope' },
          body: { url: 'x.org' },
        })
      ).status,
    ).toBe(404)
  })
})

describe('favourites', () => {
  const favor = (method: string, path: string, as = 'ann') => app.call(method, `${path}/favorites`, { as })

  it('belong to one user', async () => {
    const path = `${FEATURES}/${flag}`
    expect(await favor('POST', path)).toMatchObject({ status: 200, text: '' })
    expect((await favor('POST', path)).status).toBe(200)
    expect(await read('ann')).toMatchObject({ favorite: true })
    expect(await read()).toMatchObject({ favorite: false })
    const { body } = await app.call(getFeatures, { params: { projectId: 'default' }, as: 'ann' })
    const { features } = body
    expect(features.filter((one) => one.favorite).map((one) => one.name)).toEqual([flag])
    expect((await favor('DELETE', path)).status).toBe(200)
    expect(await read('ann')).toMatchObject({ favorite: false })
  })

  it('can be projects', async () => {
    const project = '/api/admin/projects/default'
    const favorite = async () => {
      const { body } = await app.call(getProjects, { as: 'ann' })
      const overview = await app.call(getProjectOverview, { params: { projectId: 'default' }, as: 'ann' })
      return [body.projects[0]?.favorite, overview.body.favorite]
    }
    expect(await favorite()).toEqual([false, false])
    expect((await favor('POST', project)).status).toBe(200)
    expect(await favorite()).toEqual([true, true])
    expect((await favor('DELETE', project)).status).toBe(200)
    expect(await favorite()).toEqual([false, false])
  })

  it('need an existing flag or project, and a user', async () => {
    for (const method of ['POST', 'DELETE']) {
      expect((await favor(method, `${FEATURES}/nope`)).status).toBe(404)
      expect((await favor(method, '/api/admin/projects/nope')).status).toBe(404)
      const token = await app.call(method, `${FEATURES}/${flag}/favorites`, { token: ADMIN })
      expect(token).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } })
    }
  })
})

describe('the types of flags', () => {
  const TYPES = '/api/admin/feature-types'
  const set = (id: string, lifetimeDays: unknown) =>
    app.call('PUT', `${TYPES}/${id}/lifetime`, { body: { lifetimeDays } })

  it('have an expected lifetime', async () => {
    const { body } = await app.call(getAllFeatureTypes)
    const lifetimes = body.types
    expect(lifetimes.map(({ id, lifetimeDays }) => [id, lifetimeDays])).toEqual([
      ['release', 40],
      ['experiment', 40],
      ['operational', 7],
      ['kill-switch', null],
      ['permission', null],
    ])
    expect(await set('experiment', 30)).toMatchObject({
      status: 200,
      body: { id: 'experiment', name: 'Experiment', lifetimeDays: 30 },
    })
    expect((await set('experiment', 0)).body).toMatchObject({ lifetimeDays: null })
    expect((await set('experiment', null)).body).toMatchObject({ lifetimeDays: null })
    expect(await set('experiment', -1)).toMatchObject({
      status: 400,
      body: { details: [{ message: 'The `/body/lifetimeDays` property must be >= 0. You sent -1.' }] },
    })
    expect(await set('nope', 3)).toMatchObject({
      status: 404,
      body: { message: 'The feature type you tried to update ("nope") does not exist.' },
    })
  })
})

describe('the lifecycle of a flag', () => {
  const stages = async () =>
    (await app.call(getFeatureLifecycle, { params: { projectId: 'default', featureName: flag } })).body
  const names = async () => (await stages()).map((one) => one.stage)
  const report = (token: string) =>
    app.call(registerClientMetrics, {
      token,
      body: {
        appName: 'app',
        bucket: {
          start: '2026-11-21T11:00:00.000Z',
          stop: '2026-11-21T11:01:00.000Z',
          toggles: { [flag]: { yes: 1, no: 0 } },
        },
      },
    })

  it('starts, is used, goes live, is completed and archived, and starts again', async () => {
    expect(await stages()).toEqual([{ stage: 'initial', enteredStageAt: '2026-11-21T12:00:00.000Z' }])
    await report(BACKEND)
    expect(await names()).toEqual(['initial', 'pre-live'])
    await report(BACKEND_PRODUCTION)
    expect(await names()).toEqual(['initial', 'pre-live'])
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: flag, environment: 'production' },
    })
    await report(BACKEND_PRODUCTION)
    expect(await names()).toEqual(['initial', 'pre-live', 'live'])
    const complete = (body: unknown) => app.call('POST', `${FEATURES}/${flag}/lifecycle/complete`, { body })
    expect(await complete({ status: 'kept', statusValue: 'B' })).toMatchObject({ status: 200, text: '' })
    await complete({ status: 'discarded' })
    expect((await stages()).at(-1)).toMatchObject({ stage: 'completed', status: 'discarded' })
    expect(await read()).toMatchObject({ lifecycle: { stage: 'completed', status: 'discarded' } })
    expect((await complete({ status: 'lost' })).status).toBe(400)
    const uncomplete = () => app.call('POST', `${FEATURES}/${flag}/lifecycle/uncomplete`)
    expect(await uncomplete()).toMatchObject({ status: 200, text: '' })
    expect((await uncomplete()).status).toBe(200)
    expect(await names()).toEqual(['initial', 'pre-live', 'live'])
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect(await names()).toEqual(['initial', 'pre-live', 'live', 'archived'])
    expect((await complete({ status: 'kept' })).status).toBe(400)
    expect((await uncomplete()).status).toBe(400)
    await app.call(reviveFeature, { params: { featureName: flag } })
    expect(await names()).toEqual(['initial'])
  })

  it('is counted over all flags', async () => {
    const counts = async () => (await app.call(getFeatureLifecycleStageCount)).body
    const before = await counts()
    await report(BACKEND)
    expect(await counts()).toEqual({
      ...before,
      initial: before.initial - 1,
      preLive: before.preLive + 1,
    })
  })

  it('exists for existing flags only', async () => {
    const path = `${FEATURES}/nope/lifecycle`
    expect((await app.call('GET', path)).status).toBe(404)
    expect((await app.call('POST', `${path}/complete`, { body: { status: 'kept' } })).status).toBe(404)
    expect((await app.call('POST', `${path}/uncomplete`)).status).toBe(404)
  })
})
