import { describe, expect, it } from 'vitest'

import { archiveFeature } from '#shared/flags/contract/features.ts'
import { messagesOf, useStrategies } from './strategy-stage.ts'

const stage = useStrategies()
const { path: strategies, post, add } = stage
const isEnabled = async () => {
  const { body } = await stage.app.call('GET', strategies().replace(/\/strategies$/, ''))
  return (body as { enabled: boolean }).enabled
}

describe('adding a strategy', () => {
  it('fills in the parameters of a gradual rollout', async () => {
    const { status, body } = await post({ name: 'flexibleRollout' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      constraints: [],
      parameters: { groupId: stage.flag, rollout: '100', stickiness: 'default' },
      variants: [],
      segments: [],
      sortOrder: 0,
    })
  })

  it('stores constraints as they were sent, always with values', async () => {
    const ofApp = {
      contextName: 'appName',
      operator: 'STR_ENDS_WITH',
      values: ['web'],
      caseInsensitive: true,
      inverted: true,
    }
    const { body } = await post({
      name: 'default',
      constraints: [ofApp, { contextName: 'age', operator: 'NUM_GT', value: '17' }],
    })
    expect(body).toMatchObject({
      constraints: [ofApp, { contextName: 'age', operator: 'NUM_GT', value: '17', values: [] }],
    })
  })

  it('accepts numbers as parameters, as text, in any range', async () => {
    expect(await post({ name: 'flexibleRollout', parameters: { rollout: 120, groupId: 'x' } })).toMatchObject(
      {
        body: { parameters: { rollout: '120', groupId: 'x', stickiness: 'default' } },
      },
    )
  })

  it('appends it after the highest sort order', async () => {
    expect((await add({ name: 'default', sortOrder: 5 })).sortOrder).toBe(5)
    expect((await add()).sortOrder).toBe(6)
  })

  it('divides the weight among variable variants', async () => {
    const variant = (name: string, weight: number, weightType = 'variable') => ({
      name,
      weight,
      weightType,
      stickiness: 'default',
    })
    const { body } = await post({
      name: 'flexibleRollout',
      variants: [variant('red', 1), variant('blue', 1), variant('fixed', 300, 'fix')],
    })
    expect(body).toMatchObject({
      variants: [
        { name: 'blue', weight: 350 },
        { name: 'fixed', weight: 300 },
        { name: 'red', weight: 350 },
      ],
    })
  })

  it.each([
    [{ parameters: {} }, 'The `/body/name` property is required. It was not present on the data you sent.'],
    [{ name: 'userWithId' }, 'Could not find strategy type with name userWithId'],
    [
      { name: 'default', constraints: [{ operator: 'IN', values: ['a'] }] },
      'The `/body/constraints/0/contextName` property is required. It was not present on the data you sent.',
    ],
    [
      { name: 'default', constraints: [{ contextName: 'x', operator: 'IN', values: ['a'], bogus: 1 }] },
      'The `/body/constraints/0` property must NOT have additional properties. You sent "bogus".',
    ],
    [
      { name: 'default', constraints: [{ contextName: 'x', operator: 'NUM_GT', value: 'abc' }] },
      '"value" must be a number. You provided "abc".',
    ],
    [
      { name: 'default', constraints: [{ contextName: 'x', operator: 'DATE_AFTER', value: 'yesterday' }] },
      '"value" must be a valid date. You provided "yesterday".',
    ],
    [
      { name: 'default', constraints: [{ contextName: 'x', operator: 'SEMVER_GT', value: '1.2' }] },
      'the provided value is not a valid semver format. The value provided was: 1.2',
    ],
    [
      { name: 'default', constraints: [{ contextName: 'x', operator: 'IN', values: [] }] },
      '"value" must contain at least 1 items. You provided [].',
    ],
    [
      { name: 'default', constraints: [{ contextName: 'x', operator: 'NUM_EQ' }] },
      'Single-value constraint operators require a non-empty value.',
    ],
    [{ name: 'default', segments: [1, 2, 3, 4, 5, 6] }, 'Strategies may not have more than 5 segments'],
    [
      {
        name: 'flexibleRollout',
        variants: [{ name: 'a', weight: 100, weightType: 'fix', stickiness: 'default' }],
      },
      'There must be at least one "variable" variant',
    ],
  ])('rejects %j', async (body, message) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(messagesOf(answer.body)).toEqual([message])
    expect((await stage.app.call('GET', strategies())).body).toEqual([])
  })

  it('names the known operators in the error', async () => {
    const { body } = await post({
      name: 'default',
      constraints: [{ contextName: 'userId', operator: 'LIKE', values: ['a'] }],
    })
    expect(messagesOf(body)[0]).toMatch(
      /^The `operator` property must be equal to one of the allowed values: "NOT_IN", "IN", /,
    )
  })

  it('stops at the limits', async () => {
    const values = (n: number) => Array.from({ length: n }, (_, i) => `u${i}`)
    const constraint = (n: number) => ({ contextName: 'userId', operator: 'IN', values: values(n) })
    const over = (resource: string, limit: number) =>
      `Failed to create ${resource}. You can't create more than the established limit of ${limit}.`
    expect((await post({ name: 'default', constraints: [constraint(251)] })).body).toMatchObject({
      name: 'ExceedsLimitError',
      message: over('constraint values for userId', 250),
    })
    expect(
      (await post({ name: 'default', constraints: Array.from({ length: 31 }, () => constraint(1)) })).body,
    ).toMatchObject({
      message: over('constraints', 30),
    })
    for (let i = 0; i < 30; i++) await add({ name: 'default' })
    expect(await post({ name: 'default' })).toMatchObject({
      status: 400,
      body: { message: over('strategy', 30) },
    })
  })

  it('rejects an unknown project, flag or environment', async () => {
    expect(messagesOf((await post({ name: 'default' }, 'nope')).body)).toEqual([
      'You have not added the current environment to the project',
    ])
    const path = strategies().replace(stage.flag, 'nope')
    expect(await stage.app.call('POST', path, { body: { name: 'default' } })).toMatchObject({ status: 404 })
    expect(await stage.app.call('GET', path)).toMatchObject({ status: 404 })
  })
})

