import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { BACKEND, OWNER_AND_VIEWER, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addProject } from '#support/stages/projects.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import {
  addFeatureStrategy,
  deleteFeatureStrategy,
  getFeatureStrategy,
} from '#shared/flags/contract/strategies.ts'
import {
  getSegments,
  getSegment,
  getStrategiesBySegmentId,
  getSegmentsByStrategyId,
  removeSegment,
} from '#shared/flags/contract/segments.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const SEGMENTS = '/api/admin/segments'
const beta = { contextName: 'userId', operator: 'IN', values: ['7', '8', '9'] }
let app: TestBackend
let count = 0
let id: number
let name: string

beforeAll(async () => {
  app = await startBackend({
    users: OWNER_AND_VIEWER,
    env: { UNLEASH_SEGMENTS_LIMIT: '60' },
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  await addProject(app, 'other')
})
beforeEach(async () => {
  name = `segment-${count++}`
  id = (await create({ name, constraints: [beta] })).id
})
afterAll(() => app.stop())

const post = (body: unknown, as?: string) => app.call('POST', SEGMENTS, { body, ...(as ? { as } : {}) })
const create = async (body: unknown) => (await post(body)).body as { id: number }
const put = (body: unknown, of = id) => app.call('PUT', `${SEGMENTS}/${of}`, { body })
const addStrategy = async (segments: number[]) => {
  const { body } = await app.call(addFeatureStrategy, {
    params: { projectId: 'default', featureName: 'flag', environment: 'development' },
    body: { name: 'default', segments },
  })
  return body.id
}
const messages = (body: unknown) =>
  (body as { details: { message: string }[] }).details.map((one) => one.message)

describe('creating a segment', () => {
  it('returns it and its location', async () => {
    const { status, body, headers } = await post({
      name: 'beta-users',
      description: 'Beta',
      constraints: [beta],
    })
    expect([status, headers['location']]).toEqual([201, `segments/${(body as { id: number }).id}`])
    expect(body).toEqual({
      id: expect.any(Number) as number,
      name: 'beta-users',
      description: 'Beta',
      constraints: [beta],
      createdBy: 'admin',
      createdAt: '2026-11-21T12:00:00.000Z',
    })
  })

  it('can be limited to one project', async () => {
    const { body } = await post({ name: 'of-default', project: 'default', constraints: [] })
    expect(body).toMatchObject({ project: 'default', description: null, constraints: [] })
  })

  it.each([
    [
      { name: 'x1' },
      'The `/body/constraints` property is required. It was not present on the data you sent.',
    ],
    [{ name: '', constraints: [] }, '"name" is not allowed to be empty.'],
    [{ constraints: [] }, 'The `/body/name` property is required. It was not present on the data you sent.'],
    [
      { name: 'x', constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: 'abc' }] },
      '"value" must be a number. You provided "abc".',
    ],
    [{ name: 'x', project: 'nope', constraints: [] }, 'Active project with id nope does not exist'],
    [
      {
        name: 'x',
        constraints: [
          { contextName: 'u', operator: 'IN', values: Array.from({ length: 1001 }, (_, i) => `${i}`) },
        ],
      },
      'Segments may not have more than 1000 values',
    ],
  ])('rejects %j', async (body, message) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(messages(answer.body).join()).toContain(message)
  })

  it('requires a unique name', async () => {
    expect(await post({ name, constraints: [] })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError', message: 'Segment name already exists' },
    })
    const validate = (body: unknown) => app.call('POST', `${SEGMENTS}/validate`, { body })
    expect(await validate({ name })).toMatchObject({ status: 409 })
    expect(await validate({ name: 'fresh' })).toMatchObject({ status: 204, text: '' })
    expect((await validate({ name: '' })).status).toBe(400)
  })
})

