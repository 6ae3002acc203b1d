import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { SCIM_LIMITS, type ScimOverview } from '#shared/access/schemas/scim.ts'
import { hasBody, OPERATIONS } from '#shared/contract/index.ts'
import { minimalBody } from '#support/service/minimal-body.ts'
import { BACKEND } from '#support/service/start-backend.ts'
import { okta } from './scim-requests.ts'
import { startScim, type ScimStage } from './scim-stage.ts'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const SETTINGS = '/api/admin/scim-settings'
let stage: ScimStage
beforeAll(async () => {
  stage = await startScim()
})
afterAll(() => stage.app.stop())

const overview = async () => (await stage.app.call('GET', `${SETTINGS}/overview`)).body as ScimOverview
const withToken = (token: string | null, path = '/scim/v2/Users') => stage.app.call('GET', path, { token })

describe('the settings of SCIM', () => {
  it('are off and without a token at first; a token is shown once and stored as a hash', async () => {
    const { app } = stage
    expect((await app.call('GET', SETTINGS)).body).toEqual({ enabled: true, hasToken: true })
    const rows = await app.backend.store.queries
      .selectFrom('settings')
      .selectAll()
      .where('id', '=', 'scim')
      .execute()
    expect(JSON.stringify(rows)).not.toContain(stage.token.slice(5))
    const { body } = await app.call('GET', '/api/admin/search/events?type=IS:setting-updated')
    expect(JSON.stringify(body)).not.toContain(stage.token.slice(5))
  })

  it('are in the statistics of the instance', async () => {
    const isOn = async () =>
      ((await stage.app.call('GET', '/api/admin/instance-admin/statistics')).body as { SCIMenabled: boolean })
        .SCIMenabled
    expect(await isOn()).toBe(true)
    await stage.app.call('POST', SETTINGS, { body: { enabled: false } })
    expect(await isOn()).toBe(false)
    await stage.app.call('POST', SETTINGS, { body: { enabled: true } })
  })

  it('replace the token, and the former one stops working', async () => {
    const other = await startScim()
    const { token } = (await other.app.call('POST', `${SETTINGS}/generate-new-token`)).body as {
      token: string
    }
    const status = async (one: string) =>
      (await other.app.call('GET', '/scim/v2/Users', { token: one })).status
    expect(await status(other.token)).toBe(401)
    expect(await status(token)).toBe(200)
    await other.app.stop()
  })

  it('need the permission', async () => {
    for (const [method, path] of [
      ['GET', SETTINGS],
      ['POST', SETTINGS],
      ['POST', `${SETTINGS}/generate-new-token`],
      ['GET', `${SETTINGS}/overview`],
    ] as const)
      expect(
        (
          await stage.app.call(method, path, {
            as: 'ann',
            ...(path === SETTINGS && method === 'POST' ? { body: { enabled: true } } : {}),
          })
        ).status,
      ).toBe(403)
  })
})

