import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApiToken, deleteApiToken, updateApiToken } from '#shared/access/contract/api-tokens.ts'
import { createGroup } from '#shared/access/contract/groups.ts'
import { createPublicSignupToken } from '#shared/access/contract/public-signup.ts'
import { createRole } from '#shared/access/contract/roles.ts'
import { createUser, deleteUser, getUsers } from '#shared/access/contract/users.ts'
import { deleteFeature } from '#shared/flags/contract/archive.ts'
import { archiveFeature, createFeature } from '#shared/flags/contract/features.ts'
import { createSegment, getSegments, updateSegment } from '#shared/flags/contract/segments.ts'
import {
  addFeatureStrategy,
  deleteFeatureStrategy,
  getFeatureStrategies,
} from '#shared/flags/contract/strategies.ts'
import { deleteProject } from '#shared/projects/contract/project-lifecycle.ts'
import {
  createSignalEndpoint,
  createSignalEndpointToken,
  deleteSignalEndpointToken,
} from '#shared/signals/contract/signal-endpoints.ts'
import { applyScenario, exportScenario } from '#shared/transfer/contract/scenario.ts'
import {
  createSnapshot,
  deleteSnapshot,
  getSnapshots,
  restoreSnapshot,
} from '#shared/transfer/contract/snapshots.ts'
import { MAX_SNAPSHOTS } from '#shared/transfer/schemas/snapshot.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { OWNER_AND_VIEWER, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const START = `
scenario: 1
environments: [{ name: staging, type: preproduction }]
roles:
  - { name: Releaser, description: Releases, type: custom, permissions: [{ name: UPDATE_FEATURE }] }
serviceAccounts: [{ username: robot, name: Robot, rootRole: Editor }]
groups: [{ name: Crew, users: [viewer] }]
projects: [{ id: shop, name: Shop, environments: [development, staging], access: { groups: { Crew: [Releaser] } } }]
contextFields: [{ name: country, legalValues: [{ value: NO }] }]
tagTypes: [{ name: team }]
segments:
  - { name: nordic, constraints: [{ contextName: country, operator: IN, values: ['NO'] }] }
  - { name: southern, constraints: [] }
flags:
  - name: checkout
    project: shop
    tags: [{ type: team, value: payments }]
    links: [{ url: example.com/checkout }]
    environments:
      development: { enabled: true, strategies: [{ name: flexibleRollout, segments: [nordic] }, { name: default }] }
  - { name: child, project: shop, dependencies: [{ feature: checkout }] }
apiTokens:
  - { tokenName: tests, type: backend, environment: development, projects: [shop], secret: 'shop:development.fixed' }
signalEndpoints: [{ name: alerts }]
actionSets:
  - name: Stop it
    project: shop
    signalEndpoint: alerts
    actor: robot
    actions: [{ action: TOGGLE_FEATURE_OFF, executionParams: { environment: development, featureName: checkout } }]
`
const TOKEN = 'shop:development.fixed'
const CHECKOUT = { projectId: 'shop', featureName: 'checkout' }
const AT = { ...CHECKOUT, environment: 'development' }

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'ann', roles: ['Admin'] }, ...OWNER_AND_VIEWER] })
  const { status, text } = await apply(START)
  expect(status, text).toBe(200)
  expect((await take('start')).status).toBe(201)
})
afterAll(() => app.stop())

const apply = (text: string) => app.call(applyScenario, { as: 'ann', body: { text } })
const take = (name: string, replace = false) =>
  app.call(createSnapshot, { as: 'ann', body: { name, replace } })
const restore = (name: string, as = 'ann') => app.call(restoreSnapshot, { as, params: { name } })
const exported = async () => (await app.call(exportScenario, { query: { secrets: true } })).body.text
const served = () => app.call('GET', '/api/client/features', { token: TOKEN })
const eventsOf = (type: string) => readEventLog(app, { type: `IS:${type}` })

describe('a snapshot of the configuration', () => {
  it('is restored: what was created, changed and deleted since is as it was', async () => {
    const [before, features] = [await exported(), await served()]
    const { body: strategies } = await app.call(getFeatureStrategies, { params: AT })
    await apply(`scenario: 1
segments: [{ name: later, constraints: [] }]
projects: [{ id: later, name: Later, environments: [development] }]
flags:
  - { name: newer, project: later, environments: { development: { enabled: true, strategies: [{ name: default, segments: [later] }] } } }
  - { name: checkout, project: shop, description: changed, tags: [], environments: { development: { enabled: false } } }
