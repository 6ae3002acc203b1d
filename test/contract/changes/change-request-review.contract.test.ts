import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { userIdOf } from '#support/stages/access.ts'
import { PEOPLE, REQUESTS, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { deleteFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { searchFeatures } from '#shared/flags/contract/search.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getAdvancedPlayground } from '#shared/insight/contract/playground.ts'

let app: TestBackend
let requests: Requests
let id: number

beforeAll(async () => {
  app = await startBackend({ users: PEOPLE })
  requests = requestsOf(app)
  await addProject(app, 'other')
  await requests.configure(1)
  await requests.addFlag('flag')
  await requests.addFlag('second')
})
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  id = (await requests.add(enable('flag'))).id
})
afterAll(() => app.stop())

const enable = (feature: string) => ({ action: 'updateEnabled', feature, payload: { enabled: true } })
const get = async <T>(path: string, as = 'author') =>
  (await app.call('GET', `${REQUESTS}${path}`, { as })).body as T

describe('a comment', () => {
  const comment = (text: unknown, as = 'author') =>
    app.call('POST', `${REQUESTS}/${id}/comments`, { body: { text }, as })

  it('can be added by everybody who sees the request', async () => {
    expect(await comment('First')).toMatchObject({ status: 204, text: '' })
    expect((await comment('I cannot see it', 'root')).status).toBe(404)
    await requests.move(id, 'In review')
    await comment(' Looks good ', 'viewer')
    expect((await requests.get(id)).comments).toMatchObject([
      { text: 'First', createdBy: { username: 'author' } },
      { text: 'Looks good', createdBy: { username: 'viewer' } },
    ])
    expect(await requests.events('change-request-comment-added')).toHaveLength(2)
  })

  it.each(['', '   ', 'x'.repeat(1001), undefined])('cannot be %j', async (text) => {
    expect((await comment(text)).status).toBe(400)
  })
})

describe('the reviewers of a request', () => {
  const ask = (reviewers: unknown, as = 'author') =>
    app.call('PUT', `${REQUESTS}/${id}/approvers`, { body: { reviewers }, as })
  const asked = async () =>
    (await get<{ reviewers: { username: string }[] }>(`/${id}/approvers`)).reviewers.map(
      (one) => one.username,
    )

  it('are users who may approve in the environment, and Admins', async () => {
    const names = async (environment: string) =>
      (
        await get<{ reviewers: { username: string; imageUrl: string }[] }>(
          `/available-reviewers/${environment}`,
        )
      ).reviewers.map((one) => one.username)
    // the first Admin exists from the start
    expect(await names('production')).toEqual(['admin', 'root', 'reviewer', 'second reviewer', 'both'])
    expect(await names('development')).toEqual(['admin', 'root'])
    const nowhere = async (path: string) =>
      (await app.call('GET', `/api/admin/projects/${path}`, { as: 'author' })).status
    expect(await nowhere('nope/change-requests/available-reviewers/production')).toBe(404)
    expect(await nowhere('default/change-requests/available-reviewers/nope')).toBe(404)
  })

  it('are requested by the author, also again', async () => {
    const [reviewer, second, viewer] = [
      await userIdOf(app, 'reviewer'),
      await userIdOf(app, 'second reviewer'),
      await userIdOf(app, 'viewer'),
    ]
    expect(await asked()).toEqual([])
    expect(await ask([reviewer, second, reviewer])).toMatchObject({ status: 204, text: '' })
    expect(await asked()).toEqual(['reviewer', 'second reviewer'])
    expect(await ask([second])).toMatchObject({ status: 204 })
    expect(await asked()).toEqual(['second reviewer'])
    expect(await ask([second, viewer])).toMatchObject({
      status: 400,
      body: {
        details: [
          {
            message: `The user ${viewer} cannot approve change requests in "production".`,
            path: '/body/reviewers/1',
          },
        ],
      },
    })
    expect(await asked()).toEqual(['second reviewer'])
    expect((await ask([], 'reviewer')).status).toBe(404)
    await requests.move(id, 'In review')
    expect((await ask([], 'reviewer')).status).toBe(403)
    const [event] = await requests.events('change-request-requested-approvers-updated')
    expect(event).toMatchObject({ createdBy: 'author', data: { changeRequestId: id, reviewers: [second] } })
    expect((await app.call('GET', `${REQUESTS}/x/approvers`)).status).toBe(400)
    expect((await app.call('GET', `${REQUESTS}/${id + 1}/approvers`)).status).toBe(404)
  })
})