describe('reading, changing and removing a strategy', () => {
  it('is rejected for an archived flag', async () => {
    const { id } = await add()
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: stage.flag } })
    for (const [method, path, body] of [
      ['POST', strategies(), { name: 'default' }],
      ['PUT', `${strategies()}/${id}`, { name: 'default' }],
      ['PATCH', `${strategies()}/${id}`, []],
      ['DELETE', `${strategies()}/${id}`, undefined],
    ] as const) {
      const answer = await stage.app.call(method, path, { body })
      expect([method, answer.status]).toEqual([method, 400])
      expect(answer.body).toMatchObject({ name: 'ArchivedFeatureError' })
    }
  })

  it('returns one strategy, and 404 for an unknown one', async () => {
    const { id } = await add()
    expect((await stage.app.call('GET', `${strategies()}/${id}`)).body).toMatchObject({ id })
    expect(await stage.app.call('GET', `${strategies()}/nope`)).toMatchObject({
      status: 404,
      body: { message: 'Could not find strategy with id: nope' },
    })
    expect((await stage.app.call('GET', `${strategies('production')}/${id}`)).status).toBe(404)
  })

  it('replaces with PUT the sent and required properties, and keeps the rest', async () => {
    const variants = [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }]
    const { id } = await add({
      name: 'flexibleRollout',
      title: 'kept',
      sortOrder: 3,
      variants,
      constraints: [{ contextName: 'x', operator: 'IN', values: ['1'] }],
    })
    const { body } = await stage.app.call('PUT', `${strategies()}/${id}`, {
      body: { name: 'flexibleRollout', parameters: { rollout: '30' } },
    })
    expect(body).toMatchObject({
      title: 'kept',
      sortOrder: 3,
      variants: [],
      constraints: [],
      parameters: { rollout: '30', groupId: stage.flag },
    })
    expect(await stage.app.call('PUT', `${strategies()}/nope`, { body: { name: 'default' } })).toMatchObject({
      status: 404,
    })
  })

  it('changes one property with PATCH', async () => {
    const { id } = await add({ name: 'flexibleRollout', title: 'half' })
    const patch = (body: unknown) => stage.app.call('PATCH', `${strategies()}/${id}`, { body })
    expect(await patch([{ op: 'replace', path: '/parameters/rollout', value: '75' }])).toMatchObject({
      status: 200,
      body: { title: 'half', parameters: { rollout: '75' } },
    })
    expect((await patch([{ op: 'replace', path: '/id', value: 'x' }])).status).toBe(400)
    expect((await patch([{ op: 'remove', path: '/name' }])).status).toBe(400)
    expect((await stage.app.call('PATCH', `${strategies()}/nope`, { body: [] })).status).toBe(404)
  })

  it('may shrink a strategy over a limit, but not grow it', async () => {
    const many = (n: number) => ({
      name: 'default',
      constraints: [
        { contextName: 'userId', operator: 'IN', values: Array.from({ length: n }, (_, i) => `u${i}`) },
      ],
    })
    const { id } = await add(many(250))
    await stage.app.backend.store.transaction(async (queries) => {
      const stored = JSON.stringify([{ ...many(300).constraints[0] }])
      await queries
        .updateTable('feature_strategies')
        .set({ constraints: stored })
        .where('id', '=', id)
        .execute()
    })
    expect((await stage.app.call('PUT', `${strategies()}/${id}`, { body: many(280) })).status).toBe(200)
    expect((await stage.app.call('PUT', `${strategies()}/${id}`, { body: many(281) })).status).toBe(400)
  })

  it('disables the flag with its last active strategy', async () => {
    const first = await add()
    const second = await add()
    await stage.app.call('POST', strategies().replace('strategies', 'on'))
    expect(await isEnabled()).toBe(true)
    expect((await stage.app.call('DELETE', `${strategies()}/${first.id}`)).status).toBe(200)
    expect(await isEnabled()).toBe(true)
    await stage.app.call('DELETE', `${strategies()}/${second.id}`)
    expect(await isEnabled()).toBe(false)
    expect(await stage.app.call('DELETE', `${strategies()}/${second.id}`)).toMatchObject({
      status: 404,
      body: { message: `Could not find strategy with id=${second.id}` },
    })
  })

  it('disables the flag when PUT or PATCH disables its last active strategy', async () => {
    const { id } = await add()
    await stage.app.call('POST', strategies().replace('strategies', 'on'))
    await stage.app.call('PATCH', `${strategies()}/${id}`, {
      body: [{ op: 'replace', path: '/disabled', value: true }],
    })
    expect(await isEnabled()).toBe(false)
  })

  it('sets the sort order', async () => {
    const [a, b] = [await add(), await add()]
    const order = (body: unknown) => stage.app.call('POST', `${strategies()}/set-sort-order`, { body })
    expect(
      (
        await order([
          { id: a.id, sortOrder: 2 },
          { id: b.id, sortOrder: 1 },
        ])
      ).status,
    ).toBe(200)
    expect((await stage.app.call('GET', strategies())).body).toMatchObject([{ id: b.id }, { id: a.id }])
    expect(messagesOf((await order([{ id: 'nope', sortOrder: 1 }])).body)).toEqual([
      'trying to change strategies for environment via update sortOrder',
    ])
    expect(messagesOf((await order([{ id: a.id }])).body)).toEqual([
      'The `/body/0/sortOrder` property is required. It was not present on the data you sent.',
    ])
    const elsewhere = strategies().replace(stage.flag, 'nope')
    expect((await stage.app.call('POST', `${elsewhere}/set-sort-order`, { body: [] })).status).toBe(404)
  })
})
