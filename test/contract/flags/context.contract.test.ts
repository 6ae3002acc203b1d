import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import {
  getContextField,
  getContextFields,
  deleteContextField,
  deleteContextFieldLegalValue,
  getStrategiesByContextField,
} from '#shared/flags/contract/context.ts'
import { addFeatureStrategy, deleteFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const CONTEXT = '/api/admin/context'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
})
afterAll(() => app.stop())

const create = (body: unknown) => app.call('POST', CONTEXT, { body })
const read = async (name: string) =>
  (await app.call(getContextField, { params: { contextField: name } })).body
const constrain = (contextName: string, ...values: string[]) =>
  app.call(addFeatureStrategy, {
    params: { projectId: 'default', featureName: 'flag', environment: 'development' },
    body: { name: 'default', constraints: [{ contextName, operator: 'IN', values }] },
  })

describe('the context fields', () => {
  it('exist from the start, sorted by name, with their usage', async () => {
    await constrain('userId', '7')
    const { status, body } = await app.call(getContextFields)
    const fields = body
    expect(status).toBe(200)
    expect(fields.map((one) => one.name)).toEqual([
      'appName',
      'currentTime',
      'environment',
      'sessionId',
      'userId',
    ])
    expect(fields.find((one) => one.name === 'userId')).toMatchObject({
      usedInFeatures: 1,
      usedInProjects: 1,
    })
    expect(fields.find((one) => one.name === 'sessionId')).toMatchObject({
      stickiness: true,
      usedInFeatures: 0,
    })
  })

  it('of projects are listed on request, and cannot be changed for the instance', async () => {
    await app.backend.store.queries
      .insertInto('context_fields')
      .values({
        name: 'ofProject',
        description: null,
        stickiness: false,
        sort_order: 0,
        legal_values: '[]',
        project: 'default',
        created_at: '2026-11-21T12:00:00.000Z',
      })
      .execute()
    const names = async (query: string) =>
      ((await app.call('GET', `${CONTEXT}${query}`)).body as { name: string }[]).map((one) => one.name)
    expect(await names('')).not.toContain('ofProject')
    expect(await names('?include=project')).toContain('ofProject')
    expect((await app.call(getContextFields, { query: { include: 'everything' } })).status).toBe(400)
    expect((await app.call(getContextField, { params: { contextField: 'ofProject' } })).status).toBe(404)
    expect((await app.call(deleteContextField, { params: { contextField: 'ofProject' } })).status).toBe(404)
    expect((await create({ name: 'ofProject' })).status).toBe(409)
  })
})

describe('creating a context field', () => {
  it('returns it and its location', async () => {
    const body = {
      name: 'country',
      description: 'Country',
      stickiness: true,
      sortOrder: 10,
      legalValues: [{ value: 'NO', description: 'Norway' }, { value: 'SE' }],
    }
    const answer = await create(body)
    expect([answer.status, answer.headers['location']]).toEqual([201, 'context/country'])
    expect(answer.body).toEqual({ ...body, createdAt: '2026-11-21T12:00:00.000Z' })
    expect(await read('country')).toEqual(answer.body)
    expect((await create({ name: 'least' })).body).toMatchObject({
      description: null,
      stickiness: false,
      sortOrder: 0,
      legalValues: [],
    })
  })

  it('requires a unique name', async () => {
    const message = 'A context field with that name already exist'
    expect(await create({ name: 'country' })).toMatchObject({ status: 409, body: { message } })
    const validate = (body: unknown) => app.call('POST', `${CONTEXT}/validate`, { body })
    expect(await validate({ name: 'country' })).toMatchObject({ status: 409, body: { message } })
    expect(await validate({ name: 'fresh' })).toMatchObject({ status: 200, text: '' })
  })

  it.each([
    [{ name: 'a b' }, '"name" must be URL friendly. You provided "a b".'],
    [{}, 'The `/body/name` property is required'],
    [{ name: 'x', legalValues: ['NO'] }, 'The `/body/legalValues/0` property must be object. You sent "NO".'],
    [{ name: 'x', legalValues: [{ value: '' }] }, 'must NOT have fewer than 1 characters'],
    [{ name: 'x', sortOrder: 1.5 }, 'must be integer'],
    [{ name: 'x', stickiness: 'yes' }, 'must be boolean'],
  ])('rejects %j', async (body, message) => {
    const { status, text } = await create(body)
    expect(status).toBe(400)
    expect(text).toContain(JSON.stringify(message).slice(1, -1))
  })
})