describe('reading segments', () => {
  it('lists them by name, with their usage', async () => {
    await addStrategy([id])
    await addStrategy([id])
    const { body } = await app.call(getSegments)
    const { segments } = body
    expect(segments.map((one) => one.name)).toEqual(segments.map((one) => one.name).sort())
    expect(segments.find((one) => one.id === id)).toMatchObject({ usedInProjects: 1, usedInFeatures: 1 })
  })

  it('returns one', async () => {
    expect((await app.call(getSegment, { params: { id } })).body).toMatchObject({ id, name })
    expect(await app.call(getSegment, { params: { id: '9999' } })).toMatchObject({
      status: 404,
      body: { message: 'No segment exists with ID "9999"' },
    })
    const { status, body } = await app.call(getSegment, { params: { id: 'abc' } })
    expect([status, messages(body)]).toEqual([
      400,
      ['The `/params/id` property must be integer. You sent "abc".'],
    ])
  })

  it('returns the strategies that use one, and the segments of a strategy', async () => {
    const strategyId = await addStrategy([id])
    expect((await app.call(getStrategiesBySegmentId, { params: { id } })).body).toEqual({
      strategies: [
        {
          id: strategyId,
          projectId: 'default',
          featureName: 'flag',
          strategyName: 'default',
          environment: 'development',
        },
      ],
      changeRequestStrategies: [],
    })
    expect((await app.call(getStrategiesBySegmentId, { params: { id: 'x' } })).status).toBe(400)
    expect((await app.call(getSegmentsByStrategyId, { params: { strategyId } })).body).toMatchObject({
      segments: [{ id }],
    })
    expect((await app.call(getSegmentsByStrategyId, { params: { strategyId: 'nope' } })).body).toEqual({
      segments: [],
    })
  })
})

describe('changing a segment', () => {
  it('replaces it, and SDKs get it at their next request', async () => {
    await addStrategy([id])
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'flag', environment: 'development' },
    })
    const ofSdk = async () => {
      const { body } = await app.call(getAllClientFeatures, {
        token: BACKEND,
        headers: { 'unleash-client-spec': '5.2.0' },
      })
      return (body as { segments: { id: number; constraints: unknown[] }[] }).segments.find(
        (one) => one.id === id,
      )
    }
    expect((await ofSdk())?.constraints).toEqual([beta])
    const changed = { ...beta, values: ['7'] }
    expect(await put({ name: `${name}-b`, constraints: [changed] })).toMatchObject({ status: 204, text: '' })
    expect((await ofSdk())?.constraints).toEqual([changed])
    expect((await app.call(getSegment, { params: { id } })).body).toMatchObject({
      name: `${name}-b`,
      description: null,
    })
    const { body } = await app.call(searchEvents, { query: { type: 'IS:segment-updated' } })
    expect((body as { events: unknown[] }).events[0]).toMatchObject({
      data: { name: `${name}-b` },
      preData: { name },
    })
  })

  it('keeps its name unique', async () => {
    expect((await put({ name, constraints: [] })).status).toBe(204)
    const other = await create({ name: `${name}-other`, constraints: [] })
    expect((await put({ name, constraints: [] }, other.id)).status).toBe(409)
    expect((await put({ name: 'zz', constraints: [] }, 9999)).status).toBe(404)
    expect((await put({ name: '' })).status).toBe(400)
  })

  it('cannot limit it to one project while others use it', async () => {
    await addStrategy([id])
    const refused = await put({ name, project: 'other', constraints: [] })
    expect(refused).toMatchObject({ status: 400 })
    expect(messages(refused.body).join()).toContain(
      'Invalid project. Segment is being used by strategies in other projects: default',
    )
    expect((await put({ name, project: 'default', constraints: [] })).status).toBe(204)
  })

  it('over a limit may shrink it, but not grow it', async () => {
    const values = (count: number) => [
      { contextName: 'u', operator: 'IN', values: Array.from({ length: count }, (_, i) => `${i}`) },
    ]
    await app.backend.store.queries
      .updateTable('segments')
      .set({ constraints: JSON.stringify(values(1200)) })
      .where('id', '=', id)
      .execute()
    expect((await put({ name, constraints: values(1100) })).status).toBe(204)
    expect((await put({ name, constraints: values(1101) })).status).toBe(400)
  })
})

