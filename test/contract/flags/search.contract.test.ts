import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, staleFeatures, archiveFeature } from '#shared/flags/contract/features.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import { updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { complete } from '#shared/flags/contract/lifecycle.ts'
import { addFavoriteFeature } from '#shared/flags/contract/favorites.ts'

const DAY = 24 * 60 * 60 * 1000
let app: TestBackend

/** Eight flags, a day apart, each with something of its own. */
beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'ann', roles: ['Admin'] }] })
  await addProject(app, 'mobile')
  await app.call(updateProject, { params: { projectId: 'mobile' }, body: { name: 'apps' } })
  const create = async (name: string, body: object = {}, project = 'default', as?: string) => {
    const answer = await app.call(createFeature, {
      params: { projectId: project },
      body: { name, ...body },
      ...(as ? { as } : {}),
    })
    expect(answer.status, answer.text).toBe(201)
    app.clock.advance(DAY)
  }
  await create('checkout', { description: 'The new payment page' })
  await create('checkout-copy', { type: 'experiment', impressionData: true })
  await create('search_v2', { type: 'operational' })
  await create('100%-rollout'.replace('%', '-'), { type: 'kill-switch' })
  await create('app-theme', {}, 'mobile')
  await create('app-login', { type: 'permission' }, 'mobile', 'ann')
  await create('old-banner')
  await create('gone')
  const tag = (name: string, value: string) =>
    app.call(addTag, { params: { featureName: name }, body: { type: 'simple', value } })
  await tag('checkout', 'team-a')
  await tag('checkout', 'team-b')
  await tag('checkout-copy', 'team-a')
  const segment = async (name: string) =>
    (await app.call(createSegment, { body: { name, constraints: [] } })).body.id
  const [beta, internal] = [await segment('beta'), await segment('internal')]
  const strategy = (name: string, segments: number[]) =>
    app.call(addFeatureStrategy, {
      params: { projectId: 'default', featureName: name, environment: 'development' },
      body: { name: 'default', segments },
    })
  await strategy('checkout', [beta, internal])
  await strategy('search_v2', [beta])
  for (const name of ['checkout', 'search_v2'])
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: name, environment: 'production' },
    })
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'checkout', environment: 'development' },
  })
  await app.call(addFeatureDependency, {
    params: { projectId: 'default', child: 'checkout-copy' },
    body: { feature: 'checkout' },
  })
  await app.call(staleFeatures, {
    params: { projectId: 'default' },
    body: { features: ['old-banner'], stale: true },
  })
  await app.call(complete, {
    params: { projectId: 'default', featureName: '100--rollout' },
    body: { status: 'kept' },
  })
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'gone' } })
  await app.call(addFavoriteFeature, {
    params: { projectId: 'default', featureName: 'search_v2' },
    as: 'ann',
  })
  await app.call('POST', '/api/client/metrics', {
    token: BACKEND_PRODUCTION,
    body: {
      appName: 'app',
      bucket: { start: app.clock.now(), stop: app.clock.now(), toggles: { search_v2: { yes: 3, no: 1 } } },
    },
  })
})
afterAll(() => app.stop())

interface Found {
  features: ({ name: string } & Record<string, unknown>)[]
  total: number
}
const search = async (query: string, as = '') =>
  (await app.call('GET', `/api/admin/search/features?${query}`, as ? { as } : {})).body as Found
const names = async (query: string, as = '') => (await search(query, as)).features.map((one) => one.name)

const ALL = ['checkout', 'checkout-copy', 'search_v2', '100--rollout', 'app-theme', 'app-login', 'old-banner']
const without = (...some: string[]) => ALL.filter((name) => !some.includes(name))