describe('the SCIM endpoint', () => {
  it('accepts its token only, and its token is rejected everywhere else', async () => {
    for (const token of [null, BACKEND, 'scim:wrong', '*:*.admin-secret', `${stage.token}0`]) {
      const { status, body, headers } = await withToken(token)
      expect(status).toBe(401)
      expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
      expect(body).toMatchObject({ schemas: [ERROR], status: '401' })
    }
    expect((await withToken(stage.token)).status).toBe(200)
    expect((await withToken(stage.token, '/api/admin/user-admin')).status).toBe(403)
    expect((await withToken(stage.token, '/api/client/features')).status).toBe(403)
  })

  it('returns 403 while SCIM is off', async () => {
    await stage.app.call('POST', SETTINGS, { body: { enabled: false } })
    const { status, body } = await withToken(stage.token)
    expect(status).toBe(403)
    expect(body).toMatchObject({ schemas: [ERROR], detail: expect.stringContaining('SCIM is off') as string })
    await stage.app.call('POST', SETTINGS, { body: { enabled: true } })
  })

  it('returns SCIM errors for unknown paths, bad JSON, wrong types and bodies that are too large', async () => {
    const { app, token } = stage
    const unknown = await withToken(token, '/scim/v2/Bulk')
    expect(unknown).toMatchObject({ status: 404, body: { schemas: [ERROR], status: '404' } })
    const send = (raw: string, type = 'application/scim+json') =>
      app.call('POST', '/scim/v2/Users', { token, raw, headers: { 'content-type': type } })
    expect(await send('{')).toMatchObject({ status: 400, body: { schemas: [ERROR] } })
    expect(await send('{}', 'text/plain')).toMatchObject({ status: 415, body: { schemas: [ERROR] } })
    const large = await send(JSON.stringify({ userName: 'x', displayName: 'x'.repeat(1_100_000) }))
    expect(large).toMatchObject({ status: 413, body: { schemas: [ERROR], status: '413' } })
  })

  it('keeps the latest requests and errors for the page, without filters', async () => {
    await stage.scim('GET', '/Users?filter=userName%20eq%20%22secret-person%22')
    await stage.scim('GET', '/Users?filter=nonsense')
    const { requests, url } = await overview()
    expect(url).toMatch(/\/scim\/v2$/)
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/scim/v2/Users', status: 400 })
    expect(requests[1]).toMatchObject({ status: 200 })
    expect(requests[1]).not.toHaveProperty('detail')
    expect(JSON.stringify(requests)).not.toContain('secret-person')
    for (let index = 0; index < 60; index++) await withToken('scim:wrong')
    expect((await overview()).requests).toHaveLength(50)
  })

  it('counts managed users and groups', async () => {
    const before = await overview()
    await stage.newUser(okta.createUser('counted@example.com'))
    await stage.newGroup(okta.createGroup('counted'))
    expect(await overview()).toMatchObject({ users: before.users + 1, groups: before.groups + 1 })
  })
})

describe.each(
  OPERATIONS.filter(({ audience }) => audience === 'scim').map((one) => [one.operationId, one] as const),
)('%s', (_id, operation) => {
  const path = operation.path.replace(':id', 'user-1')
  const send = (token: string, call: object = {}) =>
    stage.app.call(operation.method, path, { token, ...call })
  const body = hasBody(operation) ? { body: minimalBody(operation) } : {}

  it('requires the SCIM token, and SCIM turned on', async () => {
    expect((await send('scim:wrong', body)).status).toBe(401)
    await stage.app.call('POST', SETTINGS, { body: { enabled: false } })
    expect((await send(stage.token, body)).status).toBe(403)
    await stage.app.call('POST', SETTINGS, { body: { enabled: true } })
  })

  if (hasBody(operation))
    it('requires JSON of the right type and size', async () => {
      const raw = (text: string, type: string) =>
        send(stage.token, { raw: text, headers: { 'content-type': type } })
      expect((await raw('{}', 'text/plain')).status).toBe(415)
      expect((await raw('{', 'application/scim+json')).status).toBe(400)
      expect((await raw('[]', 'application/json')).status).toBe(400)
      expect((await raw(' '.repeat(SCIM_LIMITS.body + 1), 'application/json')).status).toBe(413)
    })
})

describe('the SCIM discovery documents', () => {
  it('describe what is supported and which attributes are stored', async () => {
    const config = await stage.scim('GET', '/ServiceProviderConfig')
    expect(config.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      bulk: { supported: false },
      changePassword: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
    const types = await stage.scim('GET', '/ResourceTypes')
    expect(types.body).toMatchObject({
      totalResults: 2,
      Resources: [{ id: 'User', endpoint: '/Users' }, { id: 'Group' }],
    })
    expect((await stage.scim('GET', '/ResourceTypes/Group')).body).toMatchObject({ endpoint: '/Groups' })
    expect((await stage.scim('GET', '/ResourceTypes/Device')).status).toBe(404)
    const schemas = await stage.scim<{ Resources: { id: string; attributes: { name: string }[] }[] }>(
      'GET',
      '/Schemas',
    )
    const [user] = schemas.body.Resources
    expect(user?.attributes.map(({ name }) => name)).toEqual([
      'userName',
      'name',
      'displayName',
      'active',
      'emails',
    ])
    expect((await stage.scim('GET', `/Schemas/${user?.id}`)).body).toMatchObject({
      id: user?.id,
      name: 'User',
    })
    expect((await stage.scim('GET', '/Schemas/urn:none')).status).toBe(404)
  })
})