describe('the counts of change requests', () => {
  it('are given for each state', async () => {
    const count = () => get('/count')
    const none = { total: 0, applied: 0, approved: 0, rejected: 0, reviewRequired: 0, scheduled: 0 }
    expect(await count()).toEqual({ ...none, total: 1 })
    expect(await get('/count', 'root')).toEqual(none)
    await requests.move(id, 'In review')
    expect(await count()).toEqual({ ...none, total: 1, reviewRequired: 1 })
    await requests.move(id, 'Approved', 'reviewer')
    expect(await count()).toEqual({ ...none, total: 1, approved: 1 })
    await requests.move(id, 'Scheduled', 'applier', { scheduledAt: '2027-01-01T00:00:00Z' })
    expect(await count()).toEqual({ ...none, total: 1, scheduled: 1 })
    await requests.move(id, 'Applied', 'applier')
    expect(await count()).toEqual({ ...none, total: 1, applied: 1 })
    const other = await requests.add(enable('second'))
    await requests.move(other.id, 'In review')
    await requests.move(other.id, 'Rejected', 'reviewer')
    expect(await count()).toEqual({ ...none, total: 2, applied: 1, rejected: 1 })
  })

  it('are given for each user who must act', async () => {
    await requests.configure(2)
    const waiting = async () =>
      Promise.all(
        ['author', 'reviewer', 'both', 'applier', 'root', 'viewer'].map(
          async (as) => (await get<{ total: number }>('/actionable', as)).total,
        ),
      )
    expect(await waiting()).toEqual([0, 0, 0, 0, 0, 0])
    await requests.move(id, 'Cancelled')
    const own = await requests.add(enable('flag'), 'both')
    await requests.move(own.id, 'In review', 'both')
    expect(await waiting()).toEqual([0, 1, 0, 0, 1, 0])
    await requests.move(own.id, 'Approved', 'reviewer')
    expect(await waiting()).toEqual([0, 0, 0, 0, 1, 0])
    await requests.move(own.id, 'Approved', 'root')
    expect(await waiting()).toEqual([0, 0, 1, 1, 1, 0])
    await requests.configure(1)
  })

  it('need an existing project', async () => {
    for (const path of ['count', 'actionable', 'scheduled'])
      expect((await app.call('GET', `/api/admin/projects/nope/change-requests/${path}`)).status).toBe(404)
  })
})

describe('the scheduled requests', () => {
  it('are found by what they change', async () => {
    const strategy = (await requests.addStrategy('flag')).id
    await requests.add([
      { action: 'deleteStrategy', feature: 'flag', payload: { id: strategy } },
      { action: 'patchVariant', feature: 'second', payload: { variants: [] } },
    ])
    const found = async (query: string) =>
      (await get<{ id: number }[]>(`/scheduled?${query}`)).map((one) => one.id)
    expect(await found('feature=flag')).toEqual([])
    await requests.move(id, 'In review')
    await requests.move(id, 'Approved', 'reviewer')
    await requests.move(id, 'Scheduled', 'applier', { scheduledAt: '2027-01-01T00:00:00Z' })
    expect(await found('')).toEqual([])
    expect(await found('feature=flag')).toEqual([id])
    expect(await found('feature=x&feature=second')).toEqual([id])
    expect(await found('feature=x')).toEqual([])
    expect(await found(`strategyId=${strategy}`)).toEqual([id])
    expect(await found('strategyId=x')).toEqual([])
    expect(await found('variantForFlag=second')).toEqual([id])
    expect(await found('variantForFlag=flag')).toEqual([])
    expect(await get('/scheduled?feature=flag')).toEqual([
      { id, environment: 'production', title: `Change request #${id}` },
    ])
    // another request with the same change shows it as a conflict
    const other = await requests.add({ action: 'deleteStrategy', feature: 'flag', payload: { id: strategy } })
    expect(other.features[0]?.changes[0]?.scheduleConflicts).toEqual({
      changeRequests: [{ id, title: `Change request #${id}` }],
    })
    await app.call(deleteFeatureStrategy, {
      params: { projectId: 'default', featureName: 'flag', environment: 'production', strategyId: strategy },
    })
  })
})

