import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import type { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import { PEOPLE, PROJECT, REQUESTS, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { importToggles, requestImport, validateImport } from '#shared/transfer/contract/import-export.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import { getEnvironmentFeatureVariants } from '#shared/flags/contract/variants.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'

/** An import into an environment where changes need approval becomes a change request. */
let app: TestBackend
let requests: Requests
let flag: string
let count = 0

beforeAll(async () => {
  const production = (permission: 'SKIP_CHANGE_REQUEST' | 'CREATE_FEATURE' | 'UPDATE_FEATURE') =>
    ({ permission, ...(permission === 'SKIP_CHANGE_REQUEST' ? { environment: 'production' } : {}) }) as const
  app = await startBackend({
    users: [
      ...PEOPLE,
      { username: 'owner', roles: ['Editor', 'Owner'] },
      {
        username: 'skipping owner',
        roles: ['Editor', 'Owner'],
        permissions: [production('SKIP_CHANGE_REQUEST')],
      },
      {
        username: 'creator',
        roles: ['Viewer'],
        permissions: [production('CREATE_FEATURE'), production('UPDATE_FEATURE')],
      },
    ],
  })
  requests = requestsOf(app)
})
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  await requests.configure(0)
  flag = await requests.addFlag(`import-${++count}`)
})
afterAll(() => app.stop())

const rollout = (title: string, percent: string, more: object = {}) => ({
  name: 'flexibleRollout',
  title,
  parameters: { rollout: percent, stickiness: 'default', groupId: 'g' },
  constraints: [],
  variants: [],
  segments: [],
  disabled: false,
  ...more,
})
const file = (name: string, more: Partial<ExportedFlags> = {}): ExportedFlags => ({
  features: [{ name, description: 'from the file' }],
  featureStrategies: [rollout('a quarter', '25', { featureName: name }) as never],
  featureEnvironments: [{ featureName: name, enabled: true }],
  tagTypes: [],
  ...more,
})
const importing = (data: ExportedFlags, as = 'owner', environment = 'production') =>
  app.call(importToggles, { as, body: { project: 'default', environment, data } })
const requesting = (data: ExportedFlags, as = 'owner', more: object = {}) =>
  app.call(requestImport, {
    params: { projectId: 'default', environment: 'production' },
    as,
    body: { data, ...more },
  })
const pending = async (as = 'owner') =>
  (await app.call('GET', `${REQUESTS}/pending`, { as })).body as ChangeRequest[]
const changesOf = (request: ChangeRequest | undefined) =>
  (request?.features ?? []).flatMap(({ name, changes }) =>
    changes.map(({ action, payload }) => ({ name, action, payload })),
  )
const inProduction = async (name = flag) => {
  const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: name } })
  const { environments, description } = body
  return { description, ...environments.find((one) => one.name === 'production') }
}
const applied = async (id: number) => {
  await requests.move(id, 'In review', 'owner')
  await requests.move(id, 'Approved', 'reviewer')
  await requests.move(id, 'Applied', 'applier')
}

