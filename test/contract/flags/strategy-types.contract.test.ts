import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  getStrategy,
  getAllStrategies,
  updateStrategy,
  removeStrategy,
} from '#shared/flags/contract/strategy-types.ts'
import { getFeatureStrategies } from '#shared/flags/contract/strategies.ts'
import { getProjectOverview } from '#shared/projects/contract/projects.ts'

const STRATEGIES = '/api/admin/strategies'
const PROJECT = '/api/admin/projects/default'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
})
afterAll(() => app.stop())

const post = (path: string, body?: unknown) => app.call('POST', path, body === undefined ? {} : { body })
const get = (name: string) => app.call(getStrategy, { params: { name } })

describe('the strategy types', () => {
  it('are the built-in ones, then the custom ones', async () => {
    const custom = {
      name: 'tourCustom',
      description: 'mine',
      parameters: [{ name: 'level', type: 'number', description: 'Lvl', required: true }],
    }
    const created = await post(STRATEGIES, custom)
    const stored = { displayName: null, editable: true, deprecated: false, title: null, ...custom }
    expect([created.status, created.headers['location']]).toEqual([201, 'strategies/tourCustom'])
    expect(created.body).toEqual(stored)
    expect((await get('tourCustom')).body).toEqual(stored)
    const { body } = await app.call(getAllStrategies)
    const { strategies } = body
    expect(strategies.at(-1)).toMatchObject({ name: 'tourCustom', editable: true })
    expect(strategies.filter((one) => !one.editable).map((one) => one.name)).toEqual([
      'default',
      'flexibleRollout',
      'remoteAddress',
      'applicationHostname',
    ])
    expect(await post(STRATEGIES, custom)).toMatchObject({
      status: 409,
      body: { message: 'Strategy with name tourCustom already exist!' },
    })
  })

  it('are used by flags, and can be deleted meanwhile', async () => {
    await post(`${PROJECT}/features`, { name: 'flag' })
    const path = `${PROJECT}/features/flag/environments/development/strategies`
    expect((await post(path, { name: 'tourCustom', parameters: { level: '9' } })).status).toBe(200)
    const { status } = await app.call(updateStrategy, {
      params: { name: 'tourCustom' },
      body: { description: 'mine 2', parameters: [] },
    })
    expect(status).toBe(200)
    expect((await get('tourCustom')).body).toMatchObject({ description: 'mine 2', parameters: [] })
    expect(await app.call(removeStrategy, { params: { name: 'tourCustom' } })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await app.call('GET', path)).body).toMatchObject([{ name: 'tourCustom' }])
    expect((await post(path, { name: 'tourCustom' })).status).toBe(400)
  })

  it('are deprecated and reactivated, built-in or not', async () => {
    const deprecated = async () => (await get('default')).body.deprecated
    expect(await post(`${STRATEGIES}/default/deprecate`)).toMatchObject({ status: 200, text: '' })
    expect(await deprecated()).toBe(true)
    expect((await post(`${STRATEGIES}/default/reactivate`)).status).toBe(200)
    expect(await deprecated()).toBe(false)
  })

  it('that are built in cannot be changed', async () => {
    const refusal = {
      status: 403,
      body: { name: 'InvalidOperationError', message: 'Cannot edit strategy flexibleRollout' },
    }
    expect(await app.call(removeStrategy, { params: { name: 'flexibleRollout' } })).toMatchObject(refusal)
    const put = await app.call(updateStrategy, {
      params: { name: 'flexibleRollout' },
      body: { parameters: [] },
    })
    expect(put).toMatchObject(refusal)
  })

  it('that are unknown are 404', async () => {
    const missing = { status: 404, body: { message: 'No strategy found' } }
    expect(await get('nope')).toMatchObject(missing)
    expect(await app.call(removeStrategy, { params: { name: 'nope' } })).toMatchObject(missing)
    expect(
      await app.call(updateStrategy, { params: { name: 'nope' }, body: { parameters: [] } }),
    ).toMatchObject(missing)
    expect(await post(`${STRATEGIES}/nope/deprecate`)).toMatchObject(missing)
    expect(await post(`${STRATEGIES}/nope/reactivate`)).toMatchObject(missing)
  })

  it.each([
    [{ name: 'x' }, 'The `/body/parameters` property is required.'],
    [{ name: 'x', parameters: [{ name: 'p', type: 'bogus' }] }, '"string", "percentage", "list", "number"'],
    [{ name: 'a b', parameters: [] }, '"name" must be URL friendly.'],
  ])('reject %j', async (body, message) => {
    const { status, body: answer } = await post(STRATEGIES, body)
    expect(status).toBe(400)
    expect((answer as { details: { message: string }[] }).details[0]?.message).toContain(message)
  })
})