groups: [{ name: Crew, users: [owner] }]
`)
    await app.call(deleteFeatureStrategy, { params: { ...AT, strategyId: strategies[0]?.id ?? '' } })
    await app.call(archiveFeature, { params: { projectId: 'shop', featureName: 'child' } })
    await app.call(deleteFeature, { params: { featureName: 'child' } })
    const { status, text, body } = await restore('start')
    expect(status, text).toBe(200)
    expect(await exported()).toBe(before)
    expect((await app.call(getFeatureStrategies, { params: AT })).body).toEqual(strategies)
    const after = await served()
    expect((after.body as { features: object[] }).features).toEqual(
      (features.body as { features: object[] }).features,
    )
    expect(after.headers['etag']).not.toBe(features.headers['etag'])
    const [event] = await eventsOf('snapshot-restored')
    expect(event).toMatchObject({ data: { name: 'start', tables: body.tables } })
    expect(body.tables.find(({ table }) => table === 'features')).toEqual({
      table: 'features',
      inserted: 1,
      updated: 1,
      deleted: 1,
    })
  })

  it('changes nothing, and is no event, where nothing differs', async () => {
    const before = (await eventsOf('snapshot-restored')).length
    expect((await restore('start')).body).toEqual({ name: 'start', tables: [], left: [] })
    expect(await eventsOf('snapshot-restored')).toHaveLength(before)
  })

  it('gives names back that others have taken since', async () => {
    const { segments } = (await app.call(getSegments)).body
    const idOf = (name: string) => String(segments?.find((one) => one.name === name)?.id)
    const rename = (id: string, name: string) =>
      app.call(updateSegment, { params: { id }, body: { name, constraints: [] } })
    const [nordic, southern] = [idOf('nordic'), idOf('southern')]
    const before = await exported()
    await rename(nordic, 'other')
    await rename(southern, 'nordic')
    await rename(nordic, 'southern')
    expect((await restore('start')).status).toBe(200)
    expect(await exported()).toBe(before)
    await rename(southern, 'moved')
    await app.call(createSegment, { body: { name: 'southern', constraints: [] } })
    expect((await restore('start')).status).toBe(200)
    expect(await exported()).toBe(before)
  })

  it('leaves the account of the caller alone, and deletes the newer ones of others', async () => {
    const password = 'Str0ng-Passw0rd-11'
    for (const username of ['eve', 'mallory'])
      await app.call(createUser, { body: { username, rootRole: 1, password } })
    const login = await app.call('POST', '/auth/simple/login', {
      token: null,
      body: { username: 'eve', password },
    })
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
    const asEve = () =>
      app.call('POST', '/api/admin/snapshots/start/restore', { token: null, headers: { cookie } })
    const names = async () => (await app.call(getUsers)).body.users.map(({ username }) => username)
    expect((await asEve()).status).toBe(200)
    expect((await asEve()).body).toEqual({ name: 'start', tables: [], left: [] })
    expect(await names()).toContain('eve')
    expect(await names()).not.toContain('mallory')
    await restore('start')
    expect(await names()).not.toContain('eve')
    expect((await asEve()).status).toBe(401)
  })

  it('has rows that nothing in use can be taken from: the restore is refused as a whole', async () => {
    const before = await exported()
    const role = await app.call(createRole, {
      body: { name: 'Guest', description: '', type: 'root-custom', permissions: [] },
    })
    await app.call(createPublicSignupToken, {
      body: { name: 'come', expiresAt: '2099-01-01T00:00:00.000Z' },
    })
    await app.backend.store.transaction(async (queries) => {
      await queries.updateTable('public_signup_tokens').set({ role_id: role.body.roles.id }).execute()
    })
    const refused = await restore('start')
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('cannot be restored')
    await app.backend.store.transaction(async (queries) => {
      await queries.deleteFrom('public_signup_tokens').execute()
    })
    expect((await restore('start')).status).toBe(200)
    expect(await exported()).toBe(before)
  })

  it('keeps events and metrics', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'short' } })
    await restore('start')
    expect(await readEventLog(app, { feature: 'IS:short' })).not.toEqual([])
  })

  it('keeps the order of strategies, one of which was deleted', async () => {
    const params = { ...AT }
    await app.call(addFeatureStrategy, { params, body: { name: 'default', title: 'third' } })
    await take('ordered')
    const { body: before } = await app.call(getFeatureStrategies, { params })
    await app.call(deleteFeatureStrategy, { params: { ...params, strategyId: before[1]?.id ?? '' } })
    await restore('ordered')
    expect((await app.call(getFeatureStrategies, { params })).body).toEqual(before)
    await restore('start')
  })

  it('is restored to a project that was archived and deleted, without its tokens', async () => {
    const before = await exported()
    const withoutTokens = (text: string) => text.replace(/^apiTokens:[\s\S]*?^(?=\w)/m, '')
    expect(withoutTokens(before)).not.toBe(before)
    for (const featureName of ['child', 'checkout'])
      await app.call(archiveFeature, { params: { projectId: 'shop', featureName } })
    await app.call(deleteProject, { params: { projectId: 'shop' } })
    const { status, body } = await restore('start')
    expect(status).toBe(200)
    expect(withoutTokens(await exported())).toBe(withoutTokens(before))
    expect(body.left).toEqual([{ table: 'api_tokens', count: 1, names: ['tests'] }])
    expect((await served()).status).toBe(401)
  })
})

describe('access that was withdrawn since a snapshot', () => {
  const PASSWORD = 'Str0ng-Passw0rd-11'
  let other: TestBackend
  beforeAll(async () => {
    other = await startBackend()
  })
  afterAll(() => other.stop())
  const login = async (username: string) =>
    (
      await other.call('POST', '/auth/simple/login', {
        token: null,
        body: { username, password: PASSWORD },
      })
    ).status
  const back = async () => (await other.call(restoreSnapshot, { params: { name: 'all' } })).body

  it('stays withdrawn by a restore, which says what it left', async () => {
    const add = async (username: string) =>
      (await other.call(createUser, { body: { username, rootRole: 1, password: PASSWORD } })).body.id
    const [gone, away] = [await add('gone'), await add('away')]
    await other.call(createGroup, {
      body: { name: 'Crew', users: [{ user: { id: gone } }, { user: { id: away } }] },
    })
    const { secret } = (
      await other.call(createApiToken, {
        body: { tokenName: 'leaked', type: 'backend', environment: 'development', projects: ['default'] },
      })
    ).body
    const kept = (
      await other.call(createApiToken, {
        body: { tokenName: 'kept', type: 'backend', environment: 'development', projects: ['default'] },
      })
    ).body
    const endpoint = (await other.call(createSignalEndpoint, { body: { name: 'alerts', enabled: true } }))
      .body
    const signalToken = (
      await other.call(createSignalEndpointToken, {
        params: { signalEndpointId: endpoint.id },
        body: { name: 'sender' },
      })
    ).body
    await other.call(createSnapshot, { body: { name: 'all' } })

    await other.call(deleteUser, { params: { id: gone } })
    await other.call(deleteApiToken, { params: { token: secret } })
    await other.call(deleteSignalEndpointToken, {
      params: { signalEndpointId: endpoint.id, id: signalToken.id },
    })
    await other.call(updateApiToken, {
      params: { token: kept.secret },
      body: { expiresAt: '2026-11-21T12:00:01.000Z' },
    })
    await other.backend.store.transaction(async (queries) => {
      // as SCIM does
      await queries
        .updateTable('users')
        .set({ deactivated_at: '2026-11-21T12:00:00.000Z' })
        .where('id', '=', away)
        .execute()
    })
    other.clock.advance(60_000)
    await other.call(createFeature, { params: { projectId: 'default' }, body: { name: 'newer' } })

    const restored = await back()
    expect(restored.left).toEqual([
      { table: 'users', count: 1, names: ['gone'] },
      { table: 'api_tokens', count: 1, names: ['leaked'] },
      { table: 'signal_endpoint_tokens', count: 1, names: ['sender'] },
    ])
    expect(restored.tables.map(({ table }) => table)).toContain('features')
    expect(await login('gone')).toBe(401)
    expect(await login('away')).toBe(401)
    for (const token of [secret, kept.secret])
      expect((await other.call('GET', '/api/client/features', { token })).status).toBe(401)
    const sent = await other.call('POST', '/api/signal-endpoint/alerts', {
      token: signalToken.token,
      body: {},
    })
    expect(sent.status).toBe(401)
    const [event] = await readEventLog(other, { type: 'IS:snapshot-restored' })
    expect(event).toMatchObject({ data: { left: restored.left } })
    expect((await back()).left).toEqual(restored.left)
  })
})

describe('the snapshots of an instance', () => {
  it('are listed, replaced and deleted, each with an event', async () => {
    const { snapshots, maxSnapshots } = (await app.call(getSnapshots)).body
    expect(maxSnapshots).toBe(MAX_SNAPSHOTS)
    expect(snapshots.at(-1)).toMatchObject({ name: 'start', createdBy: 'ann' })
    expect((await take('start')).status).toBe(409)
    expect((await take('ordered', true)).status).toBe(201)
    expect((await app.call(deleteSnapshot, { params: { name: 'ordered' } })).status).toBe(200)
    expect((await app.call(deleteSnapshot, { params: { name: 'ordered' } })).status).toBe(404)
    expect((await restore('ordered')).status).toBe(404)
    expect((await eventsOf('snapshot-deleted'))[0]).toMatchObject({ preData: { name: 'ordered' } })
    expect((await eventsOf('snapshot-created'))[0]).toMatchObject({ data: { name: 'ordered' } })
  })

  it('are bounded in number, and have plain names', async () => {
    const { snapshots } = (await app.call(getSnapshots)).body
    for (let count = snapshots.length; count < MAX_SNAPSHOTS; count += 1)
      expect((await take(`many-${count}`)).status).toBe(201)
    expect(await take('more')).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } })
    expect((await take('start', true)).status).toBe(201)
    for (const name of ['', 'a b', 'a/b', 'x'.repeat(101)]) expect((await take(name)).status).toBe(400)
    expect((await app.call('DELETE', '/api/admin/snapshots/a%20b')).status).toBe(400)
    expect((await app.call('POST', '/api/admin/snapshots/a%20b/restore')).status).toBe(400)
  })

  it('of another version are not restored', async () => {
    await app.backend.store.transaction(async (queries) => {
      await queries.updateTable('snapshots').set({ schema_version: 1 }).where('name', '=', 'start').execute()
    })
    expect(await restore('start')).toMatchObject({ status: 409 })
  })

  it('are for Admins', async () => {
    expect((await restore('start', 'viewer')).status).toBe(403)
    expect((await app.call(getSnapshots, { as: 'viewer' })).status).toBe(403)
  })
})