describe('an import where changes need approval', () => {
  it('creates a draft with the changes that need approval, and imports the rest at once', async () => {
    await requests.configure(1)
    expect(await importing(file(flag))).toMatchObject({ status: 200, text: '' })
    const [request, ...others] = await pending()
    expect([request?.state, request?.environment, others]).toEqual(['Draft', 'production', []])
    expect(changesOf(request)).toMatchObject([
      { name: flag, action: 'addStrategy', payload: { title: 'a quarter', parameters: { rollout: '25' } } },
      { name: flag, action: 'updateEnabled', payload: { enabled: true } },
    ])
    expect(await inProduction()).toMatchObject({
      description: 'from the file',
      enabled: false,
      strategies: [],
    })
  })

  it('matches the file once the request is applied', async () => {
    await requests.configure(1)
    const child = `${flag}-child`
    const data = file(flag, {
      features: [{ name: flag }, { name: child }],
      featureStrategies: [
        rollout('second', '50', { featureName: flag, sortOrder: 2, segments: [] }) as never,
        rollout('first', '10', { featureName: flag, sortOrder: 1 }) as never,
        rollout('of the child', '100', { featureName: child }) as never,
      ],
      featureEnvironments: [
        {
          featureName: flag,
          enabled: true,
          variants: [{ name: 'blue', weight: 1000, weightType: 'variable' }],
        },
        { featureName: child, enabled: false },
      ],
      dependencies: [{ feature: child, dependencies: [{ feature: flag }] }],
    })
    await importing(data)
    const [request] = await pending()
    await applied(request!.id)
    expect(await inProduction()).toMatchObject({
      enabled: true,
      strategies: [{ title: 'first' }, { title: 'second' }],
    })
    const variants = await app.call(getEnvironmentFeatureVariants, {
      params: { projectId: 'default', featureName: flag, environment: 'production' },
    })
    expect(variants.body).toMatchObject({ variants: [{ name: 'blue' }] })
    expect(await inProduction(child)).toMatchObject({
      enabled: false,
      strategies: [{ title: 'of the child' }],
    })
    const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: child } })
    expect(body).toMatchObject({ dependencies: [{ feature: flag }] })
    expect((await requesting(data)).body).toEqual({ changeRequest: null })
  })

  it('requests only differences: strategies are changed in place, and surplus ones deleted', async () => {
    const kept = await requests.addStrategy(flag, rollout('kept', '5'))
    const changed = await requests.addStrategy(flag, rollout('changed', '6'))
    const surplus = await requests.addStrategy(flag, rollout('surplus', '7'))
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: flag, environment: 'production' },
    })
    await requests.configure(1)
    await importing(
      file(flag, {
        featureStrategies: [
          rollout('kept', '5', { featureName: flag, sortOrder: 7 }) as never,
          rollout('changed', '60', { featureName: flag, sortOrder: 8 }) as never,
        ],
      }),
    )
    const [request] = await pending()
    expect(changesOf(request)).toMatchObject([
      { action: 'updateStrategy', payload: { id: changed.id, parameters: { rollout: '60' } } },
      { action: 'deleteStrategy', payload: { id: surplus.id } },
    ])
    expect(changesOf(request)).toHaveLength(2)
    await applied(request!.id)
    expect(await inProduction()).toMatchObject({
      enabled: true,
      strategies: [{ id: kept.id }, { id: changed.id, title: 'changed', parameters: { rollout: '60' } }],
    })
  })

  it('turns a flag off rather than on for everybody when the file has disabled strategies only', async () => {
    await requests.configure(1)
    await importing(
      file(flag, {
        featureStrategies: [rollout('off', '100', { featureName: flag, disabled: true }) as never],
      }),
    )
    expect(changesOf((await pending())[0]).map(({ action }) => action)).toEqual(['addStrategy'])
  })

  it('joins the pending request of the caller', async () => {
    await requests.configure(1)
    const { id } = await requests.add({ action: 'archiveFeature', feature: flag }, 'owner')
    await importing(file(flag))
    expect((await pending()).map((one) => one.id)).toEqual([id])
    expect(changesOf((await pending())[0]).map(({ action }) => action)).toEqual([
      'archiveFeature',
      'addStrategy',
      'updateEnabled',
    ])
  })

  it('replaces earlier requested changes to the strategies of its flags, so importing twice equals importing once', async () => {
    await requests.configure(1)
    await requests.add({ action: 'addStrategy', feature: flag, payload: rollout('by hand', '1') }, 'owner')
    await importing(file(flag))
    await importing(file(flag))
    expect(changesOf((await pending())[0])).toMatchObject([
      { action: 'addStrategy', payload: { title: 'a quarter' } },
      { action: 'updateEnabled' },
    ])
    expect(changesOf((await pending())[0])).toHaveLength(2)
  })

  it('needs only the permissions for what is done at once', async () => {
    await requests.configure(1)
    const data = file(`${flag}-new`)
    const found = await app.call(validateImport, {
      as: 'creator',
      body: { project: 'default', environment: 'production', data },
    })
    expect(found.body).toMatchObject({ permissions: [] })
    expect((await importing(data, 'creator')).status).toBe(200)
    expect(await pending('creator')).toHaveLength(1)
    expect(await importing(file(`${flag}-newer`), 'viewer')).toMatchObject({
      status: 403,
      body: { permissions: ['CREATE_FEATURE', 'UPDATE_FEATURE'] },
    })
    await requests.configure(0)
    expect((await importing(file(`${flag}-newest`), 'creator')).status).toBe(403)
  })

  it('changes nothing when one of its changes cannot be requested', async () => {
    await requests.configure(1)
    const data = file(`${flag}-new`, {
      features: [{ name: `${flag}-new` }],
      dependencies: [{ feature: `${flag}-new`, dependencies: [{ feature: `${flag}-new` }] }],
    })
    expect((await importing(data)).status).toBe(403)
    expect(await pending()).toEqual([])
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: `${flag}-new` } })).status,
    ).toBe(404)
  })

  it('takes effect at once for callers with the bypass permission, and elsewhere', async () => {
    await requests.configure(1)
    expect((await importing(file(flag), 'skipping owner')).status).toBe(200)
    expect((await importing(file(flag), 'owner', 'development')).status).toBe(200)
    expect(await inProduction()).toMatchObject({ enabled: true, strategies: [{ title: 'a quarter' }] })
    expect([await pending(), await pending('skipping owner')]).toEqual([[], []])
  })

  it('writes an event with its request', async () => {
    await requests.configure(1)
    await importing(file(flag))
    const [event] = await requests.events('features-imported')
    const [request] = await pending()
    expect(event?.data).toEqual({ features: [flag], changeRequestId: request?.id })
  })
})

