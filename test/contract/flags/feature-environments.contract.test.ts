import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

let app: TestBackend
let flag = ''
let count = 0
const place = (environment = 'development', name = flag) =>
  `/api/admin/projects/default/features/${name}/environments/${environment}`

beforeAll(async () => {
  app = await startBackend({
    users: [{ username: 'switcher', permissions: [{ permission: 'UPDATE_FEATURE_ENVIRONMENT' }] }],
  })
})
beforeEach(async () => {
  flag = `flag-${++count}`
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
})
afterAll(() => app.stop())

const add = (body: unknown) => app.call('POST', `${place()}/strategies`, { body })
const read = async () =>
  (await app.call('GET', place())).body as { enabled: boolean; strategies: Record<string, unknown>[] }
const eventsOf = async () => {
  const { body } = await app.call(searchEvents, { query: { feature: `IS:${flag}` } })
  return body.events.map((one) => one.type)
}

describe('enabling a flag', () => {
  it('adds the default strategy of its project when it has none', async () => {
    expect(await app.call('POST', `${place()}/on`)).toMatchObject({ status: 200, text: '' })
    expect(await read()).toMatchObject({
      name: flag,
      environment: 'development',
      enabled: true,
      strategies: [
        { name: 'flexibleRollout', parameters: { groupId: flag, rollout: '100', stickiness: 'default' } },
      ],
    })
    expect(await eventsOf()).toEqual([
      'feature-environment-enabled',
      'feature-strategy-add',
      'feature-created',
    ])
  })

  it('uses the default strategy that the project has set', async () => {
    const custom = {
      name: 'flexibleRollout',
      parameters: { rollout: '10', stickiness: 'userId' },
      constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
    }
    await app.backend.store.transaction(async (queries) => {
      await queries
        .updateTable('project_environments')
        .set({ default_strategy: JSON.stringify(custom) })
        .where('environment', '=', 'production')
        .execute()
    })
    await app.call('POST', `${place('production')}/on`)
    const { body } = await app.call('GET', place('production'))
    expect(body).toMatchObject({
      strategies: [
        {
          parameters: { rollout: '10', stickiness: 'userId', groupId: flag },
          constraints: [{ contextName: 'country' }],
        },
      ],
    })
  })

  it('changes nothing when it is already enabled', async () => {
    await app.call('POST', `${place()}/on`)
    await app.call('POST', `${place()}/on`)
    expect((await eventsOf()).filter((type) => type === 'feature-environment-enabled')).toHaveLength(1)
  })

  it('adds the default strategy beside disabled ones, or enables those on request', async () => {
    await add({ name: 'default', disabled: true })
    await app.call('POST', `${place()}/on`)
    expect((await read()).strategies).toHaveLength(2)

    flag = `${flag}-b`
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
    await add({ name: 'default', disabled: true })
    await app.call('POST', `${place()}/on?shouldActivateDisabledStrategies=true`)
    expect((await read()).strategies).toMatchObject([{ name: 'default', disabled: false }])
  })

  it('needs the permission to create a strategy when it creates one', async () => {
    const refused = await app.call('POST', `${place()}/on`, { as: 'switcher' })
    expect(refused).toMatchObject({
      status: 403,
      body: {
        permissions: ['CREATE_FEATURE_STRATEGY'],
        message: expect.stringContaining(
          '"CREATE_FEATURE_STRATEGY" permission in the "development" environment.',
        ) as string,
      },
    })
    expect(await read()).toMatchObject({ enabled: false, strategies: [] })
    await add({ name: 'default' })
    expect((await app.call('POST', `${place()}/on`, { as: 'switcher' })).status).toBe(200)
  })
})

describe('disabling a flag', () => {
  it('keeps its strategies', async () => {
    await app.call('POST', `${place()}/on`)
    expect(await app.call('POST', `${place()}/off`)).toMatchObject({ status: 200, text: '' })
    expect(await read()).toMatchObject({ enabled: false, strategies: [{ name: 'flexibleRollout' }] })
    await app.call('POST', `${place()}/off`)
    expect((await eventsOf()).filter((type) => type === 'feature-environment-disabled')).toHaveLength(1)
  })

  it('is rejected for an archived flag', async () => {
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect(await app.call('POST', `${place()}/off`)).toMatchObject({
      status: 400,
      body: { name: 'ArchivedFeatureError' },
    })
  })
})

describe('an unknown flag, project or environment', () => {
  it.each(['on', 'off'])('cannot be switched %s', async (verb) => {
    expect((await app.call('POST', `${place('nope')}/${verb}`)).body).toMatchObject({
      message: `Could not find environment nope for feature: ${flag}`,
    })
    expect((await app.call('POST', `${place('development', 'nope')}/${verb}`)).status).toBe(404)
  })

  it('cannot be read', async () => {
    expect((await app.call('GET', place('nope'))).body).toMatchObject({
      message: `Could not find ${flag} in nope`,
    })
  })

  it('with an invalid query is rejected with the reason', async () => {
    expect(await app.call('POST', `${place()}/on?shouldActivateDisabledStrategies=1`)).toMatchObject({
      status: 400,
    })
  })
})

describe('switching flags in bulk', () => {
  const bulk = (to: 'on' | 'off', features: string[], environment = 'development') =>
    app.call('POST', `/api/admin/projects/default/bulk_features/environments/${environment}/${to}`, {
      body: { features },
    })

  it('switches all of them', async () => {
    const other = `${flag}-b`
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: other } })
    expect(await bulk('on', [flag, other, flag])).toMatchObject({ status: 200, text: '' })
    expect(await read()).toMatchObject({ enabled: true, strategies: [{ name: 'flexibleRollout' }] })
    expect((await bulk('off', [flag])).status).toBe(200)
    expect((await read()).enabled).toBe(false)
    expect((await app.call('GET', place('development', other))).body).toMatchObject({ enabled: true })
    expect((await bulk('on', [])).status).toBe(200)
  })

  it('switches none when one cannot be switched', async () => {
    for (const to of ['on', 'off'] as const) {
      const answer = await bulk(to, [flag, 'nope'])
      expect(answer).toMatchObject({ status: 404 })
      expect(answer.text).toContain('There\'s no feature named \\"nope\\" in project \\"default\\".')
    }
    expect(await eventsOf()).toEqual(['feature-created'])
    expect((await bulk('on', [flag], 'nowhere')).status).toBe(404)
  })
})