describe('changing a context field', () => {
  it('resets omitted properties to their defaults', async () => {
    const put = (name: string, body: unknown) => app.call('PUT', `${CONTEXT}/${name}`, { body })
    expect(
      await put('country', { description: 'Country code', legalValues: [{ value: 'NO' }] }),
    ).toMatchObject({
      status: 200,
      text: '',
    })
    expect(await read('country')).toMatchObject({
      description: 'Country code',
      stickiness: false,
      sortOrder: 0,
      legalValues: [{ value: 'NO' }],
    })
    expect(await put('nope', {})).toMatchObject({
      status: 404,
      body: { message: 'Could not find Context field with name nope' },
    })
    expect(await app.call(getContextField, { params: { contextField: 'nope' } })).toMatchObject({
      status: 404,
      body: { message: 'Could not find context field' },
    })
  })

  it('adds, changes and removes legal values', async () => {
    const legal = `${CONTEXT}/country/legal-values`
    const put = (body: unknown, path = legal) => app.call('POST', path, { body })
    expect(await put({ value: 'DK', description: 'Denmark' })).toMatchObject({ status: 200, text: '' })
    await put({ value: 'NO', description: 'Norway' })
    expect(await read('country')).toMatchObject({
      legalValues: [
        { value: 'NO', description: 'Norway' },
        { value: 'DK', description: 'Denmark' },
      ],
    })
    expect((await app.call('DELETE', `${legal}/DK`)).status).toBe(200)
    expect((await app.call('DELETE', `${legal}/DK`)).status).toBe(200)
    expect(await read('country')).toMatchObject({ legalValues: [{ value: 'NO' }] })
    expect((await put({ value: '' })).status).toBe(400)
    expect((await put({ value: 'x' }, `${CONTEXT}/nope/legal-values`)).status).toBe(404)
    expect(
      (await app.call(deleteContextFieldLegalValue, { params: { contextField: 'nope', legalValue: 'x' } }))
        .status,
    ).toBe(404)
  })

  it('limits constraints to the legal values', async () => {
    expect((await constrain('country', 'NO')).status).toBe(200)
    expect((await constrain('country', 'DE')).status).toBe(400)
  })
})

describe('deleting a context field', () => {
  it('succeeds while nothing uses it', async () => {
    const remove = (name: string) => app.call(deleteContextField, { params: { contextField: name } })
    expect(await remove('country')).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
    const { body } = await app.call(getStrategiesByContextField, { params: { contextField: 'country' } })
    const { strategies } = body
    expect(strategies).toEqual([
      {
        id: expect.any(String) as string,
        projectId: 'default',
        featureName: 'flag',
        strategyName: 'default',
        environment: 'development',
      },
    ])
    await app.call(deleteFeatureStrategy, {
      params: {
        projectId: 'default',
        featureName: 'flag',
        environment: 'development',
        strategyId: `${strategies[0]?.id}`,
      },
    })
    expect(await remove('country')).toMatchObject({ status: 200, text: '' })
    expect(await remove('country')).toMatchObject({ status: 404 })
    const events = await app.call(searchEvents, { query: { type: 'IS:context-field-deleted' } })
    expect(events.body.events[0]).toMatchObject({ preData: { name: 'country' } })
  })
})