describe('requesting an import', () => {
  it('creates a new request, also for callers with the bypass permission', async () => {
    await requests.configure(1)
    const first = await requests.add({ action: 'archiveFeature', feature: flag }, 'skipping owner')
    const { status, body } = await requesting(file(flag), 'skipping owner')
    const [request] = await pending('skipping owner')
    expect([status, body]).toEqual([
      200,
      { changeRequest: { id: request?.id, title: `Change request #${request?.id}`, changes: 2 } },
    ])
    expect(request?.id).not.toBe(first.id)
    expect(await inProduction()).toMatchObject({ enabled: false })
  })

  it('joins the named request, so that the parts of a long file form one request', async () => {
    await requests.configure(1)
    const { body } = await requesting(file(flag))
    const { id } = (body as { changeRequest: { id: number } }).changeRequest
    expect((await requesting(file(`${flag}-b`), 'owner', { changeRequest: id })).body).toMatchObject({
      changeRequest: { id, changes: 2 },
    })
    expect((await pending())[0]?.features.map(({ name }) => name)).toEqual([flag, `${flag}-b`])
  })

  it('is rejected where changes need no approval, and for requests of other users or environments', async () => {
    expect((await requesting(file(flag))).status).toBe(400)
    await requests.configure(1)
    await requests.configure(1, 'development')
    const foreign = await requests.add({ action: 'archiveFeature', feature: flag }, 'author')
    expect((await requesting(file(flag), 'owner', { changeRequest: foreign.id })).status).toBe(404)
    const elsewhere = await requests.post({ action: 'archiveFeature', feature: flag }, 'owner', 'development')
    const { id } = elsewhere.body as { id: number }
    expect((await requesting(file(flag), 'owner', { changeRequest: id })).status).toBe(400)
    await requests.configure(0, 'development')
  })

  it('is rejected for admin tokens', async () => {
    await requests.configure(1)
    const path = `${PROJECT}/environments/production/change-requests/import`
    expect(await app.call('POST', path, { body: { data: file(flag) } })).toMatchObject({ status: 400 })
  })
})