describe('the filters of the search', () => {
  it.each<[query: string, found: string[]]>([
    ['', ALL],
    ['query=checkout', ['checkout', 'checkout-copy']],
    ['query=CHECKOUT', ['checkout', 'checkout-copy']],
    ['query=payment', ['checkout']],
    ['query=checkout,copy', ['checkout-copy']],
    ['query=simple:team-b', ['checkout']],
    ['query=_v', ['search_v2']],
    ['query=%25', []],
    ['query=nothing-like-it', []],
    ['project=IS:mobile', ['app-theme', 'app-login']],
    ['project=IS:nope', []],
    ['project=IS_NOT:mobile', without('app-theme', 'app-login')],
    ['project=IS_ANY_OF:mobile,default', ALL],
    ['project=IS_NONE_OF:mobile,default', []],
    ['type=IS:experiment', ['checkout-copy']],
    ['type=IS_ANY_OF:experiment,operational', ['checkout-copy', 'search_v2']],
    ['type=IS:kill-switch', ['100--rollout']],
    ['type=IS_NOT:release', ['checkout-copy', 'search_v2', '100--rollout', 'app-login']],
    ['type=IS_NONE_OF:release,experiment', ['search_v2', '100--rollout', 'app-login']],
    ['state=IS:stale', ['old-banner']],
    ['state=IS:active', without('old-banner')],
    ['state=IS_NOT:stale', without('old-banner')],
    ['state=IS_ANY_OF:stale,active', ALL],
    ['createdBy=IS:-42', without('app-login')],
    ['createdBy=IS_NOT:-42', ['app-login']],
    ['lifecycle=IS:completed', ['100--rollout']],
    ['lifecycle=IS:live', ['search_v2']],
    ['lifecycle=IS_ANY_OF:live,completed', ['search_v2', '100--rollout']],
    ['lifecycle=IS_NOT:initial', ['search_v2', '100--rollout']],
    ['lifecycle=IS:archived', ['gone']],
    ['lifecycle=IS_ANY_OF:archived,live', ['search_v2', 'gone']],
    ['archived=IS:true', ['gone']],
    ['archived=IS:false', ALL],
    ['archived=IS:true&project=IS:mobile', []],
    ['tag=INCLUDE:simple:team-a', ['checkout', 'checkout-copy']],
    ['tag=INCLUDE_ANY_OF:simple:team-a,simple:team-b', ['checkout', 'checkout-copy']],
    ['tag=INCLUDE_ALL_OF:simple:team-a,simple:team-b', ['checkout']],
    ['tag=INCLUDE_ALL_OF:simple:team-a, simple:team-b', ['checkout']],
    ['tag=DO_NOT_INCLUDE:simple:team-a', without('checkout', 'checkout-copy')],
    ['tag=EXCLUDE_IF_ANY_OF:simple:team-a,simple:team-b', without('checkout', 'checkout-copy')],
    ['tag=EXCLUDE_ALL:simple:team-a,simple:team-b', without('checkout')],
    ['segment=INCLUDE:beta', ['checkout', 'search_v2']],
    ['segment=INCLUDE_ALL_OF:beta,internal', ['checkout']],
    ['segment=INCLUDE_ANY_OF:internal,nope', ['checkout']],
    ['segment=DO_NOT_INCLUDE:internal', without('checkout')],
    ['segment=EXCLUDE_IF_ANY_OF:beta', without('checkout', 'search_v2')],
    ['segment=EXCLUDE_ALL:beta,internal', without('checkout')],
    ['status[]=production:enabled', ['checkout', 'search_v2']],
    ['status[]=development:enabled&status[]=production:enabled', ['checkout', 'search_v2']],
    ['status=development:enabled', ['checkout']],
    ['status[]=production:disabled', without('checkout', 'search_v2')],
    ['createdAt=IS_BEFORE:2026-11-22', ['checkout']],
    ['createdAt=IS_ON_OR_AFTER:2026-11-26', ['app-login', 'old-banner']],
    ['lastSeenAt=IS_ON_OR_AFTER:2026-11-29', ['search_v2']],
    ['lastSeenAt=IS_BEFORE:2026-11-29', []],
    ['favorite=IS:true', []],
    ['favorite=IS:false', ALL],
    ['type=IS:release&state=IS:active&project=IS:default', ['checkout']],
  ])('find by %s', async (query, found) => {
    const answer = await search(query)
    expect(answer.features?.map((one) => one.name)).toEqual(found)
    expect(answer.total).toBe(found.length)
  })

  it.each(['favorite=IS:true', 'favorite=IS_ANY_OF:true'])(
    'find with %s the caller’s own favourites',
    async (query) => {
      expect(await names(query, 'ann')).toEqual(['search_v2'])
    },
  )

  it('find favourites, others, or both', async () => {
    expect(await names('favorite=IS_ANY_OF:true,false', 'ann')).toEqual(ALL)
    expect(await names('favorite=IS:false', 'ann')).toEqual(without('search_v2'))
  })

  it.each([
    ['type=BOGUS:experiment', 'type'],
    ['type=experiment', 'type'],
    ['tag=INCLUDE:team-a', 'tag'],
    ['tag=IS:simple:team-a', 'tag'],
    ['createdAt=IS:2026-01-01', 'createdAt'],
    ['createdAt=IS_BEFORE:yesterday', 'createdAt'],
    ['archived=IS:maybe', 'archived'],
    ['favorite=true', 'favorite'],
  ])('reject %s, with the pattern', async (query, name) => {
    const { status, body } = await app.call('GET', `/api/admin/search/features?${query}`)
    const [detail] = (body as { details: { message: string; path: string }[] }).details
    expect([status, detail?.path]).toEqual([400, `/query/${name}`])
    expect(detail?.message).toMatch(new RegExp(`^The \`/query/${name}\` property must match pattern "`))
  })
})