describe('validating a constraint', () => {
  const validate = (body: unknown) => post('/api/admin/constraints/validate', body)

  it('explains what is wrong with it', async () => {
    expect(await validate({ contextName: 'userId', operator: 'NUM_GT', value: '5' })).toMatchObject({
      status: 204,
      text: '',
    })
    expect(await validate({ contextName: 'userId', operator: 'NUM_GT', value: 'x' })).toMatchObject({
      status: 400,
      body: { details: [{ message: '"value" must be a number. You provided "x".' }] },
    })
    await post('/api/admin/context', { name: 'country', legalValues: [{ value: 'NO' }] })
    const on = (value: string) => validate({ contextName: 'country', operator: 'IN', values: [value] })
    expect((await on('NO')).status).toBe(204)
    expect((await on('SE')).status).toBe(400)
  })
})

describe('the default strategy of a project', () => {
  const set = (body: unknown, environment = 'development', project = 'default') =>
    post(`/api/admin/projects/${project}/environments/${environment}/default-strategy`, body)
  const strategiesOf = async (flag: string) => {
    await post(`${PROJECT}/features`, { name: flag })
    await post(`${PROJECT}/features/${flag}/environments/development/on`)
    return (
      await app.call(getFeatureStrategies, {
        params: { projectId: 'default', featureName: flag, environment: 'development' },
      })
    ).body
  }

  it('is a gradual rollout to all users at first', async () => {
    expect(await strategiesOf('first')).toMatchObject([
      {
        name: 'flexibleRollout',
        parameters: { rollout: '100', stickiness: 'default', groupId: 'first' },
      },
    ])
  })

  it('sets rollout, stickiness, segments, constraints and variants of flags without active strategies', async () => {
    const segment = await post('/api/admin/segments', { name: 'beta', constraints: [] })
    const { id } = segment.body as { id: number }
    const constraint = { contextName: 'userId', operator: 'IN', values: ['7'] }
    const variant = { name: 'blue', weight: 1, weightType: 'variable', stickiness: 'default' }
    const answer = await set({
      name: 'flexibleRollout',
      title: 'careful',
      parameters: { rollout: '25', stickiness: 'userId' },
      constraints: [constraint],
      segments: [id],
      variants: [variant],
    })
    expect(answer).toMatchObject({ status: 200, body: { variants: [{ name: 'blue', weight: 1000 }] } })
    expect(await strategiesOf('second')).toMatchObject([
      {
        title: 'careful',
        parameters: { rollout: '25', stickiness: 'userId', groupId: 'second' },
        constraints: [constraint],
        segments: [id],
        variants: [{ name: 'blue', weight: 1000 }],
      },
    ])
    const overview = await app.call(getProjectOverview, { params: { projectId: 'default' } })
    expect(overview.body).toMatchObject({
      environments: [
        { environment: 'development', defaultStrategy: { title: 'careful' } },
        { environment: 'production' },
      ],
    })
  })

  it.each([
    [
      { name: 'userWithId', parameters: { userIds: 'a' } },
      ' strategy can be used as a default strategy for an environment',
    ],
    [
      { name: 'flexibleRollout', constraints: [{ contextName: 'x', operator: 'IN', values: [] }] },
      'at least 1 items',
    ],
    [{}, 'The `/body/name` property is required.'],
  ])('is validated as any other: not %j', async (body, message) => {
    const { status, text } = await set(body)
    expect(status).toBe(400)
    expect(text).toContain(message)
  })

  it('needs an environment of the project', async () => {
    expect(await set({ name: 'default' }, 'nope')).toMatchObject({
      status: 400,
      body: { details: [{ message: 'You have not added the current environment to the project' }] },
    })
    expect((await set({ name: 'default' }, 'development', 'nope')).status).toBe(404)
  })
})