describe('deleting a segment', () => {
  const remove = (of: number | string = id) => app.call(removeSegment, { params: { id: of } })

  it('succeeds while nothing uses it', async () => {
    const strategyId = await addStrategy([id])
    expect(await remove()).toMatchObject({
      status: 409,
      body: { name: 'ConflictError', message: 'The segment is used by strategies of: flag' },
    })
    await app.call(deleteFeatureStrategy, {
      params: { projectId: 'default', featureName: 'flag', environment: 'development', strategyId },
    })
    expect(await remove()).toMatchObject({ status: 204, text: '' })
    expect((await remove()).status).toBe(404)
    expect((await remove('abc')).status).toBe(400)
  })
})

describe('the segments of a strategy', () => {
  const set = (body: object) =>
    app.call('POST', `${SEGMENTS}/strategies`, {
      body: { projectId: 'default', environmentId: 'development', segmentIds: [id], ...body },
    })

  it('are set, and validated as strategies are', async () => {
    const strategyId = await addStrategy([])
    const { status, body, headers } = await set({ strategyId })
    expect([status, headers['location']]).toEqual([201, `strategies/${strategyId}`])
    expect(body).toEqual({ projectId: 'default', environmentId: 'development', strategyId, segmentIds: [id] })
    expect(
      (
        await app.call(getFeatureStrategy, {
          params: { projectId: 'default', featureName: 'flag', environment: 'development', strategyId },
        })
      ).body,
    ).toMatchObject({ segments: [id] })
    expect((await set({ strategyId, segmentIds: [1, 2, 3, 4, 5, 6] })).status).toBe(400)
    expect((await set({ strategyId, segmentIds: [9999] })).status).toBe(404)
    expect((await set({ strategyId: 'nope' })).status).toBe(404)
    expect((await set({ strategyId, environmentId: 'production' })).status).toBe(404)
  })

  it('cannot be those of another project', async () => {
    const other = await create({ name: `${name}-of-other`, project: 'other', constraints: [] })
    const strategyId = await addStrategy([])
    expect(await set({ strategyId, segmentIds: [other.id] })).toMatchObject({ status: 400 })
  })
})

describe('creating segments', () => {
  it('is for the Owner of a project, in the project, and for an Admin everywhere', async () => {
    const mine = { name: `${name}-mine`, project: 'default', constraints: [] }
    expect((await post(mine, 'viewer')).status).toBe(403)
    const { status, body } = await post(mine, 'owner')
    expect(status).toBe(201)
    const own = (body as { id: number }).id
    expect((await post({ ...mine, name: 'x', project: null }, 'owner')).status).toBe(403)
    const call = (method: string, of: number, sent?: unknown) =>
      app.call(method, `${SEGMENTS}/${of}`, { as: 'owner', ...(sent ? { body: sent } : {}) })
    expect((await call('PUT', own, { ...mine, description: 'Mine' })).status).toBe(204)
    expect((await call('PUT', own, { ...mine, project: 'other' })).status).toBe(403)
    expect((await call('PUT', own, { ...mine, project: null })).status).toBe(403)
    expect((await call('PUT', id, mine)).status).toBe(403)
    expect((await call('DELETE', id)).status).toBe(403)
    expect((await call('DELETE', own)).status).toBe(204)
  })

  it('is rejected beyond the limit', async () => {
    let answer = await post({ name: `${name}-0`, constraints: [] })
    for (let more = 1; answer.status === 201; more++)
      answer = await post({ name: `${name}-${more}`, constraints: [] })
    expect(answer).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } })
    expect((answer.body as { message: string }).message).toContain('established limit of 60')
  })
})