describe('the order and paging of the search', () => {
  it.each<[query: string, found: string[]]>([
    ['sortBy=name', [...ALL].sort()],
    ['sortBy=name&sortOrder=desc', [...ALL].sort().reverse()],
    ['sortBy=createdAt&sortOrder=desc', [...ALL].reverse()],
    ['sortBy=nonsense', ALL],
    ['sortBy=stale&sortOrder=desc&limit=1', ['old-banner']],
    ['sortBy=lastSeenAt&limit=2', ['search_v2', 'checkout']],
    ['sortBy=lastSeenAt&sortOrder=desc&limit=2', ['search_v2', 'checkout']],
    ['sortBy=environment:production&sortOrder=desc&limit=2', ['checkout', 'search_v2']],
    ['sortBy=environment:nope&limit=1', ['checkout']],
    ['sortBy=project&sortOrder=desc&limit=2', ['app-theme', 'app-login']],
    ['sortBy=projectName&limit=2', ['app-theme', 'app-login']],
    ['sortBy=projectName&sortOrder=desc&limit=2', ['checkout', 'checkout-copy']],
    ['sortBy=type&limit=2', ['checkout-copy', '100--rollout']],
    ['limit=2&offset=1', ['checkout-copy', 'search_v2']],
    ['limit=0', ALL],
    ['limit=101', ALL],
    ['limit=abc&offset=-3', ALL],
    ['offset=100', []],
  ])('supports %s', async (query, found) => {
    expect(await names(query)).toEqual(found)
    expect((await search(query)).total).toBe(ALL.length)
  })

  it('puts the caller’s favourites first', async () => {
    expect((await names('favoritesFirst=true', 'ann'))[0]).toBe('search_v2')
    expect((await names('favoritesFirst=true'))[0]).toBe('checkout')
  })

  it('returns fifty, or the requested number up to a hundred', async () => {
    for (let index = 0; index < 60; index++)
      await app.call(createFeature, { params: { projectId: 'mobile' }, body: { name: `many-${index}` } })
    expect(await names('query=many')).toHaveLength(50)
    expect(await names('query=many&limit=100')).toHaveLength(60)
    expect(await names('query=many&limit=101')).toHaveLength(50)
  })
})

it('a found flag has all properties that a list shows', async () => {
  const { features } = await search('query=checkout', 'ann')
  expect(features[0]).toMatchObject({
    name: 'checkout',
    type: 'release',
    description: 'The new payment page',
    project: 'default',
    favorite: false,
    stale: false,
    archivedAt: null,
    impressionData: false,
    lastSeenAt: null,
    dependencyType: 'parent',
    environments: [
      { name: 'development', enabled: true, hasStrategies: true, hasEnabledStrategies: true, yes: 0, no: 0 },
      { name: 'production', enabled: true, variantCount: 0, changeRequestIds: [] },
    ],
    segments: ['beta', 'internal'],
    createdBy: { id: -42, name: 'Unleash Admin Token User' },
    lifecycle: { stage: 'initial' },
    tags: [
      { type: 'simple', value: 'team-a', color: '#FFFFFF' },
      { type: 'simple', value: 'team-b', color: '#FFFFFF' },
    ],
  })
  expect(features[1]).toMatchObject({ dependencyType: 'child', impressionData: true })
  const [seen] = (await search('query=search_v2', 'ann')).features
  expect(seen).toMatchObject({ favorite: true, environments: [{}, { yes: 3, no: 1 }] })
})