describe('the search for change requests', () => {
  const search = async (query = '', as = 'author') => {
    const { status, body } = await app.call('GET', `/api/admin/search/change-requests?${query}`, { as })
    const { changeRequests = [], total } = body as { changeRequests?: { id: number }[]; total: number }
    return { status, ids: changeRequests.map((one) => one.id), total, first: changeRequests[0] }
  }

  it('filters by author, by reviewer, and by open or closed', async () => {
    const other = (await requests.add(enable('second'), 'viewer')).id
    const [author, viewer, reviewer] = [
      await userIdOf(app, 'author'),
      await userIdOf(app, 'viewer'),
      await userIdOf(app, 'reviewer'),
    ]
    expect((await search()).ids).toEqual([id])
    await requests.move(other, 'In review', 'viewer')
    await app.call('PUT', `${REQUESTS}/${other}/approvers`, { body: { reviewers: [reviewer] }, as: 'viewer' })
    expect(await search()).toMatchObject({ ids: [other, id], total: 2 })
    expect((await search('', 'root')).ids).toEqual([other])
    expect((await search(`createdBy=IS:${author}`)).ids).toEqual([id])
    expect((await search(`createdBy=IS:${viewer}`)).ids).toEqual([other])
    expect((await search(`requestedApproverId=IS:${reviewer}`)).ids).toEqual([other])
    expect((await search(`requestedApproverId=IS:${author}`)).ids).toEqual([])
    await requests.move(id, 'Cancelled')
    expect((await search('state=IS:open')).ids).toEqual([other])
    expect((await search('state=IS:closed')).ids).toEqual([id])
    expect(await search('limit=1')).toMatchObject({ ids: [other], total: 2 })
    expect(await search('limit=1&offset=1')).toMatchObject({ ids: [id], total: 2 })
    expect((await search()).first).toMatchObject({
      project: 'default',
      environment: 'production',
      state: 'In review',
      features: ['second'],
      segments: [],
    })
  })

  it.each([
    'createdBy=7',
    'createdBy=IS:x',
    'state=IS:new',
    'state=open',
    'limit=0',
    'limit=1001',
    'offset=-1',
  ])('rejects %s', async (query) => {
    expect((await search(query)).status).toBe(400)
  })
})

describe('the search for flags', () => {
  it('returns the open requests for each flag in an environment', async () => {
    const idsOf = async (as: string) => {
      const { body } = await app.call(searchFeatures, { query: { query: 'flag' }, as })
      const { features } = body
      const { environments = [] } = features.find((one) => one.name === 'flag') ?? {}
      return Object.fromEntries(environments.map((one) => [one.name, one.changeRequestIds]))
    }
    expect(await idsOf('author')).toEqual({ development: [], production: [id] })
    expect(await idsOf('root')).toEqual({ development: [], production: [] })
    await requests.move(id, 'In review')
    const other = await requests.add(enable('flag'), 'viewer')
    expect(await idsOf('viewer')).toEqual({ development: [], production: [id, other.id] })
    await requests.move(id, 'Rejected', 'reviewer')
    expect(await idsOf('author')).toEqual({ development: [], production: [] })
  })
})

describe('the preview of a change request', () => {
  const preview = (of = id, as = 'viewer', context: object = { appName: 'app', userId: '7' }) =>
    app.call('POST', `/api/admin/playground/change-request/${of}`, { body: { context }, as })
  const evaluated = (body: unknown) => {
    const { features } = body as {
      features: { name: string; environments: Record<string, { isEnabled: boolean }[]> }[]
    }
    return Object.fromEntries(
      features.map(({ name, environments }) => [name, environments['production']?.[0]?.isEnabled]),
    )
  }

  it('shows the state of flags after it, and changes nothing', async () => {
    await requests.add(enable(await requests.addFlag('previewed')))
    await requests.move(id, 'In review')
    const before = await app.call(getFeature, { params: { projectId: 'default', featureName: 'previewed' } })
    const told = await app.call(searchEvents)
    const { status, body } = await preview()
    expect([status, evaluated(body)]).toMatchObject([200, { previewed: true, second: false }])
    expect(body).toMatchObject({ input: { environments: ['production'], projects: ['default'] } })
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'previewed' } })).text,
    ).toBe(before.text)
    expect((await app.call(searchEvents)).text).toBe(told.text)
    expect((await requests.get(id)).state).toBe('In review')
    const now = await app.call(getAdvancedPlayground, {
      body: { environments: ['production'], projects: ['default'], context: { appName: 'app' } },
    })
    expect(evaluated(now.body)).toMatchObject({ previewed: false, second: false })
  })

  it('exists for visible requests that are neither drafts nor closed, and that could be applied', async () => {
    expect((await preview(id, 'viewer')).status).toBe(404)
    expect((await preview(id, 'author')).status).toBe(400)
    expect((await preview(id, 'author', {})).status).toBe(400)
    await requests.add({ action: 'deleteDependency', feature: 'second' })
    await requests.move(id, 'In review')
    expect(await preview()).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
    await requests.move(id, 'Cancelled')
    expect((await preview()).status).toBe(400)
  })
})
