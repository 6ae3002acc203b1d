import { afterAll, describe, expect, it } from 'vitest'

import { userIdOf } from '#support/stages/access.ts'
import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createGroup, getGroups } from '#shared/access/contract/groups.ts'
import { setRolesForUser, addAccessToProject } from '#shared/projects/contract/project-access.ts'
import { getPermissions } from '#shared/access/contract/roles.ts'

/**
 * Document, "Feature availability by version": the capabilities that are properties and values of older operations, in
 * the version that brought each and in the one before at which something changed.
 */
const FEATURES = '/api/admin/projects/default/features'
const started = new Map<string, Promise<TestBackend>>()
function as(contract: string): Promise<TestBackend> {
  const app = started.get(contract) ?? startBackend({ contract, rateLimits: { perMinute: {} }, users: [ANN] })
  started.set(contract, app)
  return app
}
const ANN = { username: 'ann', roles: ['Viewer'] }
afterAll(async () => {
  for (const app of started.values()) await (await app).stop()
})

interface Listed {
  features: Record<string, unknown>[]
}

describe.each([
  ['4.6.0', false],
  ['4.7.0', true],
])('version %s and impression data: %s', (version, has) => {
  it('of a flag in the admin API', async () => {
    const app = await as(version)
    const made = await app.call(createFeature, {
      params: { projectId: 'default' },
      body: { name: 'marked', impressionData: true },
    })
    expect(made.status).toBe(201)
    const expected = has ? true : undefined
    expect(made.body['impressionData']).toBe(expected)
    for (const path of [`${FEATURES}/marked`, '/api/admin/features/marked'])
      expect(((await app.call('GET', path)).body as Record<string, unknown>)['impressionData']).toBe(expected)
    for (const path of [FEATURES, '/api/admin/features']) {
      const { features } = (await app.call('GET', path)).body as Listed
      expect(features.map((flag) => [flag['name'], flag['impressionData']])).toEqual([['marked', expected]])
    }
  })

  it('of a flag for SDKs: absent before, with an unchanged ETag', async () => {
    const app = await as(version)
    for (const path of ['/api/client/features', '/api/feature']) {
      const polled = await app.call('GET', path, { token: BACKEND_PRODUCTION })
      const [flag] = (polled.body as Listed).features
      expect(flag).toMatchObject({ name: 'marked', enabled: false, strategies: [] })
      expect(flag?.['impressionData']).toBe(has ? true : undefined)
      const headers = { 'if-none-match': String(polled.headers['etag']) }
      expect((await app.call('GET', path, { token: BACKEND_PRODUCTION, headers })).status).toBe(304)
    }
  })

  it('in the OpenAPI document of the version', async () => {
    const { text } = await (await as(version)).call('GET', '/docs/openapi.json')
    const { components } = JSON.parse(text) as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> }
    }
    expect('impressionData' in (components.schemas['featureSchema']?.properties ?? {})).toBe(has)
  })
})

describe.each([
  ['4.14.0', [] as string[]],
  ['4.18.0', ['mappingsSSO']],
  ['5.0.0', ['mappingsSSO']],
  ['5.1.0', ['mappingsSSO', 'rootRole']],
])('a group of version %s', (version, properties) => {
  it(`has ${properties.join(' and ') || 'neither groups of SSO nor a root role'}`, async () => {
    const app = await as(version)
    const body = { name: 'team', mappingsSSO: ['team-at-idp'], rootRole: 1 }
    const made = await app.call(createGroup, { body })
    expect(made.status).toBe(201)
    const told = ({ mappingsSSO, rootRole }: Record<string, unknown>) => ({ mappingsSSO, rootRole })
    const expected = {
      mappingsSSO: properties.includes('mappingsSSO') ? ['team-at-idp'] : undefined,
      rootRole: properties.includes('rootRole') ? 1 : undefined,
    }
    expect(told(made.body)).toEqual(expected)
    const { groups } = (await app.call(getGroups)).body
    expect(groups.map(told)).toEqual([expected])
    // a hidden property has no effect either: a version must not make a user Admin by a property it does not know
    const stored = await app.backend.store.queries
      .selectFrom('groups')
      .select(['root_role_id', 'mappings_sso'])
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({
      root_role_id: expected.rootRole ?? null,
      mappings_sso: JSON.stringify(expected.mappingsSSO ?? []),
    })
  })
})

describe('the roles', () => {
  it.each([
    ['5.2.0', 400],
    ['5.4.0', 200],
  ])('of version %s can be custom root roles: %i', async (version, status) => {
    const body = { name: 'of the root', description: '', type: 'root-custom', permissions: [] }
    const answer = await (await as(version)).call('POST', '/api/admin/roles', { body })
    expect(answer.status).toBe(status)
    if (status === 400)
      expect(answer.body).toMatchObject({ name: 'ValidationError', details: [{ path: '/body/type' }] })
  })

  it.each([
    ['5.5.0', 400],
    ['5.6.0', 200],
  ])('of version %s can be several of one user in a project: %i', async (version, status) => {
    const app = await as(version)
    expect(
      (
        await app.call(setRolesForUser, {
          params: { projectId: 'default', userId: await userIdOf(app, 'ann') },
          body: { roles: [5] },
        })
      ).status,
    ).toBe(200)
    const answer = await app.call(setRolesForUser, {
      params: { projectId: 'default', userId: await userIdOf(app, 'ann') },
      body: { roles: [4, 5] },
    })
    expect(answer.status).toBe(status)
    if (status === 400)
      expect(answer.body).toMatchObject({ name: 'ValidationError', details: [{ path: '/body/roles' }] })
    const access = await app.call(addAccessToProject, {
      params: { projectId: 'default' },
      body: { roles: [4, 5], users: [], groups: [] },
    })
    expect(access.status).toBe(status)
  })

  it.each([
    ['5.2.0', 'CREATE_SEGMENT', false],
    ['5.4.0', 'CREATE_SEGMENT', true],
    ['6.3.0', 'RELEASE_PLAN_TEMPLATE_CREATE', false],
    ['6.8.0', 'RELEASE_PLAN_TEMPLATE_CREATE', true],
    ['6.8.0', 'UPDATE_AUTH_CONFIGURATION', false],
    ['6.9.0', 'UPDATE_AUTH_CONFIGURATION', true],
    ['6.8.0', 'UPDATE_CORS', false],
    ['6.9.0', 'UPDATE_CORS', true],
  ])('of version %s can be made of %s: %s', async (version, permission, has) => {
    const app = await as(version)
    const { body } = await app.call(getPermissions)
    const { permissions } = body
    expect(permissions['root']?.some(({ name }) => name === permission)).toBe(has)
    expect(permissions['project']?.length).toBeGreaterThan(10)
    if (version === '5.2.0') return
    const role = {
      name: permission,
      description: '',
      type: 'root-custom',
      permissions: [{ name: permission }],
    }
    const made = await app.call('POST', '/api/admin/roles', { body: role })
    expect(made.status).toBe(has ? 200 : 400)
    if (!has)
      expect(made.body).toMatchObject({
        name: 'BadDataError',
        details: [
          { path: '/body/permissions/0', description: expect.stringContaining(permission) as string },
        ],
      })
  })
})
